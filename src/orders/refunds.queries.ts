import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { Refund } from '../database/refund.entity.js';

/** What the order has of its refunds: a trigger keeps it (migration refunds-are-rows). */
type Sum = Pick<Order, 'refundDate' | 'refundAmount' | 'refundReference'>;

/** A refund that is to be written. `at` is now unless told. */
type NewRefund = Pick<Refund, 'amount' | 'currency' | 'reference' | 'by' | 'isWhole'> & { at: Date | undefined };

@Injectable()
export class RefundsQueries {
  constructor(private readonly database: DataSource) {}

  /** The refunds of an order, the first first. */
  ofOrder(orderId: number, manager: EntityManager = this.database.manager): Promise<Refund[]> {
    return manager.getRepository(Refund).find({ where: { orderId }, order: { id: 'ASC' } });
  }

  /** The orders with a refund of this reference, two at the most. */
  async ordersOf(reference: string): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      'SELECT order_id AS id FROM refunds WHERE reference = $1 ORDER BY order_id LIMIT 2',
      [reference],
    );
    return rows.map(({ id }) => id);
  }

  /** Writes a refund of a locked order, and brings the order up to date. */
  async add(order: Order, { at, ...refund }: NewRefund, manager: EntityManager): Promise<void> {
    await manager.insert(Refund, { orderId: order.id, ...refund, ...(at && { at }) });
    await this.sumUp(order, manager);
  }

  /** Marks a refund of a locked order as failed. A member then has to say again whether what is left was all of it. */
  async fail(
    order: Order,
    { id }: Pick<Refund, 'id'>,
    { reason, at, by }: { reason: string | undefined; at: Date | undefined; by: string },
    manager: EntityManager,
  ): Promise<void> {
    await manager.query('UPDATE refunds SET is_whole = NULL WHERE order_id = $1 AND is_whole IS NOT NULL', [order.id]);
    await manager.query(
      `UPDATE refunds SET state = 'failed', state_ts = now(), reason = $2, failed_at = coalesce($3, now()), failed_by = $4 WHERE id = $1`,
      [id, reason ?? null, at ?? null, by],
    );
    await this.sumUp(order, manager);
  }

  /** Notes whether the refunds of a locked order were all that is given back: of all, on the newest that was done. */
  async sayWhole(order: Order, isAll: boolean, manager: EntityManager): Promise<void> {
    await manager.query(
      `UPDATE refunds SET is_whole = $2 WHERE order_id = $1 AND state = 'done'
         AND (NOT $2 OR id = (SELECT max(id) FROM refunds WHERE order_id = $1 AND state = 'done'))`,
      [order.id, isAll],
    );
    await this.sumUp(order, manager);
  }

  private async sumUp(order: Order, manager: EntityManager): Promise<void> {
    const [sum] = await manager.query<Sum[]>(
      `SELECT refund_date AS "refundDate", refund_amount AS "refundAmount", refund_reference AS "refundReference"
       FROM orders WHERE id = $1`,
      [order.id],
    );
    Object.assign(order, sum);
  }
}
