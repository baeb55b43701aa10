import type { PoolClient } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { isPreparedRead } from './prepared.js';

type Asked = { text: string; values: unknown[]; resolve: (rows: never) => void; reject: (error: unknown) => void };

/** The most statements that one connection is sent at once. */
const most = 20;

/**
 * A data source that sends prepared reads that are asked at the same time over one connection, without waiting for
 * the answers between them. A screen asks a dozen small ones at once: for each that goes its own way a connection is taken
 * and written to, which takes longer than its rows. Each statement stays its own transaction, and fails alone.
 */
export class PipeliningDataSource extends DataSource {
  private waiting: Asked[] = [];

  override query<Rows = unknown>(text: string, values: unknown[] = [], runner?: QueryRunner): Promise<Rows> {
    if (runner || !isPreparedRead(text)) return super.query(text, values, runner);

    return new Promise((resolve, reject) => {
      this.waiting.push({ text, values, resolve, reject });
      // Runs when all that can run without waiting has run, and has asked what it asks.
      if (this.waiting.length === 1) process.nextTick(() => this.askAll());
    });
  }

  private askAll(): void {
    const all = this.waiting;
    this.waiting = [];
    for (let from = 0; from < all.length; from += most) void this.askTogether(all.slice(from, from + most));
  }

  private async askTogether(asked: Asked[]): Promise<void> {
    const runner = this.createQueryRunner();
    try {
      const client = (await runner.connect()) as Pipelining;
      client.pipeline = asked.length > 1;
      const { stream } = client.connection;
      stream.cork();
      const answers = asked.map((one) => this.ask(client, one));
      stream.uncork();
      await Promise.all(answers);
      client.pipeline = false;
    } catch (error) {
      for (const { reject } of asked) reject(error);
    } finally {
      await runner.release();
    }
  }

  private async ask(client: PoolClient, { text, values, resolve, reject }: Asked): Promise<void> {
    this.logger.logQuery(text, values);
    try {
      resolve((await client.query(text, values)).rows as never);
    } catch (error) {
      this.logger.logQueryError(error as Error, text, values);
      reject(new QueryFailedError(text, values, error as Error));
    }
  }
}

/** What pg's types leave out: with `pipeline` it sends a statement before the one before it is answered. */
type Pipelining = PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } };
