import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import {
  allReportColumns,
  allReportDimensions,
  allReportTables,
  type ReportColumn,
  type ReportCount,
  reportCounts,
  type ReportDimension,
} from './dispute-report-tables.js';
import { wholeNumber } from './output.js';
import { optionalText, pageNumber } from './input.js';

const day = optionalText().refine((text) => text === undefined || isCalendarDate(text), 'Date must be YYYY-MM-DD.');

/** The days on which disputes were opened, both inclusive, in UTC. */
export const disputeReportQuery = z
  .object({ fromDate: day, toDate: day })
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    error: 'From must not be after To.',
  });
export type DisputeReportQuery = z.infer<typeof disputeReportQuery>;

/** The query of the report's screen: the days as typed, valid or not, and what its table counts by. */
export const disputeReportScreen = z.object({
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  by: z.enum(allReportTables).catch('month'),
});
export type DisputeReportScreen = z.infer<typeof disputeReportScreen>;

/** What a number of the report counts: a column, and a value of a dimension, or whether an exhibit was there. */
export const reportRowsQuery = z.object({
  fromDate: z.string().refine(isCalendarDate).optional().catch(undefined),
  toDate: z.string().refine(isCalendarDate).optional().catch(undefined),
  column: z.enum(Object.keys(reportCounts) as ReportCount[]).catch('disputes'),
  by: z.enum(allReportTables).optional().catch(undefined),
  value: z.string().max(200).catch(''),
  page: pageNumber.catch(1),
});
export type ReportRowsQuery = z.infer<typeof reportRowsQuery>;

const counts = z.object(
  Object.fromEntries(allReportColumns.map((column) => [column, wholeNumber])) as Record<
    ReportColumn,
    typeof wholeNumber
  >,
);

/** A row of one of the report's tables. */
const reportLine = z
  .object({
    value: z.string().describe('What `disputes of the report` are asked for with; `none` when not on record.'),
    label: z.string(),
    ...counts.shape,
    money_won: z.array(z.string()).describe('By currency, as printed.'),
    money_lost: z.array(z.string()).describe('Lost or accepted, by currency, as printed.'),
  })
  .meta({ id: 'DisputeReportLine' });
export type ReportLine = z.infer<typeof reportLine>;

/** Disputes against the orders that were paid in the same month. */
const reportRatio = z
  .object({
    month: z.string(),
    disputes: wholeNumber,
    paid_orders: wholeNumber,
    percent: z.number().nullable().describe('Null without a paid order.'),
  })
  .meta({ id: 'DisputeRatio' });
export type ReportRatio = z.infer<typeof reportRatio>;

export const disputeReport = z
  .object({
    fromDate: z.string(),
    toDate: z.string(),
    total: reportLine,
    by: z.object(
      Object.fromEntries(allReportDimensions.map((by) => [by, reportLine.array()])) as Record<
        ReportDimension,
        z.ZodArray<typeof reportLine>
      >,
    ),
    exhibits: reportLine
      .array()
      .describe(
        'Two lines for each exhibit: disputes whose order has it on record today, and those whose order has not.',
      ),
    ratio: reportRatio.array(),
  })
  .meta({ id: 'DisputeReport' });
export type DisputeReport = z.infer<typeof disputeReport>;
