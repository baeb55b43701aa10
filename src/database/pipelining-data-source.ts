import type { PoolClient } from 'pg';
import { DataSource, QueryFailedError, type QueryRunner } from 'typeorm';
import { knownOf } from './prepared.js';
import { keyOf, ReadMemory, stateQuestion } from './read-memory.js';

type Asker = { resolve: (rows: never) => void; reject: (error: unknown) => void };

type Asked = {
  text: string;
  values: unknown[];
  /** Names a read whose rows are kept. */
  key: string | undefined;
  /** All who get its rows: a read whose rows are kept is sent once for those who ask at the same time. */
  askers: Asker[];
};

/** The most statements that one connection is sent at once. */
const most = 20;

/**
 * A data source that sends prepared reads that are asked at the same time over one connection, without waiting for
 * the answers between them. A screen asks a dozen small ones at once, and under load several requests ask in one turn of the
 * event loop: for each read that goes its own way a connection is taken and written to, which takes longer than its rows.
 * Each statement stays its own transaction, and fails alone. Those made by `remembered` are not sent again while nothing was
 * written since (docs/architecture.md#reads-that-are-kept).
 */
export class PipeliningDataSource extends DataSource {
  private waiting: Asked[] = [];
  private readonly memory = new ReadMemory();

  override query<Rows = unknown>(text: string, values: unknown[] = [], runner?: QueryRunner): Promise<Rows> {
    const known = runner ? undefined : knownOf(text);
    if (!known?.isRead) return super.query(text, values, runner);

    return new Promise((resolve, reject) => {
      const key = known.isRemembered ? keyOf(known.name, values) : undefined;
      const same = key === undefined ? undefined : this.waiting.find((one) => one.key === key);
      if (same) {
        same.askers.push({ resolve, reject });
        return;
      }
      // Runs when every request that arrived in this turn of the event loop has run, and has asked what it asks.
      if (this.waiting.length === 0) setImmediate(() => this.askAll());
      this.waiting.push({ text, values, key, askers: [{ resolve, reject }] });
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
      await this.askVia(client, asked);
    } catch (error) {
      for (const { askers } of asked) for (const { reject } of askers) reject(error);
    } finally {
      await runner.release();
    }
  }

  /** Asks what is not kept at once, and what may be kept when the state is known. */
  private async askVia(client: Pipelining, asked: Asked[]): Promise<void> {
    const maybeKept = asked.filter(({ key }) => key !== undefined && this.memory.has(key));
    const others = asked.filter((one) => !maybeKept.includes(one));
    const state = await this.send(client, others, { asksState: maybeKept.length > 0 });
    if (state === undefined) return;

    const unknown = maybeKept.filter(({ key, askers }) => {
      const rows = this.memory.recall(key!, state);
      if (rows) for (const { resolve } of askers) resolve(rows as never);
      return !rows;
    });
    if (unknown.length > 0) await this.send(client, unknown, { asksState: false });
  }

  /**
   * Sends these statements together, and keeps the rows of those to be remembered if the state is the same before and after
   * them.
   * @returns the state before them, if it was asked for
   */
  private async send(
    client: Pipelining,
    asked: Asked[],
    { asksState }: { asksState: boolean },
  ): Promise<string | undefined> {
    const isKept = asked.some(({ key }) => key !== undefined);
    const { stream } = client.connection;
    client.pipeline = true;
    stream.cork();
    const before = asksState || isKept ? this.stateOf(client) : undefined;
    const answers = asked.map((one) => this.ask(client, one));
    const after = isKept ? this.stateOf(client) : undefined;
    stream.uncork();
    const [rows, state, stateAfter] = await Promise.all([Promise.all(answers), before, after]);
    client.pipeline = false;
    if (state === undefined || state !== stateAfter) return state;
    for (const [index, { key }] of asked.entries()) {
      if (key !== undefined && rows[index]) this.memory.keep(key, state, rows[index]);
    }
    return state;
  }

  private async stateOf(client: PoolClient): Promise<string> {
    const { rows } = await client.query<{ state: string }>(...stateQuestion.asArguments);
    return rows[0]!.state;
  }

  /** Answers those who ask. @returns the rows, frozen if they are kept; undefined when the statement failed */
  private async ask(client: PoolClient, { text, values, key, askers }: Asked): Promise<unknown[] | undefined> {
    this.logger.logQuery(text, values);
    try {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      // Several requests get these rows: none may change them.
      if (key !== undefined) for (const row of Object.freeze(rows)) Object.freeze(row);
      for (const { resolve } of askers) resolve(rows as never);
      return rows;
    } catch (error) {
      this.logger.logQueryError(error as Error, text, values);
      for (const { reject } of askers) reject(new QueryFailedError(text, values, error as Error));
      return undefined;
    }
  }
}

/** What pg's types leave out: with `pipeline` it sends a statement before the one before it is answered. */
type Pipelining = PoolClient & { pipeline: boolean; connection: { stream: { cork(): void; uncork(): void } } };
