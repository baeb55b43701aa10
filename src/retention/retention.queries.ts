import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Sql, literal, sql } from '../database/sql.js';
import { exactTotalLimit } from '../shared/limits.js';
import type { AgedKind, ErasureKind, FrozenReason } from '../shared/retention.js';

/** Due orders of one kind; `frozen` is null for those that nothing holds back. */
export type DueGroup = { frozen: FrozenReason | null; count: number; orders: number[] };
export type RunCounts = { masked: number; documents: number; files: number; frozen: number; failed: number };
export type RunRow = RunCounts & { id: number; beganAt: Date; endedAt: Date | null };
export type LeftOrder = { runId: number; orderId: number; reason: FrozenReason };
export type ErasureRow = { kind: ErasureKind; at: Date };

/** How many orders a report names of each kind, and how many days it is kept. */
const named = 20;
const reportDays = 400;
/** How many frozen orders a run writes down. */
const frozenKept = 1_000;

/**
 * Whether an order `o` has something to erase. It may have again after an erasure, because a mail can come in later. It
 * is one subquery, so that PostgreSQL looks each order up and doesn't read whole tables.
 */
const isDue: Record<AgedKind, Sql> = {
  masked: literal(`NOT EXISTS (SELECT FROM erasures e WHERE e.order_id = o.id AND e.kind IN ('masked', 'person'))`),
  documents: literal(`EXISTS (SELECT FROM documents d WHERE d.order_id = o.id AND d.erased_at IS NULL
    UNION ALL SELECT FROM order_files a WHERE a.order_id = o.id AND a.erased_at IS NULL
    UNION ALL SELECT FROM inbound_mails m WHERE m.order_id = o.id AND m.erased_at IS NULL
    UNION ALL SELECT FROM inbound_files f WHERE f.order_id = o.id AND f.erased_at IS NULL)`),
};

/** The first day whose arrivals are too young. `erase_by_age` never erases an order within four weeks of its arrival. */
function tooYoung(months: number): Sql {
  return sql`least((now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date - make_interval(months => ${months}), current_date - 28)`;
}

/** The arrivals after the last order that a run has looked at. */
function notLookedAt(kind: AgedKind, months: number): Sql {
  return sql`o.doa < ${tooYoung(months)} AND (o.doa, o.id) >
    (coalesce((SELECT doa FROM retention_progress WHERE kind = ${kind}), '-infinity'),
      coalesce((SELECT order_id FROM retention_progress WHERE kind = ${kind}), 0))`;
}

/** The SQL of keeping and erasing (docs/people.md#keeping-and-erasing). The erasing itself is in database/functions/erase_by_age.sql. */
@Injectable()
export class RetentionQueries {
  constructor(private readonly database: DataSource) {}

  /** Removes the orders from those put aside that have nothing to erase. */
  async forgetWaiting(kind: AgedKind, months: number): Promise<void> {
    const { text, values } = sql`DELETE FROM retention_waiting w USING orders o
      WHERE w.kind = ${kind} AND o.id = w.order_id AND o.doa < ${tooYoung(months)} AND NOT (${isDue[kind]})`;
    await this.database.query(text, values);
  }

  /** The next orders, by id, that a run has put aside and did not erase. */
  async waiting(kind: AgedKind, months: number, after: number, most: number): Promise<number[]> {
    const { text, values } = sql`SELECT o.id FROM retention_waiting w JOIN orders o ON o.id = w.order_id
      WHERE w.kind = ${kind} AND w.order_id > ${after} AND o.doa < ${tooYoung(months)} ORDER BY w.order_id LIMIT ${most}`;
    const rows = await this.database.query<{ id: number }[]>(text, values);
    return rows.map(({ id }) => id);
  }

  /**
   * Looks at the next `most` arrivals, and puts aside those that are due. What comes in or changes meanwhile waits for it, so
   * that no order is passed. Returns how many were looked at, and which are due.
   */
  lookAt(kind: AgedKind, months: number, most: number): Promise<{ seen: number; due: number[] }> {
    return this.database.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(1765700100)');
      const { text, values } = sql`
        WITH seen AS MATERIALIZED (SELECT o.id, o.doa FROM orders o WHERE ${notLookedAt(kind, months)}
            ORDER BY o.doa, o.id LIMIT ${most}),
          due AS (SELECT o.id, o.doa FROM seen o WHERE ${isDue[kind]}),
          added AS (INSERT INTO retention_waiting SELECT ${kind}::text, id FROM due ON CONFLICT DO NOTHING),
          noted AS (INSERT INTO retention_progress SELECT ${kind}::text, doa, id FROM seen ORDER BY doa DESC, id DESC LIMIT 1
            ON CONFLICT (kind) DO UPDATE SET doa = excluded.doa, order_id = excluded.order_id)
        SELECT (SELECT count(*)::int FROM seen) AS seen, ARRAY(SELECT id FROM due ORDER BY doa, id) AS due`;
      const [row] = await manager.query<{ seen: number; due: number[] }[]>(text, values);
      return row!;
    });
  }

  /** Removes an order from those put aside: it is erased, or has nothing to erase. */
  async waitNoMore(kind: AgedKind, orderId: number): Promise<void> {
    await this.database.query('DELETE FROM retention_waiting WHERE kind = $1 AND order_id = $2', [kind, orderId]);
  }

  /** How many orders are due, by what holds them back, and the first of each. Not more than `exactTotalLimit` are counted. */
  dueGroups(kind: AgedKind, months: number): Promise<DueGroup[]> {
    const most = exactTotalLimit + 1;
    const { text, values } = sql`
      SELECT frozen, count(*)::int AS count, (array_agg(id ORDER BY doa, id))[1:${literal(String(named))}] AS orders
      FROM (SELECT id, doa, frozen_because(id) AS frozen FROM (
          (SELECT o.id, o.doa FROM retention_waiting w JOIN orders o ON o.id = w.order_id
            WHERE w.kind = ${kind} AND o.doa < ${tooYoung(months)} AND ${isDue[kind]} LIMIT ${most})
          UNION (SELECT o.id, o.doa FROM orders o WHERE ${notLookedAt(kind, months)} AND ${isDue[kind]}
            ORDER BY o.doa, o.id LIMIT ${most})
          ORDER BY doa, id LIMIT ${most}) due) judged
      GROUP BY frozen ORDER BY frozen NULLS FIRST`;
    return this.database.query(text, values);
  }

  /** Erases what is due of one order, in a transaction of its own. Returns why not, or `nothing` when it was done before. */
  async erase(orderId: number, kind: AgedKind): Promise<'done' | 'nothing' | FrozenReason> {
    const [row] = await this.database.query<{ came: 'done' | 'nothing' | FrozenReason }[]>(
      'SELECT erase_by_age($1, $2) AS came',
      [orderId, kind],
    );
    return row!.came;
  }

  /** The next files to remove. One that came to two orders in the same bytes is `needed` until both are erased. */
  filesToErase(most: number): Promise<{ key: string; needed: boolean }[]> {
    return this.database.query(
      `SELECT storage_key AS key, EXISTS (
         SELECT FROM documents d WHERE d.storage_key = f.storage_key AND d.erased_at IS NULL
         UNION ALL SELECT FROM order_files a WHERE a.storage_key = f.storage_key AND a.erased_at IS NULL
         UNION ALL SELECT FROM inbound_mails m WHERE m.storage_key = f.storage_key AND m.erased_at IS NULL
         UNION ALL SELECT FROM inbound_files i WHERE i.storage_key = f.storage_key AND i.erased_at IS NULL) AS needed
       FROM files_to_erase f ORDER BY storage_key LIMIT $1`,
      [most],
    );
  }

  async countFiles(): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM files_to_erase');
    return row!.n;
  }

  async fileErased(key: string): Promise<void> {
    await this.database.query('DELETE FROM files_to_erase WHERE storage_key = $1', [key]);
  }

  /** Begins the report of a run, and forgets those that are too old. */
  async beginRun(): Promise<number> {
    await this.database.query(
      `DELETE FROM retention_runs WHERE began_at < now() - make_interval(days => ${reportDays})`,
    );
    const [row] = await this.database.query<{ id: number }[]>('INSERT INTO retention_runs DEFAULT VALUES RETURNING id');
    return row!.id;
  }

  /** Notes an order that the run left as it is; false when it noted the order before. */
  async leave(runId: number, orderId: number, reason: FrozenReason): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `INSERT INTO retention_frozen (run_id, order_id, reason) SELECT $1, $2, $3
       WHERE (SELECT count(*) FROM retention_frozen WHERE run_id = $1) < ${frozenKept}
       ON CONFLICT DO NOTHING RETURNING order_id`,
      [runId, orderId, reason],
    );
    return rows.length > 0;
  }

  async endRun(runId: number, { masked, documents, files, frozen, failed }: RunCounts): Promise<void> {
    await this.database.query(
      `UPDATE retention_runs SET ended_at = now(), masked = $2, documents = $3, files = $4, frozen = $5, failed = $6
       WHERE id = $1`,
      [runId, masked, documents, files, frozen, failed],
    );
  }

  /** The newest runs. */
  runs(most: number): Promise<RunRow[]> {
    return this.database.query(
      `SELECT id, began_at AS "beganAt", ended_at AS "endedAt", masked, documents, files, frozen, failed
       FROM retention_runs ORDER BY id DESC LIMIT $1`,
      [most],
    );
  }

  /** The first orders that these runs left as they are. */
  left(runIds: number[]): Promise<LeftOrder[]> {
    return this.database.query(
      `SELECT f.run_id AS "runId", f.order_id AS "orderId", f.reason FROM unnest($1::int[]) run,
         LATERAL (SELECT * FROM retention_frozen WHERE run_id = run ORDER BY order_id LIMIT ${named}) f`,
      [runIds],
    );
  }

  /** What was erased of an order, the first first. */
  ofOrder(orderId: number): Promise<ErasureRow[]> {
    return this.database.query('SELECT kind, create_ts AS at FROM erasures WHERE order_id = $1 ORDER BY id', [orderId]);
  }
}
