import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import { Member } from '../database/member.entity.js';
import { Session } from '../database/session.entity.js';
import { defaultSettings } from '../shared/settings.js';
import type { Staff } from './staff.js';

/**
 * The SQL condition of a valid session: not ended, begun within 30 days when remembered, else used within 12 hours
 * (docs/product.md#sessions-and-signing-in).
 */
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
   * The member of a valid session, undefined for any other; marks the session as used. A deleted member has no valid
   * session.
   */
  async useSession(id: string): Promise<Staff | undefined> {
    if (!uuid.test(id)) return undefined;

    const [row] = await this.database.query<(Omit<Staff, 'sessionId'> & { stale: boolean })[]>(
      ...prepared(
        'auth.session',
        sql`SELECT m.id, m.name, m.email, m.type, m.settings, s.last_used_at < now() - interval '1 minute' AS stale
        FROM sessions s JOIN members m ON m.id = s.member_id AND m.deleted_at IS NULL
        WHERE s.id = ${id} AND ${literal(isGood)}`,
      ).asArguments,
    );
    if (!row) return undefined;

    const { stale, ...member } = row;
    if (stale) await this.database.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [id]);
    return { ...member, settings: { ...defaultSettings, ...member.settings }, sessionId: id };
  }

  /** The given sessions that are still valid; does not mark them as used. */
  async goodSessions(ids: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT s.id FROM sessions s WHERE s.id = ANY($1::uuid[]) AND ${isGood}`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The IP addresses of the member's sessions of the last 30 days, ended ones too. */
  async recentAddressesOf(memberId: number): Promise<string[]> {
    const rows = await this.database.query<{ ip: string }[]>(
      "SELECT DISTINCT ip FROM sessions WHERE member_id = $1 AND last_used_at > now() - interval '30 days'",
      [memberId],
    );
    return rows.map(({ ip }) => ip);
  }

  async startSession(session: Pick<Session, 'memberId' | 'remember' | 'ip' | 'userAgent'>): Promise<string> {
    const made = await this.database.getRepository(Session).insert(session);
    return (made.identifiers[0] as { id: string }).id;
  }

  async endSession(id: string): Promise<void> {
    await this.database.query('UPDATE sessions SET ended_at = now() WHERE id = $1 AND ended_at IS NULL', [id]);
  }

  async endSessionsOf(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1 AND ended_at IS NULL', [memberId]);
  }

  /** Sets the password, ends every session of the member and removes the member's password links. */
  async changePassword(memberId: number, passwordHash: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE members SET password_hash = $2 WHERE id = $1', [memberId, passwordHash]);
    await this.endSessionsOf(memberId, manager);
    await this.endResetLinksOf(memberId, manager);
  }

  async endResetLinksOf(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE reset_links SET used_at = now() WHERE member_id = $1 AND used_at IS NULL', [memberId]);
  }

  async addResetLink(token: string, memberId: number, minutes: number, manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO reset_links (token_sha256, member_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))',
      [sha256(token), memberId, minutes],
    );
  }

  /** Uses a link up and returns its member; undefined when the link is unknown, expired or used already. */
  async spendResetLink(
    token: string,
    manager: EntityManager,
  ): Promise<Pick<Member, 'id' | 'name' | 'email'> | undefined> {
    const [rows] = await manager.query<[Pick<Member, 'id' | 'name' | 'email'>[], number]>(
      `UPDATE reset_links r SET used_at = now() FROM members m
       WHERE r.token_sha256 = $1 AND r.used_at IS NULL AND r.expires_at > now() AND m.id = r.member_id AND m.deleted_at IS NULL
       RETURNING m.id, m.name, m.email`,
      [sha256(token)],
    );
    return rows[0];
  }

  /** Whether a link is valid now; does not use it up. */
  async isResetLinkGood(token: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      'SELECT 1 FROM reset_links WHERE token_sha256 = $1 AND used_at IS NULL AND expires_at > now()',
      [sha256(token)],
    );
    return rows.length > 0;
  }

  /** Removes sessions and links that are no longer valid, and expired counts of tries. */
  async clearSpent(): Promise<void> {
    await this.database.query("DELETE FROM sessions WHERE last_used_at < now() - interval '60 days'");
    await this.database.query("DELETE FROM reset_links WHERE expires_at < now() - interval '1 day'");
    await this.database.query("DELETE FROM throttles WHERE ends_at < now() - interval '1 hour'");
  }
}

/** A token's SHA-256, hex. The table holds only hashes, so a leak of it reveals no usable token. */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
