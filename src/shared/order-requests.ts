import { z } from 'zod';
import { optionalText, orderId, pageLimit, pageNumber, rowId } from './input.js';
import { requestLength } from './limits.js';
import { requestKinds } from './request-kinds.js';

export type { RequestKind } from './request-kinds.js';

/** What a customer asks for; all kinds but the refund need a text. */
export const askRequest = z
  .object({
    orderId: orderId('Please enter your orderId'),
    kind: z.enum(requestKinds, { error: 'There is no such request.' }),
    text: optionalText(requestLength),
  })
  .refine(({ kind, text }) => kind === 'refund' || text !== undefined, {
    path: ['text'],
    error: 'Please write what we should know.',
  });
export type AskRequest = z.infer<typeof askRequest>;

/** Which page of the open requests. */
export const requestsQuery = z.object({ page: pageNumber, limit: pageLimit });
export type RequestsQuery = z.infer<typeof requestsQuery>;

/** The query of the list of open requests; what is wrong becomes the default. */
export const requestsScreenQuery = z.object({ page: pageNumber.catch(1) });

export const handleRequest = z.object({
  requestId: rowId('Please choose a request.'),
});
export type HandleRequest = z.infer<typeof handleRequest>;
