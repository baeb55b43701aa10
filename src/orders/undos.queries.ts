import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { undoSeconds } from '../shared/limits.js';
import type { Change } from './changes.js';

@Injectable()
export class UndosQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Stores how to undo a member's change, and deletes expired rows.
   * @param goingOn the token of an earlier portion of the same action: all its portions then get the new expiry
   * @returns the token and when it expires
   */
  async keep(memberId: number, changes: Change[], goingOn?: string): Promise<{ token: string; until: Date }> {
    const [row] = await this.database.query<{ token: string; until: Date }[]>(
      `WITH old AS (DELETE FROM undos WHERE expires_at < now() - ${portion}),
       earlier AS (
         UPDATE undos SET expires_at = ${expiry} WHERE action = (
           SELECT action FROM undos WHERE token = $4 AND member_id = $1 AND expires_at > now() - ${portion}
         ) RETURNING action
       )
       INSERT INTO undos (member_id, changes, expires_at, action)
       VALUES ($1, $2, ${expiry}, coalesce((SELECT action FROM earlier LIMIT 1), gen_random_uuid()))
       RETURNING token, expires_at AS until`,
      [memberId, JSON.stringify(changes), undoSeconds, goingOn ?? null],
    );
    return row!;
  }

  /**
   * Uses a token up and returns the changes it undoes; undefined when it is unknown, used, expired or another member's.
   * The other portions of the action stay valid for another minute.
   */
  async take(token: string, memberId: number): Promise<Change[] | undefined> {
    const [row] = await this.database.query<{ changes: Stored[] }[]>(
      `WITH spent AS (
         DELETE FROM undos WHERE token = $1 AND member_id = $2 AND expires_at > now() RETURNING changes, action
       ), others AS (
         UPDATE undos SET expires_at = now() + ${portion} FROM spent WHERE undos.action = spent.action AND token <> $1
       )
       SELECT changes FROM spent`,
      [token, memberId],
    );
    return row?.changes.map(restored);
  }
}

const expiry = 'now() + make_interval(secs => $3)';
/** More than one portion takes, to be done or undone. */
const portion = "interval '1 minute'";

/** As JSON stores it: times are text. */
type Stored = Omit<Change, 'before'> & {
  before: Omit<Change['before'], 'processedAt'> & { processedAt: string | null };
};

function restored({ before, ...change }: Stored): Change {
  const processedAt = before.processedAt === null ? null : new Date(before.processedAt);
  return { ...change, before: { ...before, processedAt } };
}
