import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OrderCharge } from '../database/order-charge.entity.js';
import type { Order } from '../database/order.entity.js';
import type { Charge } from '../shared/charges.js';
import { Refund } from '../database/refund.entity.js';

/** What the order has of its refunds: a trigger keeps it (database/functions/sum_charges.sql). */
type Sum = Pick<Order, 'refundDate' | 'refundAmount' | 'refundReference'>;

/** A refund that is to be written. `at` is now unless told. */
type NewRefund = Pick<Refund, 'chargeId' | 'amount' | 'currency' | 'reference' | 'by' | 'isWhole'> & {
  at: Date | undefined;
};

/** A charge of an order; `id` is null for the first, whose facts are the order's. */
export type OrderCharged = Charge &
  Pick<
    Order,
    | 'paidAt'
    | 'paidTimeTold'
    | 'merchantName'
    | 'statementDescriptor'
    | 'cardBrand'
    | 'cardLast4'
    | 'cardFingerprint'
    | 'avs'
    | 'cvv'
    | 'threeDs'
  >;

@Injectable()
export class RefundsQueries {
  constructor(private readonly database: DataSource) {}

  /** The refunds of an order, the first first. */
  ofOrder(orderId: number, manager: EntityManager = this.database.manager): Promise<Refund[]> {
    return manager.getRepository(Refund).find({ where: { orderId }, order: { id: 'ASC' } });
  }

  /** The charges of an order, the first first. */
  async charges(order: Order, manager: EntityManager = this.database.manager): Promise<OrderCharged[]> {
    const others = await manager
      .getRepository(OrderCharge)
      .find({ where: { orderId: order.id }, order: { id: 'ASC' } });
    // a member may have given the first its id after it was reported as another
    const further = others.filter(({ transactionId }) => transactionId !== order.transactionId);
    return [factsOf(order, null), ...further.map((one) => factsOf(one, one.id))];
  }

  /** Whether money of a further charge of the order was given back, or tried to be. */
  async hasRefundOf(orderId: number, transactionId: string, manager: EntityManager): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `SELECT FROM order_charges c JOIN refunds f ON f.order_id = c.order_id AND f.charge_id = c.id
       WHERE c.order_id = $1 AND c.transaction_id = $2 LIMIT 1`,
      [orderId, transactionId],
    );
    return found.length > 0;
  }

  /** The orders with a refund of this reference, two at the most. */
  async ordersOf(reference: string): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      'SELECT DISTINCT order_id AS id FROM refunds WHERE reference = $1 ORDER BY order_id LIMIT 2',
      [reference],
    );
    return rows.map(({ id }) => id);
  }

  /** Reads into a locked order what its refunds come to. */
  async sumUp(order: Order, manager: EntityManager): Promise<void> {
    const [sum] = await manager.query<Sum[]>(
      `SELECT refund_date AS "refundDate", refund_amount AS "refundAmount", refund_reference AS "refundReference"
       FROM orders WHERE id = $1`,
      [order.id],
    );
    Object.assign(order, sum);
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
}

function factsOf(of: Order | OrderCharge, id: number | null): OrderCharged {
  const { transactionId, amount, currency, paidAt, paidTimeTold, merchantName, statementDescriptor } = of;
  const { cardBrand, cardLast4, cardFingerprint, avs, cvv, threeDs } = of;
  const card = { cardBrand, cardLast4, cardFingerprint, avs, cvv, threeDs };
  return { id, transactionId, amount, currency, paidAt, paidTimeTold, merchantName, statementDescriptor, ...card };
}
