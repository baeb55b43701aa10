import type { Shop } from '../intake/shop.js';
import type { DeliveryDetail, DeliveryEntry, ShopEntry } from '../shared/answers/shops.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { DeliveryRow, EndpointRow, KeyRow, TryRow } from './shops.queries.js';
import { bodyOf, idOf } from './webhook-message.js';

/** A shop with its keys and endpoints. @param isOfSettings whether INTAKE_KEY is a key of it */
export function toShop({ id, name }: Shop, isOfSettings: boolean, keys: KeyRow[], endpoints: EndpointRow[]): ShopEntry {
  return {
    id,
    name,
    settings_key: isOfSettings,
    keys: keys
      .filter(({ shopId }) => shopId === id)
      .map((key) => ({
        id: key.id,
        create_ts: key.createTs.toISOString(),
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
        revoked_at: key.revokedAt?.toISOString() ?? null,
      })),
    endpoints: endpoints
      .filter(({ shopId }) => shopId === id)
      .map((endpoint) => ({
        id: endpoint.id,
        url: endpoint.url,
        create_ts: endpoint.createTs.toISOString(),
        waiting: endpoint.waiting,
        failed: endpoint.failed,
        failed_since: endpoint.failedSince?.toISOString() ?? null,
        resume_at: endpoint.resumeAt?.toISOString() ?? null,
        earlier_until: endpoint.earlierUntil?.toISOString() ?? null,
      })),
  };
}

export function toDelivery(row: DeliveryRow): DeliveryEntry {
  const { id, shop, event, orderId, state, occurredAt, dueAt, tries, code } = row;
  return {
    id,
    shop,
    event,
    order_id: orderId,
    encoded_id: encodeOrderId(orderId),
    state,
    occurred_at: occurredAt.toISOString(),
    due_at: dueAt.toISOString(),
    tries,
    code,
  };
}

/** A delivery with its request and its last tries. */
export function toDeliveryDetail(row: DeliveryRow, tries: TryRow[]): DeliveryDetail {
  return {
    ...toDelivery(row),
    url: row.url,
    webhook_id: idOf(row),
    body: bodyOf(row),
    answers: tries.map(({ at, ...more }) => ({ ...more, at: at.toISOString() })),
  };
}
