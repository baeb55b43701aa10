import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ChargeView } from '../database/charge-view.entity.js';
import { OrderRequest } from '../database/order-request.entity.js';
import { historyRows } from '../shared/limits.js';

/** The visitor's session and where it comes from. */
export type Origin = Pick<OrderRequest, 'visitorSessionId' | 'ip' | 'location' | 'userAgent'>;

@Injectable()
export class RequestsQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds a request; false when the same one is still open. */
  async add(
    { orderId, kind, text }: Pick<OrderRequest, 'orderId' | 'kind' | 'text'>,
    { visitorSessionId, ip, location, userAgent }: Origin,
    manager: EntityManager,
  ): Promise<boolean> {
    const added = await manager.query<unknown[]>(
      `INSERT INTO order_requests (order_id, kind, text, visitor_session_id, ip, place, user_agent)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
      [orderId, kind, text, visitorSessionId, ip, location, userAgent],
    );
    return added.length > 0;
  }

  /** The request, or null when there is none; an id beyond PostgreSQL's integers has none. */
  async requestById(id: number): Promise<OrderRequest | null> {
    return id > 2_147_483_647 ? null : this.database.getRepository(OrderRequest).findOneBy({ id });
  }

  /** The same, locked until the transaction ends. */
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

  /** Notes a look at the page, unless the session's last one was noted within this many seconds. */
  async view(orderId: number, { visitorSessionId, ip, location, userAgent }: Origin, seconds: number): Promise<void> {
    await this.database.query(
      `INSERT INTO charge_views (order_id, visitor_session_id, ip, place, user_agent)
       SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (
         SELECT FROM charge_views WHERE order_id = $1 AND visitor_session_id = $2 AND ip = $3
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
