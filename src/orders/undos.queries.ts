import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { undoSeconds } from '../shared/limits.js';
import type { Change } from './changes.js';

@Injectable()
export class UndosQueries {
  constructor(private readonly database: DataSource) {}

  /** Keeps the way back of what a member has just done: its token, and until when it is good. Old ones go. */
  async keep(memberId: number, changes: Change[]): Promise<{ token: string; until: Date }> {
    const [row] = await this.database.query<{ token: string; until: Date }[]>(
      `WITH old AS (DELETE FROM undos WHERE expires_at < now())
       INSERT INTO undos (member_id, changes, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))
       RETURNING token, expires_at AS until`,
      [memberId, JSON.stringify(changes), undoSeconds],
    );
    return row!;
  }

  /** Spends a token: what its member did; undefined for one that is unknown, spent, too old, or another member's. */
  async take(token: string, memberId: number): Promise<Change[] | undefined> {
    const [rows] = await this.database.query<[{ changes: Stored[] }[], number]>(
      'DELETE FROM undos WHERE token = $1 AND member_id = $2 AND expires_at > now() RETURNING changes',
      [token, memberId],
    );
    return rows[0]?.changes.map(restored);
  }
}

/** JSON has no times. */
type Stored = Omit<Change, 'before'> & {
  before: Omit<Change['before'], 'processedAt'> & { processedAt: string | null };
};

function restored({ before, ...change }: Stored): Change {
  const processedAt = before.processedAt === null ? null : new Date(before.processedAt);
  return { ...change, before: { ...before, processedAt } };
}
