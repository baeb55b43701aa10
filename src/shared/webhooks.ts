/** The events that shops are told of (docs/http-api.md#webhooks-to-shops). */
export const webhookEvents = {
  'order.received': 'Received',
  'order.submitted': 'Submitted',
  'order.completed': 'Completed',
  'order.refunded': 'Refunded',
  'order.refunded-in-part': 'Refunded in part',
  'order.refund-failed': 'Refund failed',
  'order.disputed': 'Disputed',
  'order.amended': 'Amended',
} as const satisfies Record<string, string>;
export type WebhookEvent = keyof typeof webhookEvents;

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
