import { z } from 'zod';
import { chargeIdsOf, decimal, named, seconds } from './stripe-dispute.js';

/** The events that may say that a refund failed; Stripe sends one or two of them, by its version. */
export const refundEvents: readonly string[] = ['refund.failed', 'refund.updated', 'charge.refund.updated'];

/** What the product reads of a refund of Stripe. */
export const stripeRefund = z.object({
  id: z.string().min(1).max(100),
  amount: z.number().int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/i),
  charge: named.nullish(),
  payment_intent: named.nullish(),
  created: seconds,
  status: z.string().max(100).nullish(),
  failure_reason: z.string().max(100).nullish(),
});
export type StripeRefund = z.infer<typeof stripeRefund>;

/** Whether the money came back to the seller. */
export function hasFailed({ status }: StripeRefund): boolean {
  return status === 'failed' || status === 'canceled';
}

/** A failed refund as our own reports of one have it. @param at when Stripe reported it */
export function failureOf(refund: StripeRefund, at: Date) {
  const { id, amount, currency, created, status, failure_reason: reason } = refund;
  const tried = { amount: decimal(amount, currency), currency: currency.toUpperCase(), at: new Date(created * 1000) };
  return {
    reference: id,
    reason: (reason ?? status ?? 'failed').replaceAll('_', ' '),
    at,
    tried: { ...tried, charges: chargeIdsOf(refund) },
  };
}
