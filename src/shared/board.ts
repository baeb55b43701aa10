import { z } from 'zod';
import { orderId, pageLimit, pageNumber, seenVersion, trimmed } from './input.js';
import { cardOutcomes, listedStandings } from './standing.js';

export type { CardOutcomeEntry, ListedRow, StandingCounts } from './answers/standing.js';

/** Which orders of the board, and which page of them. */
export const boardQuery = z.object({
  standing: trimmed(z.enum(listedStandings, { error: `Standing must be ${listedStandings.join(', ')}.` })).optional(),
  page: pageNumber,
  limit: pageLimit,
});
export type BoardQuery = z.infer<typeof boardQuery>;

/** The same for the screen, where a wrong value counts as absent. */
export const boardScreenQuery = z.object({
  standing: boardQuery.shape.standing.catch(undefined),
  page: pageNumber.catch(1),
  limit: pageLimit.catch(50),
});

/** Which page of the customers without their card. */
export const undeliveredQuery = boardQuery.pick({ page: true, limit: true });
export type UndeliveredQuery = z.infer<typeof undeliveredQuery>;
export const undeliveredScreenQuery = boardScreenQuery.pick({ page: true, limit: true });

/** What became of an order's card; null takes back what was said. */
export const sayOutcome = z.object({
  orderId: orderId(),
  outcome: trimmed(z.enum(cardOutcomes, { error: 'Please say what became of the card.' })).nullable(),
  version: seenVersion,
});
export type SayOutcome = z.infer<typeof sayOutcome>;
