import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import { Member } from '../database/member.entity.js';
import { sha256Of } from '../platform/sha256.js';
import { defaultSettings } from '../shared/settings.js';
import type { Staff } from './staff.js';

/**
 * The SQL condition of a valid session: not ended, begun within 30 days when remembered, else within 12 hours
 * (docs/people.md#sessions-and-signing-in).
 */
const isGood = `s.ended_at IS NULL
  AND s.created_at > now() - CASE WHEN s.remember THEN interval '30 days' ELSE interval '12 hours' END`;

/** The SQL condition of a member who may sign in. */
const isActive = 'm.deleted_at IS NULL AND m.deactivated_at IS NULL';

/** SQL: whether the member has a second factor. */
const hasFactor = 'EXISTS (SELECT FROM factors f WHERE f.member_id = m.id AND f.confirmed_at IS NOT NULL)';

/** SQL: what a session lacks before it may be used; null when it is complete (docs/people.md#second-factor). */
const missing = `CASE WHEN ${hasFactor} THEN CASE WHEN s.factor_at IS NULL THEN 'factor' END
  WHEN EXISTS (SELECT FROM factor_roles r WHERE r.role = m.type) THEN 'enrolment' END`;

export type OwnSession = {
  id: string;
  ip: string;
  userAgent: string;
  remember: boolean;
  createdAt: Date;
  lastUsedAt: Date;
};

type NewSession = {
  memberId: number;
  remember: boolean;
  ip: string;
  userAgent: string;
  /** When the second factor was proven; null when it was not. */
  factorAt: Date | null;
  passwordHash?: string;
};

export type FoundLink = {
  isUsed: boolean;
  isExpired: boolean;
  /** Whether its member may sign in. */
  isActive: boolean;
  /** False until an invited member has set the first one. */
  hasPassword: boolean;
  name: string;
  email: string;
};

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

@Injectable()
export class AuthQueries {
  constructor(private readonly database: DataSource) {}

  /** The member with this address, whatever its case; deleted and deactivated ones don't count. */
  memberByEmail(email: string): Promise<Member | null> {
    return byEmail(email, this.database.manager).getOne();
  }

  /** The same, locked until the transaction ends, so that the address stays the member's until then. */
  lockMemberByEmail(email: string, manager: EntityManager): Promise<Member | null> {
    return byEmail(email, manager).setLock('pessimistic_read').getOne();
  }

  memberById(id: number): Promise<Member | null> {
    return this.database
      .getRepository(Member)
      .createQueryBuilder('m')
      .where('m.id = :id AND m.deletedAt IS NULL AND m.deactivatedAt IS NULL', { id })
      .getOne();
  }

  /**
   * The member of a valid session, undefined for any other; marks the session as used. A deleted or deactivated member has
   * no valid session.
   */
  async useSession(id: string): Promise<Staff | undefined> {
    if (!uuid.test(id)) return undefined;

    const [row] = await this.database.query<(Omit<Staff, 'sessionId'> & { stale: boolean })[]>(
      ...prepared(
        'auth.session',
        sql`SELECT m.id, m.name, m.email, m.type, m.settings, ${literal(missing)} AS missing, ${literal(hasFactor)} AS "hasFactor",
          s.factor_at AS "factorAt", s.last_used_at < now() - interval '1 minute' AS stale
        FROM sessions s JOIN members m ON m.id = s.member_id AND ${literal(isActive)}
        WHERE s.id = ${id} AND ${literal(isGood)}`,
      ).asArguments,
    );
    if (!row) return undefined;

    const { stale, ...member } = row;
    if (stale) await this.database.query('UPDATE sessions SET last_used_at = now() WHERE id = $1', [id]);
    return { ...member, settings: { ...defaultSettings, ...member.settings }, sessionId: id };
  }

  /** The given sessions that are valid and complete; does not mark them as used. */
  async goodSessions(ids: string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }[]>(
      `SELECT s.id FROM sessions s JOIN members m ON m.id = s.member_id AND ${isActive}
       WHERE s.id = ANY($1::uuid[]) AND ${isGood} AND ${missing} IS NULL`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The member's valid sessions, the one used last first. */
  sessionsOf(memberId: number): Promise<OwnSession[]> {
    return this.database.query(
      `SELECT s.id, s.ip, s.user_agent AS "userAgent", s.remember, s.created_at AS "createdAt",
         s.last_used_at AS "lastUsedAt"
       FROM sessions s WHERE s.member_id = $1 AND ${isGood} ORDER BY s.last_used_at DESC LIMIT 100`,
      [memberId],
    );
  }

  /** Ends a session of this member; false when the member has no such session. */
  async endSessionOf(memberId: number, id: string): Promise<boolean> {
    const [, ended] = await this.database.query<[unknown, number]>(
      'UPDATE sessions SET ended_at = now() WHERE id = $2 AND member_id = $1 AND ended_at IS NULL',
      [memberId, id],
    );
    return ended === 1;
  }

  /** The IP addresses of the member's complete sessions of the last 30 days, ended ones too. */
  async recentAddressesOf(memberId: number): Promise<string[]> {
    const rows = await this.database.query<{ ip: string }[]>(
      `SELECT DISTINCT s.ip FROM sessions s JOIN members m ON m.id = s.member_id
       WHERE s.member_id = $1 AND s.last_used_at > now() - interval '30 days'
         AND (s.factor_at IS NOT NULL OR NOT ${hasFactor})`,
      [memberId],
    );
    return rows.map(({ ip }) => ip);
  }

  /**
   * Starts a session and returns its id; undefined for a member who may not sign in, or whose password is another one by
   * now. The lock lets a change of the password wait, which then ends this session too.
   * @param passwordHash of the password that was checked; undefined when none was
   */
  async startSession({
    memberId,
    remember,
    ip,
    userAgent,
    factorAt,
    passwordHash,
  }: NewSession): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }[]>(
      `INSERT INTO sessions (member_id, remember, ip, user_agent, factor_at)
       SELECT m.id, $2, $3, $4, $5 FROM members m
       WHERE m.id = $1 AND ${isActive} AND m.password_hash = coalesce($6, m.password_hash) FOR SHARE RETURNING id`,
      [memberId, remember, ip, userAgent, factorAt, passwordHash],
    );
    return row?.id;
  }

  /** The IP address of a session; undefined when there is no such session. */
  async addressOf(sessionId: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ ip: string }[]>('SELECT ip FROM sessions WHERE id = $1', [sessionId]);
    return row?.ip;
  }

  /** Notes a country of a member. Returns whether it is new, and not the first one that is known of this member. */
  async isNewCountry(memberId: number, country: string): Promise<boolean> {
    const [row] = await this.database.query<{ isNew: boolean }[]>(
      `WITH added AS (
         INSERT INTO member_countries (member_id, country) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING country)
       SELECT EXISTS (SELECT FROM added) AND EXISTS (SELECT FROM member_countries WHERE member_id = $1) AS "isNew"`,
      [memberId, country],
    );
    return row!.isNew;
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

  /** The table holds only the hash of a token, so a leak of it reveals no usable token. */
  async addResetLink(token: string, memberId: number, minutes: number, manager: EntityManager): Promise<void> {
    await manager.query(
      'INSERT INTO reset_links (token_sha256, member_id, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))',
      [sha256Of(token), memberId, minutes],
    );
  }

  /** Uses a link up and returns its member; undefined when the link is unknown, expired or used already. */
  async spendResetLink(
    token: string,
    manager: EntityManager,
  ): Promise<Pick<Member, 'id' | 'name' | 'email'> | undefined> {
    const [rows] = await manager.query<[Pick<Member, 'id' | 'name' | 'email'>[], number]>(
      `UPDATE reset_links r SET used_at = now() FROM members m
       WHERE r.token_sha256 = $1 AND r.used_at IS NULL AND r.expires_at > now() AND m.id = r.member_id AND ${isActive}
       RETURNING m.id, m.name, m.email`,
      [sha256Of(token)],
    );
    return rows[0];
  }

  /** A link to set a password, as it is now; undefined when it is unknown, or ended long ago. Does not use it up. */
  async resetLink(token: string): Promise<FoundLink | undefined> {
    const [row] = await this.database.query<FoundLink[]>(
      `SELECT r.used_at IS NOT NULL AS "isUsed", r.expires_at <= now() AS "isExpired", ${isActive} AS "isActive",
         m.password_hash <> '' AS "hasPassword", m.name, m.email
       FROM reset_links r JOIN members m ON m.id = r.member_id WHERE r.token_sha256 = $1`,
      [sha256Of(token)],
    );
    return row;
  }

  /** Removes sessions and links that are no longer valid, and expired counts of tries. */
  async clearSpent(): Promise<void> {
    await this.database.query("DELETE FROM sessions WHERE last_used_at < now() - interval '60 days'");
    await this.database.query("DELETE FROM reset_links WHERE expires_at < now() - interval '1 day'");
    await this.database.query("DELETE FROM throttles WHERE ends_at < now() - interval '1 hour'");
  }
}

function byEmail(email: string, manager: EntityManager) {
  return manager
    .getRepository(Member)
    .createQueryBuilder('m')
    .where('lower(m.email) = lower(:email) AND m.deletedAt IS NULL AND m.deactivatedAt IS NULL', { email });
}
