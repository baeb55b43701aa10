import { z } from 'zod';
import { disputeId } from './disputes.js';
import { oneOrManyOrders, rowId } from './input.js';
import { bulkLimit } from './limits.js';
import { packType } from './packs.js';
import { encodedId, utcMoment, wholeNumber } from './output.js';

/** The disputes whose packs are made at once. */
export const makePacks = z.object({
  disputes: z
    .array(disputeId, {
      error: 'Please choose disputes.',
    })
    .min(1, 'Please choose disputes.')
    .max(bulkLimit, `At most ${bulkLimit} disputes at once.`),
});
export type MakePacks = z.infer<typeof makePacks>;

/** The orders whose packs are made at once, and which of the two packs. */
export const makeOrderPacks = z.object({ orderId: oneOrManyOrders, defencePackType: packType });
export type MakeOrderPacks = z.infer<typeof makeOrderPacks>;

export const packBatchId = rowId('There are no such packs.');

/** How far a batch of packs is. */
export const packBatch = z
  .object({
    id: wholeNumber,
    made_by: z.string(),
    create_ts: utcMoment,
    total: wholeNumber,
    made: wholeNumber,
    refused: z.array(
      z.object({
        dispute_id: wholeNumber.nullable(),
        order_id: wholeNumber,
        encoded_id: encodedId,
        reason: z.string(),
      }),
    ),
    done: z.boolean().describe('Whether every pack is made or refused.'),
  })
  .meta({ id: 'PackBatch' });
export type PackBatch = z.infer<typeof packBatch>;
