import { allDisputeStates, type DisputeState } from './dispute-states.js';

// What the report of disputes shows. Plain tables without schemas, because the browser loads them too.

/** What the report counts disputes by. `none` stands for what is not on record. */
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

/** Visa's limit: disputes for each hundred orders paid in the month. */
export const visaLimitPercent = 1.5;
