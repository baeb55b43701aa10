import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import { isOpen, type OtherCharge, payingOf, refundsOf } from '../shared/charges.js';
import { givenOf } from '../shared/refunds.js';
import type { OrderCharged } from './refunds.queries.js';

/** An order as one of its charges paid it. */
export type Charged = {
  /** With the facts of the charge and the sum of its refunds in place of its own. */
  order: Order;
  /** The refunds of the charge. */
  refunds: Refund[];
  /** The other charges, and what became of them. */
  others: OtherCharge[];
};

/**
 * An order as the charge with one of these ids paid it, else the one that pays for it (docs/disputes.md#charges).
 * @param named transaction ids, in any case
 */
export function chargedBy(order: Order, charges: OrderCharged[], refunds: Refund[], named: string[]): Charged {
  if (charges.length === 1) return { order, refunds, others: [] };
  const ids = named.map((id) => id.toLowerCase());
  const pays = payingOf(charges, refunds);
  const charge = charges.find(({ transactionId }) => ids.includes(transactionId?.toLowerCase() ?? '')) ?? pays;
  const own = refundsOf(charge, refunds);
  const isOut = order.processStatus === 'Refunds' || order.processStatus === 'Deleted';
  const others = charges.flatMap((one, index) =>
    one.id === charge.id ? [] : [otherOf(one, index + 1, refundsOf(one, refunds), one === pays && !isOut)],
  );
  const { id, ...facts } = charge;
  // the gateway of a further charge is not on record
  const gatewayId = id === null ? order.gatewayId : null;
  const sums = sumOf(order, charge, own);
  return { order: Object.assign({}, order, facts, { gatewayId }, sums), refunds: own, others };
}

function sumOf(order: Order, charge: OrderCharged, refunds: Refund[]) {
  const done = refunds.filter(({ state }) => state === 'done');
  const last = new Date(Math.max(...done.map(({ at }) => at.getTime())));
  const given = done.some(({ amount }) => amount === null) ? null : givenOf(charge.amount, done);
  return {
    refundAmount: done.length > 0 ? given : null,
    refundReference: done.findLast(({ reference }) => reference !== null)?.reference ?? null,
    refundDate: done.length === 0 ? null : isOpen(charge, refunds) ? order.refundDate : last,
  };
}

function otherOf(charge: OrderCharged, number: number, refunds: Refund[], pays: boolean): OtherCharge {
  const given = refunds.filter(({ state }) => state === 'done');
  return {
    number,
    transaction_id: charge.transactionId,
    amount: charge.amount,
    currency: charge.currency,
    at: charge.paidAt!.toISOString(),
    at_told: charge.paidTimeTold ?? false,
    given: given.map(({ amount, at }) => ({ amount: amount ?? charge.amount, at: at.toISOString() })),
    whole: !isOpen(charge, refunds),
    pays,
  };
}
