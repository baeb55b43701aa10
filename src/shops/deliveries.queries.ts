import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { WebhookAnswer } from './webhook.client.js';
import type { WebhookMessage } from './webhook-message.js';

/** A delivery whose try has been opened: `number` is the try's, from 1. The secrets that sign it are encrypted. */
export type OpenTry = WebhookMessage & { id: string; number: number; at: Date; url: string; secrets: string[] };

/** The outbox, which is the log too (docs/http-api.md#webhooks-to-shops). */
@Injectable()
export class DeliveriesQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Lets what failed at endpoints since the time that a member named wait again, the first events first, at most so many of each
   * endpoint. The next call goes on with the others.
   */
  async waitAgain(most: number): Promise<void> {
    await this.database.query(
      `WITH asked AS (
         SELECT id, again_since FROM webhook_endpoints WHERE again_since IS NOT NULL AND removed_at IS NULL FOR UPDATE
       ), again AS (
         UPDATE webhook_deliveries d SET state = 'waiting', begun_at = now(), due_at = now(), ended_at = NULL
         FROM asked CROSS JOIN LATERAL (SELECT f.id FROM webhook_deliveries f WHERE f.endpoint_id = asked.id
           AND f.state = 'failed' AND f.occurred_at >= asked.again_since ORDER BY f.occurred_at LIMIT $1) failed
         WHERE d.id = failed.id RETURNING d.endpoint_id
       )
       UPDATE webhook_endpoints e SET again_since = NULL FROM asked
       WHERE e.id = asked.id AND (SELECT count(*) FROM again WHERE endpoint_id = e.id) < $1`,
      [most],
    );
  }

  /** The endpoints that something can be sent to now. */
  async dueEndpoints(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT e.id FROM webhook_endpoints e
       WHERE e.removed_at IS NULL AND (e.resume_at IS NULL OR e.resume_at <= now()) AND EXISTS (
         SELECT FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'waiting' AND d.due_at <= now())`,
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Opens a try of the next deliveries of an endpoint, of each order the first that waits. If the process ends before the
   * result is written, they are due again after `lease` seconds.
   */
  openTries(endpointId: number, most: number, lease: number): Promise<OpenTry[]> {
    return this.database.query(
      `WITH next AS (
         SELECT d.id FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
         WHERE d.endpoint_id = $1 AND d.state = 'waiting' AND d.due_at <= now()
           AND e.removed_at IS NULL AND (e.resume_at IS NULL OR e.resume_at <= now())
           AND NOT EXISTS (SELECT FROM webhook_deliveries earlier WHERE earlier.order_id = d.order_id
             AND earlier.endpoint_id = d.endpoint_id AND earlier.state = 'waiting' AND earlier.id < d.id)
         ORDER BY d.due_at, d.id LIMIT $2 FOR UPDATE OF d SKIP LOCKED
       ), opened AS (
         UPDATE webhook_deliveries d SET tries = tries + 1, due_at = now() + make_interval(secs => $3)
         FROM next WHERE d.id = next.id RETURNING d.*
       ), written AS (
         INSERT INTO webhook_tries (delivery_id, number) SELECT id, tries FROM opened RETURNING at
       )
       SELECT d.id, d.tries AS number, now() AS at, d.webhook_id AS "webhookId", d.event, d.occurred_at AS "occurredAt", d.facts,
         d.order_id AS "orderId", o.external_ref AS "externalRef", e.url,
         CASE WHEN e.earlier_until > now() THEN ARRAY[e.secret, e.earlier_secret] ELSE ARRAY[e.secret] END AS secrets
       FROM opened d JOIN orders o ON o.id = d.order_id JOIN webhook_endpoints e ON e.id = d.endpoint_id`,
      [endpointId, most, lease],
    );
  }

  /** Writes what a try came to. @param ms how long it took */
  async closeTry({ id, number }: OpenTry, { code, text }: WebhookAnswer, ms: number, manager: EntityManager) {
    await manager.query(
      'UPDATE webhook_tries SET code = $3, answer = $4, ms = $5 WHERE delivery_id = $1 AND number = $2',
      [id, number, code, text, ms],
    );
  }

  async delivered({ id }: OpenTry, manager: EntityManager): Promise<void> {
    await manager.query(
      "UPDATE webhook_deliveries SET state = 'delivered', ended_at = now() WHERE id = $1 AND state = 'waiting'",
      [id],
    );
  }

  /** A try failed: the next one comes after `pause` seconds, the last one `hours` after the first was due. */
  async failed({ id }: OpenTry, pause: number, hours: number, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE webhook_deliveries SET due_at = least(now() + make_interval(secs => $2), begun_at + make_interval(hours => $3)),
         state = CASE WHEN now() < begun_at + make_interval(hours => $3) THEN 'waiting' ELSE 'failed' END,
         ended_at = CASE WHEN now() < begun_at + make_interval(hours => $3) THEN NULL ELSE now() END
       WHERE id = $1 AND state = 'waiting'`,
      [id, pause, hours],
    );
  }

  /**
   * The endpoint answered: what failed while it didn't is due now, except tries under way. Writes nothing for an
   * endpoint that always answered.
   */
  async answered(endpointId: number, lease: number): Promise<void> {
    await this.database.query(
      `WITH back AS (
         UPDATE webhook_endpoints SET silences = 0, resume_at = NULL WHERE id = $1 AND silences > 0 RETURNING id
       )
       UPDATE webhook_deliveries d SET due_at = now() FROM back
       WHERE d.endpoint_id = back.id AND d.state = 'waiting' AND d.due_at > now() + make_interval(secs => $2)`,
      [endpointId, lease],
    );
  }

  /**
   * The endpoint didn't answer these tries. It is called again after `first` seconds, then after twice as long each
   * time, at most `longest`; the tried deliveries are due then. What has waited for `hours` is given up.
   */
  async silent(
    endpointId: number,
    tries: OpenTry[],
    { first, longest, hours }: { first: number; longest: number; hours: number },
  ): Promise<void> {
    await this.database.query(
      `WITH paused AS (
         UPDATE webhook_endpoints SET silences = silences + 1,
           resume_at = now() + make_interval(secs => least($2 * 2 ^ least(silences, 20), $3))
         WHERE id = $1
       ), due AS (
         UPDATE webhook_deliveries SET due_at = now()
         WHERE id = ANY($4) AND state = 'waiting' AND begun_at >= now() - make_interval(hours => $5)
       )
       UPDATE webhook_deliveries SET state = 'failed', ended_at = now()
       WHERE endpoint_id = $1 AND state = 'waiting' AND begun_at < now() - make_interval(hours => $5) AND due_at <= now()`,
      [endpointId, first, longest, tries.map(({ id }) => id), hours],
    );
  }

  /** Ends what waits for endpoints that were removed. */
  async endOfRemoved(manager: EntityManager = this.database.manager): Promise<void> {
    await manager.query(
      `UPDATE webhook_deliveries d SET state = 'failed', ended_at = now() FROM webhook_endpoints e
       WHERE e.id = d.endpoint_id AND e.removed_at IS NOT NULL AND d.state = 'waiting'`,
    );
  }

  /** Removes what ended this many days ago, up to ten thousand rows at a time. */
  async forget(days: number): Promise<void> {
    await this.database.query(
      `DELETE FROM webhook_deliveries WHERE id IN (
         SELECT id FROM webhook_deliveries WHERE state <> 'waiting' AND ended_at < now() - make_interval(days => $1)
         ORDER BY ended_at LIMIT 10000)`,
      [days],
    );
  }
}
