import { z } from 'zod';
import { orderId, trimmed } from './input.js';
import { defaultPageSize, pageSizes } from './limits.js';
import { cardOutcomes, listedStandings } from './standing.js';

export type { CardOutcomeEntry, ListedRow, StandingCounts } from './answers/standing.js';

const wrongPage = 'Page must be a whole number from 1.';
const wrongLimit = `Limit must be between 1 and ${pageSizes.at(-1)}.`;

/** Which orders of the board, and which page of them. */
export const boardQuery = z.object({
  standing: trimmed(z.enum(listedStandings, { error: `Standing must be ${listedStandings.join(', ')}.` })).optional(),
  page: z.coerce.number({ error: wrongPage }).int(wrongPage).min(1, wrongPage).max(1_000_000, wrongPage).default(1),
  limit: z.coerce
    .number({ error: wrongLimit })
    .int(wrongLimit)
    .min(1, wrongLimit)
    .max(pageSizes.at(-1)!, wrongLimit)
    .default(defaultPageSize),
});
export type BoardQuery = z.infer<typeof boardQuery>;

/** The same for the screen, where a wrong value counts as absent. */
export const boardScreenQuery = z.object({
  standing: boardQuery.shape.standing.catch(undefined),
  page: boardQuery.shape.page.catch(1),
  limit: boardQuery.shape.limit.catch(50),
});

/** Which page of the customers without their card. */
export const undeliveredQuery = boardQuery.pick({ page: true, limit: true });
export type UndeliveredQuery = z.infer<typeof undeliveredQuery>;
export const undeliveredScreenQuery = boardScreenQuery.pick({ page: true, limit: true });

/** What became of an order's card; null takes back what was said. */
export const sayOutcome = z.object({
  orderId: orderId(),
  outcome: trimmed(z.enum(cardOutcomes, { error: 'Please say what became of the card.' })).nullable(),
  version: z.number({ error: 'Version must be a whole number.' }).int().min(0).nullish(),
});
export type SayOutcome = z.infer<typeof sayOutcome>;
