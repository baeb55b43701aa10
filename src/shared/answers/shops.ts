import { z } from 'zod';
import { givenBack } from './refunds.js';
import { encodedId, utcMoment, wholeNumber } from '../output.js';
import { visitorStates } from '../order-statuses.js';
import type { DeliveryState, WebhookEvent } from '../webhooks.js';

/** An order as its shop sees it; never an internal status name (docs/http-api.md#shops-and-intake). */
export const shopOrder = z.object({
  order_id: wholeNumber,
  encoded_id: encodedId,
  external_ref: z.string(),
  state: z
    .enum([...visitorStates, 'cancelled'])
    .describe(
      'The customer’s word; `refunded` once nothing is left to give back, and until then `cancelled`, as for a deleted order.',
    ),
  refund_date: utcMoment.nullable().describe('Null until all of the money was given back.'),
  ...givenBack.shape,
});
export type ShopOrder = z.infer<typeof shopOrder>;

/** A new key of a shop; it is told once. */
export const newShopKey = z.object({ id: wholeNumber, key: z.string() });
export type NewShopKey = z.infer<typeof newShopKey>;

/** A new endpoint; its secret is told once. */
export const newEndpoint = z.object({ id: wholeNumber, secret: z.string().describe('`whsec_` and base64.') });
export type NewEndpoint = z.infer<typeof newEndpoint>;

/** A key on the screen of shops. Times are ISO 8601 in UTC. */
export type ShopKey = { id: number; create_ts: string; last_used_at: string | null; revoked_at: string | null };

/** An endpoint on the screen of shops. */
export type ShopEndpoint = {
  id: number;
  url: string;
  create_ts: string;
  /** Deliveries that wait, counted up to `waitingShown`. */
  waiting: number;
  /** Deliveries that failed, counted as far, and when the first of them happened; none while they are being sent again. */
  failed: number;
  failed_since: string | null;
  /** When it is called again, while nobody answers there. */
  resume_at: string | null;
  /** Until when the earlier secret keeps working, after it was renewed. */
  earlier_until: string | null;
};

/** A shop on its screen. `settings_key`: INTAKE_KEY is a key of it. */
export type ShopEntry = {
  id: number;
  name: string;
  settings_key: boolean;
  keys: ShopKey[];
  endpoints: ShopEndpoint[];
};

/** A delivery in the log. `code` is the last answer's, null when nobody answered. */
export type DeliveryEntry = {
  id: number;
  shop: string;
  event: WebhookEvent;
  order_id: number;
  encoded_id: string;
  state: DeliveryState;
  occurred_at: string;
  due_at: string;
  tries: number;
  code: number | null;
};

/** A delivery with its request, and what its last tries came to, the newest first. */
export type DeliveryDetail = DeliveryEntry & {
  url: string;
  webhook_id: string;
  body: string;
  answers: { number: number; at: string; code: number | null; answer: string | null; ms: number | null }[];
};
