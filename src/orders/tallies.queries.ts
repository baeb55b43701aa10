import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The sums that counts and reports are read from. */
@Injectable()
export class TalliesQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Makes deltas of the moves between queues, and folds each tally's deltas into one row per key. The sums are the same
   * before, during and after. Only keys with deltas are written.
   */
  async fold(): Promise<void> {
    await this.database.query(
      `WITH moved AS (DELETE FROM queue_moves WHERE ctid IN
         (SELECT ctid FROM queue_moves LIMIT 20000 FOR UPDATE SKIP LOCKED) RETURNING *)
       INSERT INTO queue_tally (process_status, process_month, n)
       SELECT status, month, sum(n) FROM (SELECT to_status AS status, to_month AS month, 1 AS n FROM moved
         UNION ALL SELECT from_status, from_month, -1 FROM moved) sides
       GROUP BY status, month HAVING sum(n) <> 0`,
    );
    for (const [table, ...keys] of [
      ['queue_tally', 'process_status', 'process_month'],
      ['country_tally', 'day', 'nationality', 'processing_mode'],
      ['processed_tally', 'day', 'processed_by'],
      ['board_tally', 'listed_from'],
    ] as const) {
      const key = keys.join(', ');
      // the month is NULL except for Future
      const same = keys.map((column) =>
        column === 'process_month' ? `t.${column} IS NOT DISTINCT FROM d.${column}` : `t.${column} = d.${column}`,
      );
      await this.database.query(
        `WITH marked AS (SELECT ctid FROM ${table} WHERE NOT folded LIMIT 20000 FOR UPDATE SKIP LOCKED),
              deltas AS (DELETE FROM ${table} WHERE ctid IN (SELECT ctid FROM marked) RETURNING ${key}, n),
              changed AS (SELECT ${key}, sum(n) AS n FROM deltas GROUP BY ${key}),
              sums AS (DELETE FROM ${table} t USING changed d WHERE t.folded AND ${same.join(' AND ')}
                RETURNING ${keys.map((column) => `t.${column}`).join(', ')}, t.n)
         INSERT INTO ${table} (${key}, n, folded)
         SELECT ${key}, sum(n), true FROM (SELECT * FROM changed UNION ALL SELECT * FROM sums) parts
         GROUP BY ${key} HAVING sum(n) <> 0`,
      );
    }
  }
}
