import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A row of the activity as the chain covers it: every column as text. */
type ChainedRow = { id: string; content: string };
/** A place of the chain. `erased` is the hash of what is left of a row that lost words by an erasure. */
type Link = {
  position: string;
  activityId: string;
  hash: string;
  content: string | null;
  erased: string | null;
};

/** How many ids back of the newest chained row a row may still be uncommitted. */
const lookBack = 100_000;

/** The chain of hashes over the activity. */
@Injectable()
export class ChainQueries {
  constructor(private readonly database: DataSource) {}

  /** Runs `work` alone among all workers; does nothing when another one is at it. */
  alone(work: (manager: EntityManager) => Promise<void>): Promise<void> {
    return this.database.transaction(async (manager) => {
      const [row] = await manager.query<{ mine: boolean }[]>('SELECT pg_try_advisory_xact_lock(1764670200) AS mine');
      if (row!.mine) await work(manager);
    });
  }

  /** The last link; undefined for an empty chain. */
  async last(manager: EntityManager): Promise<{ position: number; hash: string } | undefined> {
    const rows = await manager.query<{ position: number; hash: string }[]>(
      'SELECT place::float8 AS position, hash FROM activity_hashes ORDER BY place DESC LIMIT 1',
    );
    return rows[0];
  }

  /** Rows without a hash, in the order of their ids. A transaction may commit after one with a greater id. */
  unchained(most: number, manager: EntityManager): Promise<ChainedRow[]> {
    return manager.query(
      `SELECT a.id::text AS id, activity_content(a) AS content FROM activity a
       WHERE a.id > (SELECT coalesce(max(activity_id), 0) - ${lookBack} FROM activity_hashes)
         AND NOT EXISTS (SELECT FROM activity_hashes h WHERE h.activity_id = a.id)
       ORDER BY a.id LIMIT $1`,
      [most],
    );
  }

  async add(links: { position: number; activityId: string; hash: string }[], manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO activity_hashes (place, activity_id, hash)
       SELECT position, "activityId", hash FROM json_to_recordset($1) AS link (position bigint, "activityId" bigint, hash text)`,
      [JSON.stringify(links)],
    );
  }

  /** Links after a position, in the chain's order; `content` is null when the row is gone. */
  after(position: number, most: number): Promise<Link[]> {
    return this.database.query(
      `SELECT h.place::text AS position, h.activity_id::text AS "activityId", h.hash,
         CASE WHEN a.id IS NOT NULL THEN activity_content(a) END AS content,
         (SELECT e.sha256 FROM erased_activity e WHERE e.activity_id = h.activity_id ORDER BY erasure_id DESC LIMIT 1) AS erased
       FROM activity_hashes h LEFT JOIN activity a ON a.id = h.activity_id
       WHERE h.place > $1 ORDER BY h.place LIMIT $2`,
      [position, most],
    );
  }

  /**
   * The row of the activity that tells of an erasure, and names other rows than those that lost words by it; undefined when
   * all of them tell the truth (docs/people.md#keeping-and-erasing).
   */
  async firstUntoldErasure(): Promise<string | undefined> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT min(lost.activity_id)::text AS id FROM erased_activity lost JOIN erasures e ON e.id = lost.erasure_id
         LEFT JOIN activity told ON told.id = e.activity_id
           AND told.action IN ('order.masked', 'documents.erased', 'order.erased', 'person.erased')
           AND told.order_id IS NOT DISTINCT FROM e.order_id
       GROUP BY e.id, told.note
       HAVING right(told.note, 64) IS DISTINCT FROM encode(sha256(convert_to(
         string_agg(lost.activity_id || ' ' || lost.sha256, E'\n' ORDER BY lost.activity_id), 'UTF8')), 'hex')
       ORDER BY min(lost.activity_id) LIMIT 1`,
    );
    return rows[0]?.id;
  }

  /** The first row older than an hour that has no hash; undefined when each has one. */
  async firstWithoutHash(): Promise<string | undefined> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT a.id::text AS id FROM activity a LEFT JOIN activity_hashes h ON h.activity_id = a.id
       WHERE h.activity_id IS NULL AND a.create_ts < now() - interval '1 hour' ORDER BY a.id LIMIT 1`,
    );
    return rows[0]?.id;
  }
}
