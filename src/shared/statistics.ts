import { z } from 'zod';
import { daysBetween, isCalendarDate, kualaLumpurToday } from './dates.js';
import { optionalText, pageNumber } from './input.js';
import { statisticsDays } from './limits.js';
import type { OrderStatus } from './order-statuses.js';
import {
  allStatisticDimensions,
  allStatisticCounts,
  type StatisticDimension,
  type StatisticMeasure,
} from './statistics-tables.js';

const day = optionalText().refine((text) => text === undefined || isCalendarDate(text), 'Date must be YYYY-MM-DD.');

/** The days of the statistics, both inclusive, in Kuala Lumpur; of two the first is not after the second. */
export const statisticsPeriod = z
  .object({ fromDate: day, toDate: day })
  .refine(({ fromDate, toDate }) => !fromDate || !toDate || fromDate <= toDate, {
    path: ['toDate'],
    error: 'From must not be after To.',
  })
  .refine(({ fromDate, toDate }) => !fromDate || daysBetween(fromDate, toDate ?? kualaLumpurToday()) < statisticsDays, {
    path: ['fromDate'],
    error: `A period has ${statisticsDays} days at most.`,
  });
export type StatisticsPeriod = z.infer<typeof statisticsPeriod>;

/** The query of the screen: the days as typed, valid or not. */
export const statisticsQuery = z.object({
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  by: z.enum(allStatisticDimensions).catch('day'),
});
export type StatisticsQuery = z.infer<typeof statisticsQuery>;

/** The query of a number's rows. */
export const statisticRowsQuery = z.object({
  fromDate: z.string().catch(''),
  toDate: z.string().catch(''),
  measure: z.enum(allStatisticCounts).catch('received'),
  by: z.enum(allStatisticDimensions).optional().catch(undefined),
  value: z.string().max(300).catch(''),
  page: pageNumber.catch(1),
});
export type StatisticRowsQuery = z.infer<typeof statisticRowsQuery>;

/** The numbers of a day, a member and so on; `value` is what its rows are asked for with. */
export type StatisticLine = Record<StatisticMeasure, number> & {
  value: string;
  label: string;
  /** Whole minutes from when the orders could be submitted; null when none of them was. */
  submit_median: number | null;
  card_median: number | null;
};

export type Statistics = {
  by: StatisticDimension;
  fromDate: string;
  toDate: string;
  total: StatisticLine;
  lines: StatisticLine[];
  /** Days that are still to be counted: what is said of them is older, or missing. */
  uncounted: number;
};

/** All orders of the days before those of the statistics, of as many days. */
export type StatisticsBefore = { fromDate: string; toDate: string; total: StatisticLine };

/** What one number counts: an order and what happened to it when. */
export type StatisticRow = {
  order_id: number;
  encoded_id: string;
  full_name: string;
  nationality: string;
  process_status: OrderStatus;
  /** ISO 8601 in UTC; of an arrival, when its day begins in Kuala Lumpur. */
  at: string;
  member: string;
  minutes: number | null;
};
