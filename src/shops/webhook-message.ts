import { Webhook } from 'standardwebhooks';
import { encodeOrderId } from '../shared/order-id.js';
import { leftOf, plainAmount } from '../shared/refunds.js';
import type { WebhookEvent } from '../shared/webhooks.js';

/** An event as it is told: its body follows from what never changes, so each try sends the same bytes. */
export type WebhookMessage = {
  webhookId: string;
  event: WebhookEvent;
  occurredAt: Date;
  orderId: number;
  externalRef: string;
  /** What was paid and given back when it happened; null for an event that is about no refund. */
  facts: { amount: string | null; currency: string | null; given: string | null; whole: boolean } | null;
};

/** The body of a message. It names the order, says what was given back, and nothing of the customer. */
export function bodyOf({ event, occurredAt, orderId, externalRef, facts }: WebhookMessage): string {
  return JSON.stringify({
    type: event,
    timestamp: occurredAt.toISOString(),
    data: {
      order_id: orderId,
      encoded_id: encodeOrderId(orderId),
      external_ref: externalRef,
      ...(facts && givenBack(facts)),
    },
  });
}

function givenBack({ amount, currency, given, whole }: NonNullable<WebhookMessage['facts']>) {
  const plain = (sum: string | null) => sum && plainAmount(sum, currency);
  const left = whole ? amount && '0' : leftOf(amount, [{ amount: given ?? '0', state: 'done' }]);
  return { currency, refunded_amount: plain(whole ? amount : (given ?? '0')), refundable_amount: plain(left) };
}

/** The id of a message, the same in each try. */
export function idOf({ webhookId }: Pick<WebhookMessage, 'webhookId'>): string {
  return `msg_${webhookId}`;
}

/** The headers of Standard Webhooks. @param at when the message is sent @param secrets `whsec_…`; each signs */
export function signedHeaders(message: WebhookMessage, at: Date, secrets: string[]): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(idOf(message), at, bodyOf(message)));
  return {
    'webhook-id': idOf(message),
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
