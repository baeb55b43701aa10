import { z } from 'zod';
import { looseBoolean, orderId, rowId, trimmed } from './input.js';
import type { OrderStatus } from './order-statuses.js';

/** 1: the service was delivered as described. 2: the cardholder took part (docs/evidence.md#packs). */
export type PackType = 1 | 2;

/** The size of a finished pack, with the approved document in it. */
export type PackSize = { pages: number; bytes: number };

/** The limits of banks. A member is told before a pack that exceeds them is made; the bank is told nothing of it. */
export const packLimits: PackSize = { pages: 50, bytes: 4.5 * 1024 * 1024 };

/**
 * The most rows that a pack prints of each list; the first, the last and every match of the purchase are kept.
 * `communication` is in characters, `mail`, `letter` and `policy` too.
 */
export const packRoom = {
  mails: 36,
  downloads: 50,
  other_downloads: 30,
  earlier: 20,
  separate: 10,
  communication: 24_000,
  mail: 6_000,
  letters: 12,
  letter: 3_000,
  policy: 7_000,
};

/** How many requests for an order's card are looked at; of more, the first ones and the last ones. */
export const requestsRead = 5000;

/** How many earlier orders are looked at. */
export const earlierRead = 500;

/** The area of a pack's page in which a page of the approved document is placed, in millimetres. */
export const documentFrame = { left: 20, top: 28, width: 170, height: 238 };

/** A trait that two orders can share, which suggests that the same person placed both. */
export type SharedTrait = 'email' | 'passport' | 'card' | 'device' | 'ip';

/** An earlier order of the same person, as an order's page lists it. */
export type EarlierEntry = {
  order_id: number;
  encoded_id: string;
  create_ts: string;
  process_status: OrderStatus;
  by: SharedTrait[];
};

/** How many earlier orders an order's page lists at most. */
export const earlierEntries = 20;

const noRemark = 'There is no such remark or mail.';
const noDispute = 'There is no such dispute.';

export const packType = trimmed(
  z.union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')], {
    error: 'Defence pack type must be 1 or 2.',
  }),
).transform((value) => Number(value) as PackType);

const leftOut = z.array(rowId(noRemark), { error: noRemark }).max(500, 'At most 500 can be left out.').default([]);

/** Remarks and received mails that a member leaves out of a pack, and the dispute that it answers. */
const choices = {
  leftOut,
  leftOutMails: leftOut,
  disputeId: rowId(noDispute).optional(),
};

export const makePack = z
  .object({
    orderId: orderId(),
    defencePackType: packType,
    ...choices,
    preview: looseBoolean.describe('`true` shows the pack of a dispute without making it a version.'),
  })
  .refine(({ preview, disputeId }) => !preview || disputeId !== undefined, {
    path: ['preview'],
    error: 'Only the pack of a dispute has a preview.',
  });
export type MakePack = z.infer<typeof makePack>;

export const packDetails = z.object({ orderId: orderId(), defencePackType: packType.default(1), ...choices });
export type PackDetailsQuery = z.infer<typeof packDetails>;
