import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';
import { Invoice } from '../database/invoice.entity.js';
import { Mail } from '../database/mail.entity.js';
import type { Order } from '../database/order.entity.js';

@Injectable()
export class InvoicesQueries {
  constructor(private readonly database: DataSource) {}

  ofOrder(orderId: number, manager: EntityManager = this.database.manager): Promise<Invoice | null> {
    return manager.getRepository(Invoice).findOneBy({ orderId });
  }

  /**
   * Issues the invoice of a locked order with the next number of the year (UTC). The year's row stays locked until the
   * transaction ends, and a rollback returns the number: no gaps, no doubles.
   */
  async add(orderId: number, facts: Record<string, unknown>, manager: EntityManager): Promise<Invoice> {
    await manager.query(
      `WITH next AS (
         INSERT INTO invoice_years (year, last) VALUES (extract(year FROM now() AT TIME ZONE 'UTC'), 1)
         ON CONFLICT (year) DO UPDATE SET last = invoice_years.last + 1 RETURNING year, last)
       INSERT INTO invoices (order_id, year, number, facts) SELECT $1, year, last, $2 FROM next`,
      [orderId, JSON.stringify(facts)],
    );
    return manager.getRepository(Invoice).findOneByOrFail({ orderId });
  }

  /** Whether the order's invoice was mailed before this mail. */
  isCopy({ id, orderId }: Mail): Promise<boolean> {
    return this.database
      .getRepository(Mail)
      .createQueryBuilder('m')
      .where(`m.orderId = :orderId AND m.kind = 'invoice' AND m.id < :id`, { orderId, id })
      .getExists();
  }

  async gatewayName({ gatewayId }: Order, manager: EntityManager): Promise<string | null> {
    if (gatewayId === null) return null;
    const gateway = await manager.getRepository(Gateway).findOneBy({ id: gatewayId });
    return gateway?.gatewayName ?? null;
  }
}
