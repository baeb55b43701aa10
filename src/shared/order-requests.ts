import { z } from 'zod';
import { optionalText, orderId, rowId } from './input.js';
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

export const handleRequest = z.object({
  requestId: rowId('Please choose a request.'),
});
export type HandleRequest = z.infer<typeof handleRequest>;
