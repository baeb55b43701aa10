import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import type { ChargeEntry, GivenBack, RefundEntry } from '../shared/answers/refunds.js';
import { givenOfAll, isOpen, leftOfAll, leftOfCharge } from '../shared/charges.js';
import { plainAmount } from '../shared/refunds.js';
import type { OrderCharged } from './refunds.queries.js';

export function toRefundEntry(refund: Refund): RefundEntry {
  const { id, reference, amount, currency, by, state, reason } = refund;
  return {
    id,
    charge_id: refund.chargeId,
    reference,
    amount,
    currency,
    at: refund.at.toISOString(),
    by,
    state,
    reason,
    failed_at: refund.failedAt?.toISOString() ?? null,
    is_whole: refund.isWhole,
    create_ts: refund.createTs.toISOString(),
  };
}

/** The charges as the order's page has them; none of an order that was not paid. */
export function toCharges({ paidAt }: Order, charges: OrderCharged[], refunds: Refund[]): ChargeEntry[] {
  if (paidAt === null) return [];
  return charges.map((charge) => ({
    ...toCharge(charge),
    id: charge.id,
    left: leftOfCharge(charge, refunds),
    open: isOpen(charge, refunds),
  }));
}

function toCharge({ transactionId, amount, currency, paidAt }: OrderCharged) {
  return { transaction_id: transactionId, amount, currency, at: paidAt!.toISOString() };
}

/** What was charged and given back of an order, as its shop sees it. */
export function toGivenBack({ paidAt, currency }: Order, charges: OrderCharged[], refunds: Refund[]): GivenBack {
  const plain = (amount: string | null, of = currency) => amount && plainAmount(amount, of);
  const chargeOf = (refund: Refund) => charges.find(({ id }) => id === refund.chargeId);
  return {
    charges:
      paidAt === null ? [] : charges.map(toCharge).map((one) => ({ ...one, amount: plain(one.amount, one.currency) })),
    refunds: refunds.map((refund) => ({
      transaction_id: chargeOf(refund)?.transactionId ?? null,
      reference: refund.reference,
      amount: plain(refund.amount ?? chargeOf(refund)?.amount ?? null, refund.currency),
      currency: refund.currency,
      at: refund.at.toISOString(),
      state: refund.state,
    })),
    refunded_amount: plain(givenOfAll(charges, refunds, currency)),
    refundable_amount: plain(leftOfAll(charges, refunds, currency)),
  };
}
