import type { Order } from '../database/order.entity.js';
import { isSameMailbox } from '../shared/mailbox.js';
import { encodeOrderId } from '../shared/order-id.js';
import { type EarlierOrder, type PackTrait, ipTrait, packTraits } from '../shared/pack-facts.js';
import { type EarlierEntry, type SharedTrait, packRoom } from '../shared/packs.js';
import { iso, kept } from './facts-of-rows.js';

export const noEarlier = { facts: { orders: [], groups: [] }, omitted: 0 };

/** Counts what the earlier orders share over all of them; of too many the strongest, the first and the last are printed. */
export function earlierOrders(order: Order, found: Order[]) {
  const all = found.map((earlier) => earlierOrder(order, earlier));
  const strongest = all.toSorted((one, other) => weight(other.same) - weight(one.same));
  const orders = kept(all, packRoom.earlier, strongest);

  const groups = new Map<string, { same: PackTrait[]; count: number }>();
  for (const { same } of strongest) {
    const group = groups.get(same.join()) ?? { same, count: 0 };
    groups.set(same.join(), { ...group, count: group.count + 1 });
  }
  return { facts: { orders, groups: [...groups.values()] }, omitted: all.length - orders.length };
}

/** The traits that nobody types weigh more than all others together. */
function weight(same: PackTrait[]): number {
  return same.reduce((sum, trait) => sum + 2 ** (packTraits.length - packTraits.indexOf(trait)), 0);
}

function earlierOrder(order: Order, earlier: Order): EarlierOrder {
  const same = new Set(shared(order, earlier).map((trait) => (trait === 'ip' ? ipTrait : trait)));
  return {
    order_id: earlier.id,
    create_ts: iso(earlier.createTs),
    amount: earlier.amount,
    currency: earlier.currency,
    same: packTraits.filter((trait) => same.has(trait)),
  };
}

/** A row of Earlier Orders on an order's page. */
export function earlierEntry(order: Order, earlier: Order): EarlierEntry {
  return {
    order_id: earlier.id,
    encoded_id: encodeOrderId(earlier.id),
    create_ts: iso(earlier.createTs),
    process_status: earlier.processStatus,
    by: shared(order, earlier),
  };
}

/** What two orders have in common that makes them look like the same person's. */
function shared(order: Order, other: Order): SharedTrait[] {
  const same = [
    isSameMailbox(order.contactEmailAddress, other.contactEmailAddress) && 'email',
    sameText(order.passportNo, other.passportNo) && order.nationality === other.nationality && 'passport',
    sameText(order.cardFingerprint, other.cardFingerprint) && 'card',
    sameText(order.deviceFingerprint, other.deviceFingerprint) && 'device',
    sameText(order.purchaseIp, other.purchaseIp) && 'ip',
  ] as const;
  return same.filter((trait) => trait !== false);
}

function sameText(one: string | null, other: string | null): boolean {
  return Boolean(one) && one === other;
}
