import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { formatUtcClock } from '../shared/dates.js';
import { Refused } from './reply.js';

/**
 * Counts tries in PostgreSQL, so that several web processes count together and parallel tries count exactly
 * (docs/operations.md#settings). A try is counted before it is checked; a successful one is taken back.
 */
@Injectable()
export class Throttle {
  constructor(private readonly database: DataSource) {}

  /**
   * Counts one try under `key`, of which `most` are allowed within `minutes` from the first. A refused try isn't counted.
   * Otherwise many valid tries at once from one office would block each other.
   * @throws Refused 429 with Retry-After when `most` is reached.
   */
  async count(key: string, most: number, minutes: number): Promise<void> {
    const counted = await this.database.query<unknown[]>(
      `INSERT INTO throttles AS t (key, tries, ends_at) VALUES ($1, 1, now() + make_interval(mins => $2))
       ON CONFLICT (key) DO UPDATE SET
         tries = CASE WHEN t.ends_at < now() THEN 1 ELSE t.tries + 1 END,
         ends_at = CASE WHEN t.ends_at < now() THEN excluded.ends_at ELSE t.ends_at END
       WHERE t.ends_at < now() OR t.tries < $3
       RETURNING key`,
      [key, minutes, most],
    );
    if (counted.length > 0) return;

    const [row] = await this.database.query<{ seconds: number }[]>(
      'SELECT ceil(extract(epoch FROM ends_at - now()))::int AS seconds FROM throttles WHERE key = $1',
      [key],
    );
    throw refusal(Math.max(1, row?.seconds ?? 1));
  }

  /** Takes one counted try back, because it was successful. */
  async forgive(key: string): Promise<void> {
    await this.database.query('UPDATE throttles SET tries = greatest(tries - 1, 0) WHERE key = $1', [key]);
  }
}

/** The refusal; its text names the minute from which the next try is accepted. */
function refusal(seconds: number): Refused {
  const minute = Math.ceil((Date.now() / 1000 + seconds) / 60);
  const refused = new Refused(`Too many tries. Try again after ${formatUtcClock(new Date(minute * 60_000))}.`, 429);
  refused.retryAfter = seconds;
  return refused;
}
