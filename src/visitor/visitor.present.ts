import type { Document } from '../database/document.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Charged } from '../orders/charged.js';
import { wordsOf } from '../shared/charges.js';
import { plainTime } from '../shared/dates.js';
import { statusRows, visitorState } from '../shared/order-statuses.js';
import type { RequestEntry } from '../shared/answers/order-requests.js';
import { isPartRefund, money } from '../shared/money.js';
import { partOf } from '../shared/refunds.js';
import type { VisitorCharge, VisitorRequest, VisitorResult } from '../shared/answers/visitor.js';

/** An order as its visitor sees it: never an internal status name (docs/visitors.md#visitors). */
export function toResult(order: Order, card: Document | null): VisitorResult {
  return {
    order_id: order.id,
    full_name: order.fullName,
    process_status: visitorState(order.processStatus, card !== null),
    landing_domain: order.landingDomain,
    ready: card !== null,
  };
}

/**
 * The day on which the card will be submitted, YYYY-MM-DD, for a paid order that nobody has worked on yet; never a past
 * day.
 */
export function submitDay(order: Order, today: string): string | null {
  if (statusRows[order.processStatus].visitor !== 'received' || order.paidAt === null) return null;
  return order.processingDate > today ? order.processingDate : today;
}

/** The payment of an order as its visitor sees it: what is on record, and nothing else. */
export function toCharge({ order, refunds, others }: Charged): VisitorCharge {
  const { amount, currency, paidAt, paidTimeTold, cardBrand, cardLast4, statementDescriptor } = order;
  return {
    amount: money(amount, currency),
    paid: paidAt !== null,
    paid_at: paidTimeTold && paidAt ? paidAt.toISOString() : null,
    card: cardLast4 === null ? null : [cardBrand ?? 'Card', 'ending', cardLast4].join(' '),
    statement: statementDescriptor,
    refunds: refunds.map((refund) => ({
      amount: partOf(refund.amount ?? amount, amount, refund.currency),
      at: refund.at.toISOString(),
      failed_at: refund.failedAt?.toISOString() ?? null,
    })),
    others: others.map((one) => wordsOf(one, plainTime)),
  };
}

/** How much was given back of a closed order, when that is a part of the charge: `USD 20.00`; null for all of it. */
export function toRefundPart({ refundDate, refundAmount, amount, currency }: Order): string | null {
  return refundDate !== null && isPartRefund(refundAmount, amount) ? money(refundAmount, currency) : null;
}

/** A request as the visitor who made it sees it: whether it was handled, never by whom. */
export function toVisitorRequest({ kind, text, create_ts, handled_at }: RequestEntry): VisitorRequest {
  return { kind, text, create_ts, handled_at };
}
