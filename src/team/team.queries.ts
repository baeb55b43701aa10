import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { Member } from '../database/member.entity.js';

@Injectable()
export class TeamQueries {
  constructor(private readonly database: DataSource) {}

  /** Every member, in the order they joined; deleted ones don't count, here and below. */
  all(): Promise<Member[]> {
    return this.database.getRepository(Member).find({ where: { deletedAt: IsNull() }, order: { id: 'ASC' } });
  }

  /** @param id any whole number: one that no id can be names nobody. */
  byId(id: number, inside: EntityManager = this.database.manager): Promise<Member | null> {
    return inside
      .createQueryBuilder(Member, 'm')
      .where('m.id = CAST(:id AS bigint) AND m.deletedAt IS NULL', { id })
      .getOne();
  }

  /** Changes of the team, one after the other: who is the last Admin, or whether a name is free, stays true to the end. */
  changing<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (inside) => {
      await inside.query('LOCK TABLE members IN SHARE ROW EXCLUSIVE MODE');
      return work(inside);
    });
  }

  /** Whether another member than `exceptId` has this name or address, whatever the case. */
  async taken(
    { name, email }: Pick<Member, 'name' | 'email'>,
    exceptId: number | undefined,
    inside: EntityManager,
  ): Promise<{ name: boolean; email: boolean }> {
    const [row] = await inside.query<{ name: boolean; email: boolean }[]>(
      `SELECT coalesce(bool_or(lower(name) = lower($1)), false) AS name,
              coalesce(bool_or(lower(email) = lower($2)), false) AS email
       FROM members WHERE deleted_at IS NULL AND id IS DISTINCT FROM $3`,
      [name, email, exceptId ?? null],
    );
    return row!;
  }

  async isLastAdmin({ id, type }: Member, inside: EntityManager): Promise<boolean> {
    if (type !== 'Admin') return false;
    const [row] = await inside.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM members WHERE type = 'Admin' AND deleted_at IS NULL AND id <> $1`,
      [id],
    );
    return row!.n === 0;
  }

  async add(member: Pick<Member, 'name' | 'email' | 'type' | 'passwordHash'>, inside: EntityManager): Promise<number> {
    const { identifiers } = await inside.insert(Member, member);
    return (identifiers[0] as { id: number }).id;
  }

  async change(id: number, to: Partial<Member>, inside: EntityManager): Promise<void> {
    await inside.update(Member, { id }, to);
  }

  async remove(id: number, inside: EntityManager): Promise<void> {
    await inside.query('UPDATE members SET deleted_at = now() WHERE id = $1', [id]);
  }

  async endSessions(memberId: number, inside: EntityManager): Promise<void> {
    await inside.query('UPDATE sessions SET ended_at = now() WHERE member_id = $1 AND ended_at IS NULL', [memberId]);
  }

  /** Gives every order the member holds back to its queue, and notes it on each. */
  async releaseOrders(member: Member, by: Actor, inside: EntityManager): Promise<void> {
    await inside.query(
      `WITH released AS (
         UPDATE orders SET held_by = NULL, version = version + 1, changed_by = $2, changed_at = now(), last_change = 'change'
         WHERE held_by = $1 RETURNING id
       )
       INSERT INTO activity (order_id, member_id, actor, action, "from")
       SELECT id, $3, $2, 'order.released', $4 FROM released`,
      [member.id, by.name, by.id, member.name],
    );
  }
}
