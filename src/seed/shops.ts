import { randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Env } from '../platform/env.js';
import { Keys } from '../platform/keys.js';
import { seal } from '../platform/sealed.js';

/** How many orders the second shop of the demonstration gets. */
const orders = 6;

/**
 * Gives a second shop a few orders that were completed before yesterday, an endpoint, and what it was told of them: one
 * event at the second try, one not at all. Embedded mode answers there itself (src/embedded/mailbox.ts); elsewhere nobody
 * does, so that the endpoint counts as removed.
 */
export async function addShops(
  session: ClientBase,
  { firstId, now, env }: { firstId: number; now: number; env: Env },
): Promise<void> {
  const shopId = await shopOf(session, 'Demo shop');
  const { rowCount } = await session.query('SELECT FROM webhook_endpoints WHERE shop_id = $1', [shopId]);
  if (rowCount !== 0) return;

  const ids = await handOver(session, shopId, firstId, now);
  const secret = seal(`whsec_${randomBytes(32).toString('base64')}`, new Keys(env).of('webhook'));
  const { rows } = await session.query<{ id: number }>(
    `INSERT INTO webhook_endpoints (shop_id, url, secret, create_ts, removed_at)
     VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000) - interval '90 days', CASE WHEN $5 THEN NULL ELSE now() END)
     RETURNING id`,
    [shopId, `http://127.0.0.1:${env.PORT}/dev/shop`, secret, now, env.EMBEDDED],
  );
  await tell(session, rows[0]!.id, ids);
}

async function shopOf(session: ClientBase, name: string): Promise<number> {
  await session.query('INSERT INTO shops (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
  const { rows } = await session.query<{ id: number }>('SELECT id FROM shops WHERE name = $1', [name]);
  return rows[0]!.id;
}

/** Makes the newest orders of the seed that were completed before yesterday the shop's own. */
async function handOver(session: ClientBase, shopId: number, firstId: number, now: number): Promise<number[]> {
  const { rows } = await session.query<{ id: number }>(
    `UPDATE orders SET shop_id = $1 WHERE id IN (
       SELECT id FROM orders WHERE id >= $2 AND process_status = 'Completed' AND shop_id = 1
         AND processed_at < to_timestamp($3::float8 / 1000) - interval '25 hours' ORDER BY id DESC LIMIT $4)
     RETURNING id`,
    [shopId, firstId, now, orders],
  );
  return rows.map(({ id }) => id);
}

/** Writes the events of these orders as told, each when it happened. */
async function tell(session: ClientBase, endpointId: number, ids: number[]): Promise<void> {
  await session.query(
    `WITH told AS (
       SELECT order_id, create_ts AS at, row_number() OVER (ORDER BY create_ts DESC, id DESC) AS nth,
         CASE WHEN "to" = 'AwaitingGovt' THEN 'order.submitted' WHEN "to" = 'Completed' THEN 'order.completed' ELSE action END AS event
       FROM activity WHERE order_id = ANY($2) AND (action IN ('order.received', 'order.amended')
         OR action = 'order.moved' AND "to" IN ('AwaitingGovt', 'Completed'))
     ), written AS (
       INSERT INTO webhook_deliveries (endpoint_id, order_id, event, occurred_at, begun_at, due_at, state, tries, ended_at)
       SELECT $1, order_id, event, at, at, at, CASE WHEN nth = 1 THEN 'failed' ELSE 'delivered' END,
         CASE WHEN nth = 1 THEN 3 WHEN nth = 3 THEN 2 ELSE 1 END,
         at + CASE WHEN nth = 1 THEN interval '24 hours' WHEN nth = 3 THEN interval '31 seconds' ELSE interval '1 second' END
       FROM told ORDER BY at RETURNING id, state, tries, occurred_at
     )
     INSERT INTO webhook_tries (delivery_id, number, at, code, answer, ms)
     SELECT id, number, occurred_at + CASE WHEN state = 'failed' AND number = 3 THEN interval '24 hours'
         ELSE (number - 1) * interval '30 seconds' END,
       CASE WHEN number = tries AND state = 'delivered' THEN 204 WHEN number = 2 THEN NULL ELSE 500 END,
       CASE WHEN number = tries AND state = 'delivered' THEN '' WHEN number = 2 THEN 'No answer within 10 seconds'
         ELSE 'Internal Server Error' END,
       CASE WHEN number = 2 AND state = 'failed' THEN 10003 ELSE 40 + 7 * (id % 13) END
     FROM written, generate_series(1, tries) AS number`,
    [endpointId, ids],
  );
}
