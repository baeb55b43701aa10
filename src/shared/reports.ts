import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { optionalText } from './input.js';

/** Orders of one nationality by the way they are processed; an order counts once (api: Reports). */
export type CountryCount = {
  /** The code's name. */
  nationality: string;
  /** The three-letter code. */
  citizenship_id: string;
  count: number;
  standard_count: number;
  priority_count: number;
  future_count: number;
};

/** Orders that one member completed. */
export type ProcessedCount = { processed_by: string; count: number };

const day = optionalText().refine((text) => text === undefined || isCalendarDate(text), 'Date must be YYYY-MM-DD.');

/** The days of a report, each optional, both inclusive, in UTC; and a text to search its rows for. No body asks for all. */
export const report = z
  .any()
  .transform((body: unknown) => body ?? {})
  .pipe(z.object({ searchVal: optionalText(200), fromDate: day, toDate: day }))
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    error: 'From must not be after To.',
  });
export type Report = z.infer<typeof report>;

/** The query of a report's screen: what the person typed, wrong or not. */
export const reportQuery = z.object({
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  q: z.string().catch(''),
});
export type ReportQuery = z.infer<typeof reportQuery>;
