import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { Env } from '../platform/env.js';
import { ignoreConnectionErrors } from '../platform/lost-connection.js';
import { gauge } from '../platform/metrics.js';
import { applicationName } from './data-source.js';

/** A replica that is further behind, in seconds, is not read. */
const mostBehind = 30;
/** How long its lag counts as known, and how long a lost replica is left alone, in milliseconds. */
const [lagKnown, pause] = [5_000, 10_000];

/**
 * The read replica of `DATABASE_REPLICA_URL`, for reports and exports: they read much, and may be some seconds old
 * (docs/operations.md#a-read-replica). What a change depends on is never read here.
 */
@Injectable()
export class Replica implements OnApplicationShutdown {
  private readonly log = new Logger('replica');
  private readonly pool?: pg.Pool;
  private known = { behind: 0, until: 0 };
  /** Until then the replica is not asked. Monotonic, so a clock change can't end it early. */
  private lostUntil = 0;

  constructor({ DATABASE_REPLICA_URL: url }: Env) {
    if (url === undefined) return;
    this.pool = new pg.Pool({
      connectionString: url,
      max: 4,
      application_name: applicationName,
      options: '-c timezone=UTC -c default_transaction_read_only=on',
      connectionTimeoutMillis: 2_000,
      statement_timeout: 30_000,
    });
    this.pool.on('connect', ignoreConnectionErrors).on('error', () => undefined);
    gauge('database_replica_behind_seconds', 'How far the read replica is behind', 'replica', async () => ({
      reads: await this.behind(),
    }));
  }

  /**
   * Reads rows from the replica.
   * @param fromPrimary reads the same rows when there is no replica, when it is lost, or more than `mostBehind` behind
   */
  async read<Row>([text, values]: [string, unknown[]], fromPrimary: () => Promise<Row[]>): Promise<Row[]> {
    if (!this.pool || performance.now() < this.lostUntil) return fromPrimary();
    try {
      if ((await this.behind()) > mostBehind) return await fromPrimary();
    } catch (error) {
      return this.lost(error, fromPrimary);
    }
    const found = await this.pool.query(text, values).catch((error: unknown) => ({ error }));
    return 'error' in found ? this.lost(found.error, fromPrimary) : (found.rows as Row[]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.end();
  }

  /**
   * How many seconds the replica is behind: 0 while it receives from its primary and has replayed all of it. A server that
   * is no replica, as one that was promoted, counts as lost.
   */
  private async behind(): Promise<number> {
    if (performance.now() < this.known.until) return this.known.behind;

    const { rows } = await this.pool!.query<{ is_replica: boolean; behind: number }>(
      `SELECT pg_is_in_recovery() AS is_replica,
         CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
           ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END::float8 AS behind`,
    );
    const { is_replica: isReplica, behind } = rows[0]!;
    if (!isReplica) throw new Error('The server of DATABASE_REPLICA_URL is no replica');
    this.known = { behind: behind ?? Infinity, until: performance.now() + lagKnown };
    return this.known.behind;
  }

  /** Any failure: the primary then answers, and tells if the statement itself is wrong. */
  private lost<Row>(error: unknown, fromPrimary: () => Promise<Row[]>): Promise<Row[]> {
    this.log.warn({ error: String(error) }, 'the replica is left alone for a while');
    this.lostUntil = performance.now() + pause;
    return fromPrimary();
  }
}
