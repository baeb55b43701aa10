import type { PoolClient } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { knownOf } from './prepared.js';

type Asker = { resolve: (rows: never) => void; reject: (error: unknown) => void };

type Asked = {
  text: string;
  values: unknown[];
  /** All who get its rows: a read is sent once for those who ask at the same time. */
  askers: Asker[];
};

/** The most statements that one connection is sent at once. */
const most = 20;

/**
 * A data source that sends prepared reads that are asked at the same time over one connection, without waiting for
 * the answers between them. A screen asks a dozen small ones at once, and under load several requests ask in one turn of the
 * event loop: for each read that goes its own way a connection is taken and written to, which takes longer than its rows.
 * Each statement stays its own transaction, and fails alone. The same read that several ask for is sent once; its rows are
 * frozen.
 */
export class PipeliningDataSource extends DataSource {
  /** The reads that wait for the end of this turn, by the name of the statement and its parameters. */
  private readonly waiting = new Map<string, Asked>();

  override query<Rows = unknown>(text: string, values: unknown[] = [], runner?: QueryRunner): Promise<Rows> {
    const known = runner ? undefined : knownOf(text);
    if (!known?.isRead) return super.query(text, values, runner);

    return new Promise((resolve, reject) => {
      // Runs when every request that arrived in this turn of the event loop has run, and has asked what it asks.
      if (this.waiting.size === 0) setImmediate(() => this.askAll());
      const key = `${known.name} ${JSON.stringify(values)}`;
      const asked = this.waiting.get(key) ?? { text, values, askers: [] };
      asked.askers.push({ resolve, reject });
      this.waiting.set(key, asked);
    });
  }

  private askAll(): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (let from = 0; from < all.length; from += most) void this.askTogether(all.slice(from, from + most));
  }

  private async askTogether(asked: Asked[]): Promise<void> {
    const runner = this.createQueryRunner();
    try {
      const client = (await runner.connect()) as Pipelining;
      const { stream } = client.connection;
      client.pipeline = true;
      stream.cork();
      const answers = asked.map((one) => this.ask(client, one));
      stream.uncork();
      await Promise.all(answers);
      client.pipeline = false;
    } catch (error) {
      for (const { askers } of asked) for (const { reject } of askers) reject(error);
    } finally {
      await runner.release();
    }
  }

  private async ask(client: PoolClient, { text, values, askers }: Asked): Promise<void> {
    this.logger.logQuery(text, values);
    try {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      // several requests may get these rows: none may change them
      for (const row of Object.freeze(rows)) Object.freeze(row);
      for (const { resolve } of askers) resolve(rows as never);
    } catch (error) {
      this.logger.logQueryError(error as Error, text, values);
      for (const { reject } of askers) reject(new QueryFailedError(text, values, error as Error));
    }
  }
}

/** What pg's types leave out: with `pipeline` it sends a statement before the one before it is answered. */
type Pipelining = PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } };
