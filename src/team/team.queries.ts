import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { lastChange } from '../database/last-change.js';
import { Member } from '../database/member.entity.js';
import { Transactions } from '../database/transactions.js';

export type Access = { isDeactivated: boolean; isInvited: boolean; hasFactor: boolean; lockedUntil: Date | null };

@Injectable()
export class TeamQueries {
  constructor(
    private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Every member, in the order they joined; without deleted ones, here and below. */
  all(): Promise<Member[]> {
    return this.database.getRepository(Member).find({ where: { deletedAt: IsNull() }, order: { id: 'ASC' } });
  }

  /** What the team's screen shows of each member beside the account. */
  async accesses(): Promise<Map<number, Access>> {
    const rows = await this.database.query<({ id: number } & Access)[]>(
      // The keys are those of src/auth/sign-in-tries.ts.
      `WITH locked AS MATERIALIZED (SELECT key, ends_at FROM throttles WHERE tries >= 5 AND ends_at > now())
       SELECT m.id, m.deactivated_at IS NOT NULL AS "isDeactivated", m.password_hash = '' AS "isInvited",
         EXISTS (SELECT FROM factors f WHERE f.member_id = m.id AND f.confirmed_at IS NOT NULL) AS "hasFactor",
         (SELECT max(ends_at) FROM locked
          WHERE key IN ('sign-in:address:' || lower(m.email), 'factor:address:' || lower(m.email))
            OR key ~ ('^(sign-in|factor):(member|browser):' || m.id || ':')) AS "lockedUntil"
       FROM members m WHERE m.deleted_at IS NULL`,
    );
    return new Map(rows.map(({ id, ...access }) => [id, access]));
  }

  async deactivate(id: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE members SET deactivated_at = now() WHERE id = $1', [id]);
  }

  async reactivate(id: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE members SET deactivated_at = NULL WHERE id = $1', [id]);
  }

  memberById(id: number, manager: EntityManager = this.database.manager): Promise<Member | null> {
    return manager.createQueryBuilder(Member, 'm').where('m.id = :id AND m.deletedAt IS NULL', { id }).getOne();
  }

  /**
   * Serialises changes of the team, so that checks such as 'the last Admin' and 'the name is free' hold until the commit.
   */
  changing<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.transactions.run(async (manager) => {
      await manager.query('LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE');
      return work(manager);
    });
  }

  /** Whether another member than `exceptId` has this name or address, whatever the case. */
  async taken(
    { name, email }: Pick<Member, 'name' | 'email'>,
    exceptId: number | undefined,
    manager: EntityManager,
  ): Promise<{ name: boolean; email: boolean }> {
    const [row] = await manager.query<{ name: boolean; email: boolean }[]>(
      `SELECT coalesce(bool_or(lower(name) = lower($1)), false) AS name,
              coalesce(bool_or(lower(email) = lower($2)), false) AS email
       FROM members WHERE deleted_at IS NULL AND id IS DISTINCT FROM $3`,
      [name, email, exceptId ?? null],
    );
    return row!;
  }

  async isLastAdmin({ id, type }: Member, manager: EntityManager): Promise<boolean> {
    if (type !== 'Admin') return false;
    const [row] = await manager.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM members WHERE type = 'Admin' AND deleted_at IS NULL AND deactivated_at IS NULL AND id <> $1`,
      [id],
    );
    return row!.n === 0;
  }

  async add(member: Pick<Member, 'name' | 'email' | 'type' | 'passwordHash'>, manager: EntityManager): Promise<number> {
    const { identifiers } = await manager.insert(Member, member);
    return (identifiers[0] as { id: number }).id;
  }

  async change(id: number, to: Partial<Member>, manager: EntityManager): Promise<void> {
    await manager.update(Member, { id }, to);
  }

  /** Removes the member's drafts, too. */
  async remove(id: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE members SET deleted_at = now() WHERE id = $1', [id]);
    await manager.query('DELETE FROM drafts WHERE member_id = $1', [id]);
  }

  async endSessions(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1 AND ended_at IS NULL', [memberId]);
  }

  async endResetLinks(memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE reset_links SET used_at = now() WHERE member_id = $1 AND used_at IS NULL', [memberId]);
  }

  /** Returns every order the member holds to its queue, and records that in each order's activity. */
  async releaseOrders(member: Member, by: Actor, manager: EntityManager): Promise<void> {
    await manager.query(
      `WITH released AS (
         UPDATE orders SET held_by = NULL, version = version + 1, changed_by = $2, changed_at = now(), last_change = $5
         WHERE id = ANY(ARRAY(SELECT order_id FROM holds WHERE member_id = $1)) AND held_by = $1 RETURNING id
       )
       INSERT INTO activity (order_id, member_id, actor, action, "from")
       SELECT id, $3, $2, 'order.released', $4 FROM released`,
      [member.id, by.name, by.id, member.name, lastChange()],
    );
  }
}
