import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';

type Take = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** PostgreSQL's error code for 'too many connections'. */
const tooMany = '53300';
/**
 * In milliseconds: how long a caller waits for a connection, and how long the pool opens no new one after PostgreSQL
 * refused one.
 */
const [patience, pause] = [5_000, 1_000];

/**
 * A pool for a PostgreSQL server without free connections: callers then wait for one of the pool's own. pg's pool would
 * fail them at once, although another caller may return a connection a moment later.
 */
export class PatientPool extends pg.Pool {
  private readonly most = this.options.max;

  override connect(): Promise<PoolClient>;
  override connect(take: Take): void;
  override connect(take?: Take): Promise<PoolClient> | void {
    const taking = this.take();
    if (!take) return taking;
    taking.then(
      (client) => take(undefined, client, client.release.bind(client)),
      (error: Error) => take(error, undefined, () => undefined),
    );
  }

  private async take(): Promise<PoolClient> {
    const end = performance.now() + patience;
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        if ((error as { code?: string }).code !== tooMany || performance.now() > end) throw error;
        this.beFull();
        // If the pool has a connection, the next `connect` waits in the pool's queue. Without one, a pause is needed.
        if (this.totalCount === 0) await sleep(100);
      }
    }
  }

  /** Keeps the pool from opening another connection for a while. */
  private beFull(): void {
    this.options.max = Math.max(1, this.totalCount);
    setTimeout(() => (this.options.max = this.most), pause).unref();
  }
}
