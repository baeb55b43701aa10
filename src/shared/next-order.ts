import { z } from 'zod';
import { optionalText, orderId, rowId, trimmed } from './input.js';
import { bulkLimit } from './limits.js';
import { skipReasons } from './skip-reasons.js';

/** Without a queue: of the queues that the role works (order-queues.ts). */
export const nextOrder = z.object({
  queue: optionalText(50),
  from: orderId()
    .optional()
    .describe('The order that the caller leaves: it is given back, if it came so and was not worked on.'),
  keep: z
    .array(orderId())
    .max(bulkLimit)
    .optional()
    .describe('Orders that the caller works on: they are not given back.'),
});
export type NextOrder = z.infer<typeof nextOrder>;

export const skipOrder = z.object({
  orderId: orderId(),
  reason: trimmed(z.enum(skipReasons, { error: 'Please say why.' })),
});
export type SkipOrder = z.infer<typeof skipOrder>;

/** Of which lost holds the member was told. */
export const holdsTold = z.object({ upTo: rowId('Please name the lost hold.') });
export type HoldsTold = z.infer<typeof holdsTold>;

export const renewLease = z.object({ orderId: orderId() });
export type RenewLease = z.infer<typeof renewLease>;
