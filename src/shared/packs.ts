import { z } from 'zod';
import { orderId, trimmed } from './input.js';
import type { OrderStatus } from './order-statuses.js';

/** 1: the service was delivered as described. 2: the cardholder took part (docs/product.md#packs). */
export type PackType = 1 | 2;

/** The size of a finished pack, with the approved document in it. */
export type PackSize = { pages: number; bytes: number };

/** The limits of banks. A pack that exceeds them because of the approved document says so on page one. */
export const packLimits: PackSize = { pages: 50, bytes: 4.5 * 1024 * 1024 };

/** The most rows that a pack prints of each list; the newest are kept. `communication` is in characters. */
export const packRoom = { mails: 60, downloads: 60, other_downloads: 40, earlier: 20, communication: 24_000 };

/** The area of a pack's page in which a page of the approved document is placed, in millimetres. */
export const documentFrame = { left: 20, top: 28, width: 170, height: 238 };

/** The outline entry of a page that carries page n of the approved document. */
export function documentPageTitle(page: number, pages: number): string {
  return `Exhibit J, page ${page} of ${pages}`;
}

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

const packType = trimmed(
  z.union([z.literal(1), z.literal(2), z.literal('1'), z.literal('2')], {
    error: 'Defence pack type must be 1 or 2.',
  }),
).transform((value) => Number(value) as PackType);

export const makePack = z.object({ orderId: orderId(), defencePackType: packType });
export type MakePack = z.infer<typeof makePack>;

export const packDetails = z.object({ orderId: orderId(), defencePackType: packType.default(1) });
export type PackDetailsQuery = z.infer<typeof packDetails>;
