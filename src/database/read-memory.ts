import { minuteNow, prepared } from './prepared.js';
import { sql } from './sql.js';

/** The most rows that are kept: some 20 MB of a list's. */
const most = 20_000;

/**
 * Tells the state that a statement sees: which transactions have ended, and the minute. While two statements see the same
 * state, every read gives both the same rows. It holds on a primary alone: a standby's snapshots leave out what runs.
 */
export const stateQuestion = prepared(
  'reads.state',
  sql`SELECT pg_current_snapshot()::text || ' ' || extract(epoch FROM ${minuteNow}) AS state`,
);

/** The rows that reads gave in the newest known state of the database. */
export class ReadMemory {
  private state = '';
  private readonly kept = new Map<string, unknown[]>();
  private size = 0;

  /** Whether rows may be kept for a read, in whatever state: without, the state need not be asked for first. */
  has(key: string): boolean {
    return this.kept.has(key);
  }

  /** The rows that the read gives in this state; undefined when that is not known. */
  recall(key: string, state: string): unknown[] | undefined {
    return state === this.state ? this.kept.get(key) : undefined;
  }

  /** Keeps the rows of a read that began and ended in this state. They are frozen, because several requests get them. */
  keep(key: string, state: string, rows: unknown[]): void {
    if (state !== this.state) {
      this.kept.clear();
      this.size = 0;
      this.state = state;
    }
    if (this.kept.has(key) || this.size + rows.length >= most) return;
    this.kept.set(key, rows);
    this.size += rows.length + 1;
  }
}

/** Names a read by the name of its statement (prepared.ts), which differs by text, and its parameters. */
export function keyOf(statement: string, values: unknown[]): string {
  return `${statement} ${JSON.stringify(values)}`;
}
