import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { optionalText } from './input.js';

const day = optionalText().refine((text) => text === undefined || isCalendarDate(text), 'Date must be YYYY-MM-DD.');

/** The range of days of a report, each optional, both inclusive, in UTC; and a text to filter its rows by. */
export const report = z
  .object({ searchVal: optionalText(200), fromDate: day, toDate: day })
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    error: 'From must not be after To.',
  });
export type Report = z.infer<typeof report>;

/** The query of a report's screen: the input as typed, valid or not. */
export const reportQuery = z.object({
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  q: z.string().catch(''),
});
export type ReportQuery = z.infer<typeof reportQuery>;
