import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Refused } from './reply.js';

/**
 * Counts tries in PostgreSQL, so that several web processes count together and parallel tries count exactly
 * (api: How it is started). A try is counted before it is looked at; one that turns out well is given back.
 */
@Injectable()
export class Throttle {
  constructor(private readonly database: DataSource) {}

  /**
   * Counts one try under `key`, of which `most` are allowed within `minutes` from the first. One that is refused isn't
   * counted: else a crowd of good ones, all from one office and at once, would shut itself out.
   * @throws Refused 429 with Retry-After when there were as many.
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
    const refused = new Refused('Too many tries. Please wait and try again.', 429);
    refused.retryAfter = Math.max(1, row?.seconds ?? 1);
    throw refused;
  }

  /** Takes one counted try back, for it was a good one. */
  async forgive(key: string): Promise<void> {
    await this.database.query('UPDATE throttles SET tries = greatest(tries - 1, 0) WHERE key = $1', [key]);
  }
}
