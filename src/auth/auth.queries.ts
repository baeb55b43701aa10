import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Member } from '../database/member.entity.js';
import { Session } from '../database/session.entity.js';
import type { Role } from '../shared/roles.js';
import type { Staff } from './staff.js';

/** A session that still counts: not ended, begun within 30 days when remembered, else used within 12 hours (decisions: Staff). */
const isGood = `s.ended_at IS NULL AND CASE WHEN s.remember
  THEN s.created_at > now() - interval '30 days' ELSE s.last_used_at > now() - interval '12 hours' END`;

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

@Injectable()
export class AuthQueries {
  constructor(private readonly database: DataSource) {}

  /** The member with this address, whatever its case; deleted ones don't count. */
  memberByEmail(email: string): Promise<Member | null> {
    return this.database
      .getRepository(Member)
      .createQueryBuilder('m')
      .where('lower(m.email) = lower(:email) AND m.deletedAt IS NULL', { email })
      .getOne();
  }

  /**
   * The member of a session that is still good, and the session counts as used. A deleted member has none.
   */
  async useSession(id: string): Promise<Staff | undefined> {
    if (!uuid.test(id)) return undefined;

    const [row] = await this.database.query<{ id: number; name: string; email: string; type: Role; stale: boolean }[]>(
      `SELECT m.id, m.name, m.email, m.type, s.last_used_at < now() - interval '1 minute' AS stale
       FROM sessions s JOIN members m ON m.id = s.member_id AND m.deleted_at IS NULL
       WHERE s.id = $1 AND ${isGood}`,
      [id],
    );
    if (!row) return undefined;

    const { stale, ...member } = row;
    if (stale) await this.database.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [id]);
    return { ...member, sessionId: id };
  }

  /** Those of these sessions that are still good; looking doesn't count as use. */
  async goodSessions(ids: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT s.id FROM sessions s WHERE s.id = ANY($1::uuid[]) AND ${isGood}`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async startSession(session: Pick<Session, 'memberId' | 'remember' | 'ip' | 'userAgent'>): Promise<string> {
    const made = await this.database.getRepository(Session).insert(session);
    return (made.identifiers[0] as { id: string }).id;
  }

  async endSession(id: string): Promise<void> {
    await this.database.query('UPDATE sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id]);
  }

  async endSessionsOf(memberId: number, inside: EntityManager): Promise<void> {
    await inside.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1 AND ended_at IS NULL', [memberId]);
  }

  /** Sets the password and ends every session of the member, both or neither. */
  async changePassword(memberId: number, passwordHash: string, inside: EntityManager): Promise<void> {
    await inside.query('UPDATE members SET password_hash = $2 WHERE id = $1', [memberId, passwordHash]);
    await this.endSessionsOf(memberId, inside);
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }

  async addResetLink(token: string, memberId: number, minutes: number, inside: EntityManager): Promise<void> {
    await inside.query(
      'INSERT INTO reset_links (token_sha256, member_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))',
      [sha256(token), memberId, minutes],
    );
  }

  /** Spends a link: the member it is for, undefined when it is unknown, expired or spent already. */
  async spendResetLink(token: string, inside: EntityManager): Promise<number | undefined> {
    const [rows] = await inside.query<[{ member_id: number }[], number]>(
      `UPDATE reset_links r SET used_at = now() FROM members m
       WHERE r.token_sha256 = $1 AND r.used_at IS NULL AND r.expires_at > now() AND m.id = r.member_id AND m.deleted_at IS NULL
       RETURNING r.member_id`,
      [sha256(token)],
    );
    return rows[0]?.member_id;
  }

  /** Whether a link could be spent now; looking spends nothing. */
  async isResetLinkGood(token: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'SELECT 1 FROM reset_links WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > now()',
      [sha256(token)],
    );
    return rows.length > 0;
  }

  /** Removes sessions and links nobody can use any more, and counted tries that have run out. */
  async clearSpent(): Promise<void> {
    await this.database.query("DELETE FROM sessions WHERE last_used_at < now() - interval '60 days'");
    await this.database.query("DELETE FROM reset_links WHERE expires_at < now() - interval '1 day'");
    await this.database.query("DELETE FROM throttles WHERE ends_at < now() - interval '1 hour'");
  }
}

/** A token's SHA-256, hex: what leaks from the table opens nothing. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
