import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Order } from '../database/order.entity.js';

@Injectable()
export class OrdersQueries {
  constructor(private readonly database: DataSource) {}

  byId(id: number): Promise<Order | null> {
    return this.database.getRepository(Order).findOneBy({ id });
  }

  /** The order, locked until the transaction ends. */
  lock(id: number, inside: EntityManager): Promise<Order | null> {
    return inside.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Writes what a member or the promotion changed; the version rises by one (api: Writes on one order). */
  async change(
    order: Order,
    to: Partial<Order>,
    by: { name: string; what: string },
    inside: EntityManager,
  ): Promise<void> {
    Object.assign(order, to, {
      version: order.version + 1,
      changedBy: by.name,
      changedAt: new Date(),
      lastChange: by.what,
    });
    const { version, changedBy, changedAt, lastChange } = order;
    await inside.update(Order, { id: order.id }, { ...to, version, changedBy, changedAt, lastChange });
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }

  /** The name a member has or had; histories outlive accounts. */
  async nameOf(memberId: number, inside: EntityManager = this.database.manager): Promise<string> {
    const [row] = await inside.query<{ name: string }[]>('SELECT name FROM members WHERE id = $1', [memberId]);
    return row?.name ?? 'somebody else';
  }

  /** The member of that name, whatever its case; undefined for an unknown or deleted one. */
  async memberByName(name: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT id FROM members WHERE lower(name) = lower($1) AND deleted_at IS NULL',
      [name],
    );
    return row?.id;
  }

  /**
   * The member's name, undefined for a deleted one. The account stays until the transaction ends: an order is never given
   * to somebody who is being deleted.
   */
  async lockMember(id: number, inside: EntityManager): Promise<string | undefined> {
    const [row] = await inside.query<{ name: string }[]>(
      'SELECT name FROM members WHERE id = $1 AND deleted_at IS NULL FOR SHARE',
      [id],
    );
    return row?.name;
  }

  async gatewayName(id: number | null): Promise<string | null> {
    if (id === null) return null;
    const [row] = await this.database.query<{ gateway_name: string }[]>(
      'SELECT gateway_name FROM gateways WHERE id = $1',
      [id],
    );
    return row?.gateway_name ?? null;
  }

  /** Up to `most` future orders whose day of processing has come, those due longest first. */
  async due(today: string, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM orders WHERE process_status = 'Future' AND processing_date <= $1 ORDER BY processing_date LIMIT $2`,
      [today, most],
    );
    return rows.map(({ id }) => id);
  }

  /** Folds the tallies' deltas into one row a key; sums are the same before, during and after. */
  async foldTallies(): Promise<void> {
    for (const [table, key] of [
      ['queue_tally', 'process_status, process_month'],
      ['country_tally', 'day, nationality, processing_mode'],
      ['processed_tally', 'day, processed_by'],
    ] as const) {
      await this.database.query(
        `WITH many AS (SELECT ctid FROM ${table} FOR UPDATE SKIP LOCKED LIMIT 20000),
              gone AS (DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM many) RETURNING *)
         INSERT INTO ${table} SELECT ${key}, sum(n) FROM gone GROUP BY ${key} HAVING sum(n) <> 0`,
      );
    }
  }
}
