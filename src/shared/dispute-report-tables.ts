import { allDisputeStates, type DisputeState } from './dispute-states.js';

// What the report of disputes shows. Plain tables without schemas, because the browser loads them too.

/** What the report counts disputes by. `none` is what is not on record. */
export const reportDimensions = {
  month: 'Month',
  network: 'Network',
  reason: 'Reason',
  brand: 'Brand',
  gateway: 'Gateway',
} as const;
export type ReportDimension = keyof typeof reportDimensions;
export const allReportDimensions = Object.keys(reportDimensions) as ReportDimension[];

/** The columns of numbers: which states each counts. */
export const reportColumns = {
  disputes: { title: 'Disputes', states: allDisputeStates },
  waiting: { title: 'Waiting', states: ['inquiry', 'open'] },
  submitted: { title: 'Submitted', states: ['submitted'] },
  won: { title: 'Won', states: ['won'] },
  lost: { title: 'Lost', states: ['lost'] },
  accepted: { title: 'Accepted', states: ['accepted'] },
} as const satisfies Record<string, { title: string; states: readonly DisputeState[] }>;
export type ReportColumn = keyof typeof reportColumns;
export const allReportColumns = Object.keys(reportColumns) as ReportColumn[];

/** What can be counted, and its rows listed: a column, or the states that a share or a sum counts. */
export const reportCounts = {
  ...reportColumns,
  decided: { title: 'Won or lost', states: ['won', 'lost'] },
  gone: { title: 'Lost or accepted', states: ['lost', 'accepted'] },
} as const satisfies Record<string, { title: string; states: readonly DisputeState[] }>;
export type ReportCount = keyof typeof reportCounts;

/** The proofs of which the report says whether they were on record. */
export const reportExhibits = {
  delivered: 'Card delivered',
  downloaded: 'Card downloaded',
  'three-ds': '3-D Secure passed',
  terms: 'Terms accepted',
} as const;
export type ReportExhibit = keyof typeof reportExhibits;
export const allReportExhibits = Object.keys(reportExhibits) as ReportExhibit[];

/** What the screen's one table counts by. */
export const reportTables = { ...reportDimensions, exhibit: 'Exhibit' } as const;
export type ReportTable = keyof typeof reportTables;
export const allReportTables = Object.keys(reportTables) as ReportTable[];

/** Visa's limit: disputes for each hundred orders paid in the month. */
export const visaLimitPercent = 1.5;
