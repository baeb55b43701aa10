import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Role } from '../shared/roles.js';

type TotpRow = { id: number; secret: string; lastStep: number | null };
export type PasskeyRow = {
  id: number;
  memberId: number;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
};
type FactorRow = {
  id: number;
  kind: 'totp' | 'passkey';
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The second factors of members, their recovery codes, and the challenges that passkeys sign. */
@Injectable()
export class FactorsQueries {
  constructor(private readonly database: DataSource) {}

  /** The member's factors that count, the oldest first. */
  of(memberId: number, manager: EntityManager = this.database.manager): Promise<FactorRow[]> {
    return manager.query(
      `SELECT id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM factors
       WHERE member_id = $1 AND confirmed_at IS NOT NULL ORDER BY id`,
      [memberId],
    );
  }

  /** Locks the member's row, so that changes of one member's factors follow each other. */
  async lockMember(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('SELECT FROM members WHERE id = $1 FOR UPDATE', [memberId]);
  }

  totpsOf(memberId: number): Promise<TotpRow[]> {
    return this.database.query(
      `SELECT id, secret, last_step::float8 AS "lastStep" FROM factors
       WHERE member_id = $1 AND kind = 'totp' AND confirmed_at IS NOT NULL ORDER BY id`,
      [memberId],
    );
  }

  /** Notes the use of an app's code; false when this code, or one after it, was used before. */
  async useStep(factorId: number, step: number): Promise<boolean> {
    const [, used] = await this.database.query<[unknown, number]>(
      `UPDATE factors SET last_step = $2, last_used_at = now()
       WHERE id = $1 AND (last_step IS NULL OR last_step < $2)`,
      [factorId, step],
    );
    return used === 1;
  }

  /** Replaces the app that the member has begun to set up, if there is one, and returns the new one's id. */
  async beginTotp(memberId: number, name: string, secret: string, manager: EntityManager): Promise<number> {
    await manager.query('DELETE FROM factors WHERE member_id = $1 AND confirmed_at IS NULL', [memberId]);
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO factors (member_id, kind, name, secret) VALUES ($1, 'totp', $2, $3) RETURNING id`,
      [memberId, name, secret],
    );
    return row!.id;
  }

  async begunTotp(memberId: number, manager: EntityManager): Promise<TotpRow | undefined> {
    const rows = await manager.query<TotpRow[]>(
      `SELECT id, secret, last_step::float8 AS "lastStep" FROM factors
       WHERE member_id = $1 AND kind = 'totp' AND confirmed_at IS NULL`,
      [memberId],
    );
    return rows[0];
  }

  async confirmTotp(id: number, step: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE factors SET confirmed_at = now(), last_step = $2 WHERE id = $1', [id, step]);
  }

  passkeysOf(memberId: number): Promise<PasskeyRow[]> {
    return this.database.query(`${passkeys} WHERE member_id = $1 AND kind = 'passkey' ORDER BY id`, [memberId]);
  }

  async passkeyBy(credentialId: string): Promise<PasskeyRow | undefined> {
    const rows = await this.database.query<PasskeyRow[]>(`${passkeys} WHERE credential_id = $1`, [credentialId]);
    return rows[0];
  }

  async addPasskey(passkey: Omit<PasskeyRow, 'id'> & { name: string }, manager: EntityManager): Promise<void> {
    const { memberId, name, credentialId, publicKey, counter, transports } = passkey;
    await manager.query(
      `INSERT INTO factors (member_id, kind, name, credential_id, public_key, counter, transports, confirmed_at)
       VALUES ($1, 'passkey', $2, $3, $4, $5, $6, now())`,
      [memberId, name, credentialId, publicKey, counter, transports],
    );
  }

  async usePasskey(id: number, counter: number): Promise<void> {
    await this.database.query('UPDATE factors SET counter = $2, last_used_at = now() WHERE id = $1', [id, counter]);
  }

  /** Returns the name of the removed factor; undefined when the member has no such factor. */
  async remove(memberId: number, id: number, manager: EntityManager): Promise<string | undefined> {
    const [rows] = await manager.query<[{ name: string }[], number]>(
      'DELETE FROM factors WHERE id = $1 AND member_id = $2 AND confirmed_at IS NOT NULL RETURNING name',
      [id, memberId],
    );
    return rows[0]?.name;
  }

  async removeAll(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM factors WHERE member_id = $1', [memberId]);
    await manager.query('DELETE FROM recovery_codes WHERE member_id = $1', [memberId]);
  }

  async replaceRecoveryCodes(memberId: number, hashes: string[], manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM recovery_codes WHERE member_id = $1', [memberId]);
    await manager.query('INSERT INTO recovery_codes (member_id, code_sha256) SELECT $1, unnest($2::text[])', [
      memberId,
      hashes,
    ]);
  }

  /** Uses a recovery code up; false when it is unknown or was used before. */
  async spendRecoveryCode(memberId: number, hash: string): Promise<boolean> {
    const [, spent] = await this.database.query<[unknown, number]>(
      'UPDATE recovery_codes SET used_at = now() WHERE member_id = $1 AND code_sha256 = $2 AND used_at IS NULL',
      [memberId, hash],
    );
    return spent === 1;
  }

  async recoveryCodesLeft(memberId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(
      'SELECT count(*)::int AS n FROM recovery_codes WHERE member_id = $1 AND used_at IS NULL',
      [memberId],
    );
    return row!.n;
  }

  /** @param memberId null for a sign-in by passkey alone */
  async addChallenge(challenge: string, memberId: number | null, minutes: number): Promise<void> {
    await this.database.query(
      `INSERT INTO passkey_challenges (challenge, member_id, expires_at)
       VALUES ($1, $2, now() + make_interval(mins => $3))`,
      [challenge, memberId, minutes],
    );
  }

  /** Uses a challenge up; false when it is unknown, expired, used or another member's. */
  async spendChallenge(challenge: string, memberId: number | null): Promise<boolean> {
    const [, spent] = await this.database.query<[unknown, number]>(
      `DELETE FROM passkey_challenges
       WHERE challenge = $1 AND member_id IS NOT DISTINCT FROM $2 AND expires_at > now()`,
      [challenge, memberId],
    );
    return spent === 1;
  }

  async clearChallenges(): Promise<void> {
    await this.database.query('DELETE FROM passkey_challenges WHERE expires_at < now()');
  }

  /** Notes that the session's member has just proven the second factor. */
  async prove(sessionId: string, manager: EntityManager = this.database.manager): Promise<void> {
    await manager.query('UPDATE sessions SET factor_at = now() WHERE id = $1', [sessionId]);
  }

  async endOtherSessions(memberId: number, sessionId: string, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1 AND id <> $2 AND ended_at IS NULL', [
      memberId,
      sessionId,
    ]);
  }

  async requiredRoles(manager: EntityManager = this.database.manager): Promise<Role[]> {
    const rows = await manager.query<{ role: Role }[]>('SELECT role FROM factor_roles');
    return rows.map(({ role }) => role);
  }

  async require(roles: readonly Role[], manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM factor_roles');
    await manager.query('INSERT INTO factor_roles (role) SELECT DISTINCT unnest($1::text[])', [roles]);
  }
}

const passkeys = `SELECT id, member_id AS "memberId", credential_id AS "credentialId", public_key AS "publicKey",
  counter::float8 AS counter, transports FROM factors`;
