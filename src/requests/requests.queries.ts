import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ChargeView } from '../database/charge-view.entity.js';
import type { Order } from '../database/order.entity.js';
import type { VisitorOrigin } from '../database/noted-visitor.js';
import { OrderRequest } from '../database/order-request.entity.js';
import { beside, type BesideRow, type Neighbours, toNeighbours } from '../database/beside.js';
import { prepared } from '../database/prepared.js';
import { sql } from '../database/sql.js';
import { historyRows } from '../shared/limits.js';

/** An open request with what its list says of the order; `holder` is a name. */
export type WaitingRow = Pick<OrderRequest, 'id' | 'orderId' | 'createTs' | 'kind' | 'text'> &
  Pick<Order, 'fullName' | 'processStatus'> & { holder: string | null };

@Injectable()
export class RequestsQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds a request; false when the same one is still open. */
  async add(
    { orderId, kind, text }: Pick<OrderRequest, 'orderId' | 'kind' | 'text'>,
    { visitorSessionId, ip, location, userAgent }: VisitorOrigin,
    manager: EntityManager,
  ): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `INSERT INTO order_requests (order_id, kind, text, visitor_session_id, ip, place, user_agent)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      [orderId, kind, text, visitorSessionId, ip, location, userAgent],
    );
    return added.length > 0;
  }

  requestById(id: number): Promise<OrderRequest | null> {
    return this.database.getRepository(OrderRequest).findOneBy({ id });
  }

  /** The request, locked until the transaction ends. */
  lockRequest(id: number, manager: EntityManager): Promise<OrderRequest> {
    return manager.findOneOrFail(OrderRequest, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async handle(id: number, by: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE order_requests SET handled_at = now(), handled_by = $2 WHERE id = $1', [id, by]);
  }

  /** The newest requests of an order, newest first. */
  ofOrder(orderId: number): Promise<OrderRequest[]> {
    return this.database
      .getRepository(OrderRequest)
      .find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }

  /** Open requests, the oldest first. */
  waiting(offset: number, limit: number): Promise<WaitingRow[]> {
    return this.database.query(
      `SELECT r.id, r.order_id AS "orderId", r.create_ts AS "createTs", r.kind, r.text, o.full_name AS "fullName",
         o.process_status AS "processStatus", m.name AS holder
       FROM (SELECT * FROM order_requests WHERE handled_at IS NULL ORDER BY create_ts, id OFFSET $1 LIMIT $2) r
       JOIN orders o ON o.id = r.order_id LEFT JOIN members m ON m.id = o.held_by ORDER BY r.create_ts, r.id`,
      [offset, limit],
    );
  }

  /** The open requests before and after one of this order: the one that `rowId` names, else the oldest. */
  async beside(orderId: number, rowId: number | undefined): Promise<Neighbours> {
    const here = sql`SELECT order_id, create_ts AS a, id AS b FROM order_requests
      WHERE order_id = ${orderId} AND (${rowId ?? null}::int IS NULL OR id = ${rowId ?? null})
      ORDER BY handled_at NULLS FIRST, create_ts, id LIMIT 1`;
    const list = sql`SELECT order_id, id AS row_id, create_ts AS a, id AS b FROM order_requests WHERE handled_at IS NULL`;
    return toNeighbours(await this.database.query<BesideRow[]>(...beside(here, list).asArguments));
  }

  /** How many requests nobody has handled, and of how many orders they are. */
  async waitingTotals(): Promise<{ total: number; orders: number }> {
    const [row] = await this.database.query<{ total: number; orders: number }[]>(
      `SELECT count(*)::int AS total, count(DISTINCT order_id)::int AS orders FROM order_requests
       WHERE handled_at IS NULL`,
    );
    return row!;
  }

  async waitingCount(): Promise<number> {
    const question = sql`SELECT count(*)::int AS count FROM order_requests WHERE handled_at IS NULL`;
    const [row] = await this.database.query<{ count: number }[]>(...prepared('requests.waiting', question).asArguments);
    return row!.count;
  }

  /** Notes a look at the page, unless one of the same session and network was noted within this many seconds. */
  async view(
    orderId: number,
    { visitorSessionId, ip, location, userAgent }: VisitorOrigin,
    seconds: number,
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO charge_views (order_id, visitor_session_id, ip, place, user_agent)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM charge_views WHERE order_id = $1 AND visitor_session_id = $2 AND network_of(ip) = network_of($3)
           AND create_ts > now() - make_interval(secs => $6))`,
      [orderId, visitorSessionId, ip, location, userAgent, seconds],
    );
  }

  /** The newest looks at the page of an order, newest first. */
  viewsOf(orderId: number): Promise<ChargeView[]> {
    return this.database
      .getRepository(ChargeView)
      .find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }
}
