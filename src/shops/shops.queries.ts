import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Shop } from '../intake/shop.js';
import type { DeliveryState } from '../shared/webhooks.js';
import type { WebhookMessage } from './webhook-message.js';

export type KeyRow = { id: number; shopId: number; createTs: Date; lastUsedAt: Date | null; revokedAt: Date | null };
export type EndpointRow = {
  id: number;
  shopId: number;
  url: string;
  createTs: Date;
  waiting: number;
  failed: number;
  failedSince: Date | null;
  resumeAt: Date | null;
  earlierUntil: Date | null;
};
export type DeliveryRow = WebhookMessage & {
  id: number;
  shop: string;
  url: string;
  state: DeliveryState;
  dueAt: Date;
  tries: number;
  code: number | null;
};
type ToldShop = { url: string; shop: string };
export type TryRow = { number: number; at: Date; code: number | null; answer: string | null; ms: number | null };

const delivery = `SELECT d.id::int, s.name AS shop, e.url, d.event, d.order_id AS "orderId", o.external_ref AS "externalRef",
    d.webhook_id AS "webhookId", d.facts, d.state, d.occurred_at AS "occurredAt", d.due_at AS "dueAt", d.tries, t.code
  FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id JOIN shops s ON s.id = e.shop_id
    JOIN orders o ON o.id = d.order_id
    LEFT JOIN webhook_tries t ON t.delivery_id = d.id AND t.number = d.tries`;

/** What `/admin/shops` shows and changes (docs/http-api.md#shops-and-intake). */
@Injectable()
export class ShopsQueries {
  constructor(private readonly database: DataSource) {}

  /** Shops in the order they were added, after this one. @param after 0 for the first */
  shops(after: number, most: number): Promise<Shop[]> {
    return this.database.query('SELECT id, name FROM shops WHERE id > $1 ORDER BY id LIMIT $2', [after, most]);
  }

  /** The keys of these shops; revoked ones for this many days. */
  keys(shopIds: number[], days: number): Promise<KeyRow[]> {
    return this.database.query(
      `SELECT id, shop_id AS "shopId", create_ts AS "createTs", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
       FROM intake_keys
       WHERE shop_id = ANY($1) AND (revoked_at IS NULL OR revoked_at > now() - make_interval(days => $2))
       ORDER BY id`,
      [shopIds, days],
    );
  }

  /** The endpoints of these shops. @param most up to where the waiting and the failed deliveries of each are counted */
  endpoints(shopIds: number[], most: number): Promise<EndpointRow[]> {
    return this.database.query(
      `SELECT id, shop_id AS "shopId", url, create_ts AS "createTs",
         CASE WHEN resume_at > now() THEN resume_at END AS "resumeAt",
         CASE WHEN earlier_until > now() THEN earlier_until END AS "earlierUntil",
         (SELECT count(*)::int FROM (SELECT FROM webhook_deliveries d
           WHERE d.endpoint_id = e.id AND d.state = 'waiting' LIMIT $2) counted) AS waiting,
         failed.n AS failed, failed.since AS "failedSince"
       FROM webhook_endpoints e CROSS JOIN LATERAL (
         SELECT count(*)::int AS n, min(at) AS since FROM (SELECT occurred_at AS at FROM webhook_deliveries d
           WHERE d.endpoint_id = e.id AND d.state = 'failed' AND e.again_since IS NULL ORDER BY occurred_at LIMIT $2) one) failed
       WHERE shop_id = ANY($1) AND removed_at IS NULL ORDER BY id`,
      [shopIds, most],
    );
  }

  /** The newest deliveries, in this state or in any, older than one. @param before undefined for the newest */
  deliveries(state: DeliveryState | undefined, before: number | undefined, most: number): Promise<DeliveryRow[]> {
    const older = 'd.id < coalesce($2::bigint, 9223372036854775807)';
    return state === undefined
      ? this.database.query(`${delivery} WHERE ${older} ORDER BY d.id DESC LIMIT $1`, [most, before])
      : this.database.query(`${delivery} WHERE ${older} AND d.state = $3 ORDER BY d.id DESC LIMIT $1`, [
          most,
          before,
          state,
        ]);
  }

  async deliveryById(id: number): Promise<DeliveryRow | undefined> {
    const [row] = await this.database.query<DeliveryRow[]>(`${delivery} WHERE d.id = $1`, [id]);
    return row;
  }

  /** The last tries of a delivery, the newest first. */
  tries(deliveryId: number, most: number): Promise<TryRow[]> {
    return this.database.query(
      'SELECT number, at, code, answer, ms FROM webhook_tries WHERE delivery_id = $1 ORDER BY number DESC LIMIT $2',
      [deliveryId, most],
    );
  }

  /**
   * Adds a shop; undefined when there is one of this name, in whatever case. The lock lets one be added at a time, because
   * the table's own key knows equal names alone.
   */
  async addShop(name: string, manager: EntityManager): Promise<number | undefined> {
    await manager.query('LOCK TABLE shops IN SHARE ROW EXCLUSIVE MODE');
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO shops (name) SELECT $1 WHERE NOT EXISTS (SELECT FROM shops WHERE lower(name) = lower($1))
       ON CONFLICT DO NOTHING RETURNING id`,
      [name],
    );
    return row?.id;
  }

  async shopById(id: number, manager: EntityManager): Promise<Shop | undefined> {
    const [row] = await manager.query<Shop[]>('SELECT id, name FROM shops WHERE id = $1', [id]);
    return row;
  }

  async addKey({ id, name }: Shop, keySha256: string, manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ id: number }[]>(
      'INSERT INTO intake_keys (shop_id, name, key_sha256) VALUES ($1, $2, $3) RETURNING id',
      [id, name, keySha256],
    );
    return row!.id;
  }

  /** Revokes a key; undefined when there is no valid one. */
  async revokeKey(id: number, manager: EntityManager): Promise<{ shop: string } | undefined> {
    const [[row]] = await manager.query<[{ shop: string }[], number]>(
      `UPDATE intake_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING name AS shop`,
      [id],
    );
    return row;
  }

  /** Adds an endpoint; undefined when the shop has it. @param secret encrypted */
  async addEndpoint(shopId: number, url: string, secret: string, manager: EntityManager): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO webhook_endpoints (shop_id, url, secret) VALUES ($1, $2, $3)
       ON CONFLICT (shop_id, url) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
      [shopId, url, secret],
    );
    return row?.id;
  }

  /**
   * Gives an endpoint a new secret; the one before signs beside it for these hours. Undefined when there is no such
   * endpoint. @param secret encrypted
   */
  async renewSecret(id: number, secret: string, hours: number, manager: EntityManager): Promise<ToldShop | undefined> {
    const [[row]] = await manager.query<[ToldShop[], number]>(
      `UPDATE webhook_endpoints e
       SET secret = $2, earlier_secret = e.secret, earlier_until = now() + make_interval(hours => $3)
       FROM shops s WHERE e.id = $1 AND e.removed_at IS NULL AND s.id = e.shop_id RETURNING e.url, s.name AS shop`,
      [id, secret, hours],
    );
    return row;
  }

  async removeEndpoint(id: number, manager: EntityManager): Promise<ToldShop | undefined> {
    const [[row]] = await manager.query<[ToldShop[], number]>(
      `UPDATE webhook_endpoints e SET removed_at = now() FROM shops s
       WHERE e.id = $1 AND e.removed_at IS NULL AND s.id = e.shop_id RETURNING e.url, s.name AS shop`,
      [id],
    );
    return row;
  }

  /**
   * Notes that what failed at an endpoint since a time is to be sent again, and makes it due now. Undefined when there is no
   * such endpoint, null when nothing failed there since.
   */
  async sendAllAgain(id: number, since: string, manager: EntityManager): Promise<ToldShop | null | undefined> {
    const [endpoint] = await manager.query<(ToldShop & { hasFailed: boolean })[]>(
      `SELECT e.url, s.name AS shop, EXISTS (SELECT FROM webhook_deliveries
         WHERE endpoint_id = e.id AND state = 'failed' AND occurred_at >= $2) AS "hasFailed"
       FROM webhook_endpoints e JOIN shops s ON s.id = e.shop_id WHERE e.id = $1 AND e.removed_at IS NULL FOR UPDATE OF e`,
      [id, since],
    );
    if (!endpoint?.hasFailed) return endpoint && null;
    await manager.query(
      'UPDATE webhook_endpoints SET again_since = least(again_since, $2), resume_at = NULL WHERE id = $1',
      [id, since],
    );
    return endpoint;
  }

  /**
   * Makes a delivery due now, and its endpoint with it; its tries begin anew when it had ended. False for one whose
   * endpoint was removed, and while a try of it is under way.
   */
  async sendAgain(id: number, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `WITH again AS (
         UPDATE webhook_deliveries d SET state = 'waiting', due_at = now(), ended_at = NULL,
           begun_at = CASE WHEN state = 'waiting' THEN begun_at ELSE now() END
         FROM webhook_endpoints e
         WHERE d.id = $1 AND e.id = d.endpoint_id AND e.removed_at IS NULL AND NOT EXISTS (
           SELECT FROM webhook_tries t WHERE t.delivery_id = d.id AND t.number = d.tries AND t.ms IS NULL
             AND d.state = 'waiting' AND d.due_at > now())
         RETURNING endpoint_id
       )
       UPDATE webhook_endpoints e SET resume_at = NULL FROM again WHERE e.id = again.endpoint_id`,
      [id],
    );
    return changed > 0;
  }
}
