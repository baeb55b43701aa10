import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import type { Answer, TestApp } from '../support/app.js';

export const webhookSecret = 'whsec_of_these_tests';

/** A dispute as Stripe sends it; `more` replaces fields. */
export function disputeOf(charge: string, more: Record<string, unknown> = {}) {
  return {
    id: `dp_${randomUUID()}`,
    object: 'dispute',
    amount: 4900,
    currency: 'usd',
    charge,
    payment_intent: null,
    created: 1_790_000_000,
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: { due_by: 1_790_600_000, has_evidence: false, past_due: false, submission_count: 0 },
    payment_method_details: {
      type: 'card',
      card: { brand: 'visa', network_reason_code: '10.4', case_type: 'chargeback' },
    },
    ...more,
  };
}
type SentDispute = ReturnType<typeof disputeOf>;

/** An event about a dispute, `after` seconds after it was opened. */
export function eventOf(dispute: SentDispute, status: string, after: number, type = 'charge.dispute.updated') {
  const created = dispute.created + after;
  return { id: `evt_${randomUUID()}`, object: 'event', type, created, data: { object: { ...dispute, status } } };
}

/** Posts an event with Stripe's signature. */
export function send(app: TestApp, event: object, secret = webhookSecret): Promise<Answer> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return app.call('POST', '/api/webhooks/stripe', { body: payload, headers: { 'stripe-signature': signature } });
}
