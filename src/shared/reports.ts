import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { optionalText, pageNumber } from './input.js';
import type { OrderStatus } from './order-statuses.js';

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

/** What *Country Order List* counts for each country: all its orders, and those of each way of processing. */
export const countryNumbers = {
  all: { title: 'Order Count', mode: null },
  standard: { title: 'Standard Processing', mode: 'Standard Processing' },
  priority: { title: 'Priority Processing', mode: 'Priority Processing' },
  future: { title: 'Future Order Processing', mode: 'Future Order Processing' },
} as const;
export type CountryNumber = keyof typeof countryNumbers;

const numbers = Object.keys(countryNumbers) as CountryNumber[];

/** The query of the orders that one of these numbers counts: the code of the country, and the days as typed, valid or not. */
export const countryOrdersQuery = z.object({
  country: z.string().max(300).catch(''),
  number: z.enum(numbers).catch('all'),
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  page: pageNumber.catch(1),
});
export type CountryOrdersQuery = z.infer<typeof countryOrdersQuery>;

/** An order that a number of a report counts. */
export type CountedOrder = {
  order_id: number;
  encoded_id: string;
  full_name: string;
  processing_mode: string;
  process_status: OrderStatus;
  /** ISO 8601 in UTC. */
  create_ts: string;
};
