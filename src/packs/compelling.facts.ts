import type { Order } from '../database/order.entity.js';
import {
  type ComparedCharge,
  comparedElements,
  compellingEvidence,
  type Verdict,
} from '../shared/compelling-evidence.js';
import type { PackFacts } from '../shared/pack-facts.js';
import type { EarlierAddress } from './evidence.queries.js';
import { iso } from './facts-of-rows.js';

/**
 * Visa's rules over the earlier orders of the same card.
 * @param mailedTo the address that each order's card was mailed to
 * @param amended the addresses of before of the orders whose address was amended: the first one was given at the purchase
 */
export function compellingVerdict(
  order: Order,
  earlier: (Order & { spoilt: boolean })[],
  mailedTo: Map<number, string>,
  amended: Map<number, EarlierAddress[]>,
): Verdict {
  const charge = (one: Order) => chargeOf(one, mailedTo, amended);
  return compellingEvidence(
    charge(order),
    earlier.map((one) => ({
      ...charge(one),
      disputed: one.spoilt,
      refunded: one.refundDate !== null || one.refundAmount !== null,
    })),
  );
}

/** What a pack prints of the verdict: the table of the three charges, where every rule is met. */
export function compellingFacts(verdict: Verdict): NonNullable<PackFacts['compelling']> {
  const printed = [verdict.disputed, ...verdict.pair.map((one) => one.charge)];
  return {
    meets: verdict.meets,
    fault: verdict.fault,
    same: verdict.same.map((element) => comparedElements[element]),
    charges: verdict.meets
      ? printed.map(
          ({ order_id, transaction_id, at, amount, currency, description, email, ip, device, delivery_address }) => ({
            order_id,
            transaction_id,
            at,
            amount,
            currency,
            description,
            email,
            ip,
            device,
            delivery_address,
          }),
        )
      : [],
  };
}

function chargeOf(order: Order, mailedTo: Map<number, string>, amended: Map<number, EarlierAddress[]>): ComparedCharge {
  return {
    order_id: order.id,
    transaction_id: order.transactionId,
    at: iso(order.paidAt ?? order.createTs),
    amount: order.amount,
    currency: order.currency,
    description: `Malaysia Digital Arrival Card service, ${order.wantsPriority ? 'Priority' : 'Standard'}`,
    card_fingerprint: order.cardFingerprint,
    email: amended.get(order.id)?.[0]?.address ?? order.contactEmailAddress,
    ip: order.purchaseIp,
    device: order.deviceFingerprint,
    delivery_address: mailedTo.get(order.id) ?? null,
  };
}
