import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { undoKeptSeconds } from '../shared/limits.js';
import type { Added, Change } from './changes.js';

/** An undo under its token, of which a batch of the same action may have been stored before under another. */
export type Undo = { token: string; memberId: number; earlierToken?: string | undefined };

@Injectable()
export class UndosQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * Stores how to undo a member's changes, in the transaction that makes them, and deletes expired rows that no other
   * transaction has. Changes of an action that takes several transactions are added to those under its token.
   * @param earlierToken the token of an earlier batch of the same action: all its batches then get the new expiry
   * @returns when the token expires
   */
  async store({ token, memberId, earlierToken }: Undo, changes: Change[], manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<{ until: Date }[]>(
      `WITH old AS (
         DELETE FROM undos WHERE token IN (
           SELECT token FROM undos WHERE expires_at < now() - ${batchTime} FOR UPDATE SKIP LOCKED)
       ),
       earlier AS (
         UPDATE undos SET expires_at = ${expiry} WHERE action = (
           SELECT action FROM undos WHERE token = $5 AND member_id = $1 AND expires_at > now() - ${batchTime}
         ) AND token <> $4 RETURNING action
       )
       INSERT INTO undos AS u (token, member_id, changes, expires_at, action)
       VALUES ($4, $1, $2, ${expiry}, coalesce((SELECT action FROM earlier LIMIT 1), gen_random_uuid()))
       ON CONFLICT (token) DO UPDATE SET changes = u.changes || excluded.changes, expires_at = excluded.expires_at
       RETURNING expires_at AS until`,
      [memberId, JSON.stringify(changes), undoKeptSeconds, token, earlierToken ?? null],
    );
    return row!.until;
  }

  /**
   * Returns the changes that a token undoes; undefined when it is unknown, used, expired or another member's. The token and
   * those of the action's other batches stay valid for another minute, so an undo whose process ended can be sent again.
   */
  async begin(token: string, memberId: number): Promise<Change[] | undefined> {
    const [row] = await this.database.query<{ changes: Stored[] }[]>(
      `WITH begun AS (
         UPDATE undos SET expires_at = now() + ${batchTime} WHERE token = $1 AND member_id = $2 AND expires_at > now()
         RETURNING changes, action
       ), others AS (
         UPDATE undos SET expires_at = now() + ${batchTime} FROM begun WHERE undos.action = begun.action AND token <> $1
       )
       SELECT changes FROM begun`,
      [token, memberId],
    );
    return row?.changes.map(restored);
  }

  /** Removes the remark and the mail that a macro added; false, and nothing is removed, once the mail is being sent. */
  async takeBack({ remarkId, mailId }: Added, manager: EntityManager): Promise<boolean> {
    const [, left] = await manager.query<[unknown, number]>(
      `DELETE FROM mails WHERE id = $1 AND state = 'queued' AND attempt_at IS NULL`,
      [mailId],
    );
    if (mailId !== null && left === 0) return false;
    await manager.query('DELETE FROM remarks WHERE id = $1', [remarkId]);
    return true;
  }

  /** Uses a token up. */
  async end(token: string): Promise<void> {
    await this.database.query('DELETE FROM undos WHERE token = $1', [token]);
  }
}

/** The transaction may have waited for an order: the time counts from now, not from when it began. */
const expiry = 'clock_timestamp() + make_interval(secs => $3)';
/** Longer than one batch takes, to be done or undone. */
const batchTime = "interval '1 minute'";

/** As JSON stores it: times are text. */
type Stored = Omit<Change, 'before'> & {
  before: Omit<Change['before'], 'processedAt'> & { processedAt: string | null };
};

function restored({ before, ...change }: Stored): Change {
  const processedAt = before.processedAt === null ? null : new Date(before.processedAt);
  return { ...change, before: { ...before, processedAt } };
}
