import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import { inWorkOrder, pageToWork } from '../database/work-order.js';
import { leaseMinutes, skipMinutes } from '../shared/limits.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { queued } from './listing.queries.js';

export type LeaseFacts = { order_id: number; until: Date };

/**
 * How many free orders a claim looks at: more than members who press at the same moment; then, when all of them are
 * locked, more than a few bulk actions lock (undo.service.ts).
 */
const candidates = [32, 500];

/** The first half of the advisory lock of a member's calls. */
const takes = 1_767_500_600;

@Injectable()
export class NextOrderQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Locks the free order of these statuses that is worked next, of those that no other claim has locked. Of equal arrivals
   * the status that is named first. What the member has skipped is left out.
   * @param today the day in Kuala Lumpur
   * @returns its id; undefined when there is none
   */
  async lockNext(
    memberId: number,
    statuses: OrderStatus[],
    today: string,
    manager: EntityManager,
  ): Promise<number | undefined> {
    for (const among of candidates) {
      const id = await this.lockAmong(among, memberId, statuses, today, manager);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  private async lockAmong(
    among: number,
    memberId: number,
    statuses: OrderStatus[],
    today: string,
    manager: EntityManager,
  ): Promise<number | undefined> {
    const free = sql`SELECT id, doa FROM ${queued} o WHERE process_status = status
      AND (SELECT member_id FROM holds WHERE order_id = o.id) IS NULL
      AND (SELECT until FROM skips
           WHERE member_id = ${memberId} AND order_id = o.id AND until > now()) IS NULL`;
    const { text, values } = sql`WITH free AS MATERIALIZED (
        SELECT l.id, row_number() OVER (ORDER BY ${inWorkOrder('l', today, 'rank')}) AS place
        FROM unnest(${statuses}::text[]) WITH ORDINALITY AS worked(status, rank)
          CROSS JOIN LATERAL (${pageToWork(free, today, among)}) l
        ORDER BY place LIMIT ${among}
      )
      SELECT o.id FROM free JOIN orders o USING (id)
      WHERE o.held_by IS NULL AND o.process_status = ANY(${statuses})
      ORDER BY free.place LIMIT 1 FOR UPDATE OF o SKIP LOCKED`;
    const [row] = await manager.query<{ id: number }[]>(text, values);
    return row?.id;
  }

  /** Makes the hold of an order a lease. Returns when it ends. */
  async lease(orderId: number, memberId: number, manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<{ until: Date }[]>(
      `INSERT INTO leases (order_id, member_id, length, until)
       SELECT $1, $2, length, now() + length FROM make_interval(mins => $3) AS length RETURNING until`,
      [orderId, memberId, leaseMinutes],
    );
    return row!.until;
  }

  /** Begins a member's lease anew. Undefined when the member holds the order on no lease. */
  async renew(orderId: number, memberId: number): Promise<Date | undefined> {
    const [[row]] = await this.database.query<[{ until: Date }[], number]>(
      'UPDATE leases SET until = now() + length WHERE order_id = $1 AND member_id = $2 RETURNING until',
      [orderId, memberId],
    );
    return row?.until;
  }

  /** Lets the member's calls of *Next order* follow each other until the transaction ends, so that each sees the leases of the one before. */
  async oneByOne(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [takes, memberId]);
  }

  /**
   * The orders that a member holds by a lease and has not worked on since, the oldest lease first. Work is what renews a lease:
   * what the member did there beyond opening it, a text that is not sent, and *Keep*.
   */
  async untouched(memberId: number, manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ order_id: number }[]>(
      `SELECT l.order_id FROM leases l JOIN orders o ON o.id = l.order_id
       WHERE l.member_id = $1 AND l.until <= o.held_since + l.length
         AND NOT EXISTS (SELECT FROM activity
           WHERE order_id = l.order_id AND member_id = $1 AND create_ts > o.held_since AND action <> 'order.viewed')
         AND NOT EXISTS (SELECT FROM drafts WHERE member_id = $1 AND about = l.order_id AND form <> 'member')
       ORDER BY o.held_since, l.order_id`,
      [memberId],
    );
    return rows.map(({ order_id }) => order_id);
  }

  /** A member's leases, the one that ends first at the beginning, at most `most`. */
  leasesOf(memberId: number, most: number): Promise<LeaseFacts[]> {
    const question = sql`SELECT order_id, until FROM leases WHERE member_id = ${memberId}
      ORDER BY until LIMIT ${literal(String(most))}`;
    return this.database.query(...prepared('leases.of-member', question).asArguments);
  }

  /** The orders of up to `most` leases that have ended. The table is small and read whole. */
  async ended(most: number): Promise<number[]> {
    const rows = await this.database.query<{ order_id: number }[]>(
      'SELECT order_id FROM leases WHERE until <= now() ORDER BY until LIMIT $1',
      [most],
    );
    return rows.map(({ order_id }) => order_id);
  }

  /** Whether the lease of an order has ended. It is locked, so that no work renews it at this moment. */
  async lockEnded(orderId: number, manager: EntityManager): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      'SELECT FROM leases WHERE order_id = $1 AND until <= now() FOR UPDATE',
      [orderId],
    );
    return found.length > 0;
  }

  /** Puts an order behind the others for this member, and forgets the member's skips that have ended. */
  async skip(orderId: number, memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM skips WHERE member_id = $1 AND until <= now()', [memberId]);
    await manager.query(
      `INSERT INTO skips (member_id, order_id, until) VALUES ($1, $2, now() + make_interval(mins => $3))
       ON CONFLICT (member_id, order_id) DO UPDATE SET until = excluded.until`,
      [memberId, orderId, skipMinutes],
    );
  }
}
