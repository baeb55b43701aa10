import { z } from 'zod';
import { looseBoolean, orderId, pageLimit, pageNumber, requiredText, rowId } from './input.js';

export type { UnmatchedEntry } from './answers/unmatched.js';

export const unmatchedId = rowId('There is no such entry.');

/** Which page of the list; `aside`: of what was set aside. */
export const unmatchedQuery = z.object({ page: pageNumber, limit: pageLimit, aside: looseBoolean });
export type UnmatchedQuery = z.infer<typeof unmatchedQuery>;

/** The query of the screen; what is wrong becomes the default. */
export const unmatchedScreenQuery = z.object({ page: pageNumber.catch(1), aside: looseBoolean.catch(false) });

export const placeUnmatched = z.object({ orderId: orderId('Please choose an order.') });
export type PlaceUnmatched = z.infer<typeof placeUnmatched>;

export const setAsideUnmatched = z.object({ reason: requiredText('Please say why it belongs to no order.', 200) });
export type SetAsideUnmatched = z.infer<typeof setAsideUnmatched>;
