import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import type { GivenBack, RefundEntry } from '../shared/answers/refunds.js';
import { givenOf, leftOf, plainAmount } from '../shared/refunds.js';

export function toRefundEntry(refund: Refund): RefundEntry {
  const { id, reference, amount, currency, by, state, reason } = refund;
  return {
    id,
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

/** What was given back of an order, as its shop sees it. */
export function toGivenBack({ amount: charge, currency }: Order, refunds: Refund[]): GivenBack {
  const plain = (amount: string | null, of = currency) => amount && plainAmount(amount, of);
  return {
    refunds: refunds.map((refund) => ({
      reference: refund.reference,
      amount: plain(refund.amount ?? charge, refund.currency),
      currency: refund.currency,
      at: refund.at.toISOString(),
      state: refund.state,
    })),
    refunded_amount: plain(givenOf(charge, refunds)),
    refundable_amount: plain(leftOf(charge, refunds)),
  };
}
