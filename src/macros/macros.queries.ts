import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MacroFlag } from '../shared/macro-rules.js';
import type { MacroMailKind } from '../shared/mail-kinds.js';
import type { MoveTarget } from '../shared/order-statuses.js';

export type MacroRow = {
  id: number;
  /** Null: everybody's. */
  memberId: number | null;
  name: string;
  remark: string;
  flags: MacroFlag[];
  move: MoveTarget | null;
  mail: MacroMailKind | null;
  question: string | null;
};
type NewMacro = Omit<MacroRow, 'id'>;

const columns = 'id, member_id AS "memberId", name, remark, flags, move, mail, question';
const values = ({ memberId, name, remark, flags, move, mail, question }: NewMacro) => [
  memberId,
  name,
  remark,
  flags,
  move,
  mail,
  question,
];

@Injectable()
export class MacrosQueries {
  constructor(private readonly database: DataSource) {}

  /** Everybody's macros, then a member's own; each in the order they were made, so that a key keeps its macro. */
  of(memberId: number, most: number): Promise<MacroRow[]> {
    return this.database.query(
      `SELECT ${columns} FROM (
         (SELECT * FROM macros WHERE member_id IS NULL ORDER BY id LIMIT $2)
         UNION ALL (SELECT * FROM macros WHERE member_id = $1 ORDER BY id LIMIT $2)
       ) m ORDER BY member_id NULLS FIRST, id`,
      [memberId, most],
    );
  }

  async byId(id: number): Promise<MacroRow | undefined> {
    const [row] = await this.database.query<MacroRow[]>(`SELECT ${columns} FROM macros WHERE id = $1`, [id]);
    return row;
  }

  /** Lets one macro be saved at a time, so that the names and the number of the others stay as they were read. */
  async awaitTurn(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE macros IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Adds a macro. @returns its id; undefined where there is one of this name, or as many as allowed. */
  async add(macro: NewMacro, most: number, manager: EntityManager): Promise<number | undefined> {
    const [row] = await manager.query<{ id: number }[]>(
      `INSERT INTO macros (member_id, name, remark, flags, move, mail, question)
       SELECT $1::int, $2::text, $3::text, $4::text[], $5::text, $6::text, $7::text
       WHERE (SELECT count(*) FROM macros WHERE member_id = $1 OR ($1::int IS NULL AND member_id IS NULL)) < $8
       ON CONFLICT DO NOTHING RETURNING id`,
      [...values(macro), most],
    );
    return row?.id;
  }

  /** Changes a macro; false where there is another one of this name, or it would be one too many of its owner's. */
  async change({ id, ...macro }: MacroRow, most: number, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE macros m SET member_id = $1, name = $2, remark = $3, flags = $4, move = $5, mail = $6, question = $7
       WHERE id = $8 AND NOT EXISTS (
         SELECT FROM macros o
         WHERE (o.member_id = $1 OR ($1::int IS NULL AND o.member_id IS NULL)) AND lower(o.name) = lower($2) AND o.id <> m.id)
         AND (m.member_id IS NOT DISTINCT FROM $1
           OR (SELECT count(*) FROM macros WHERE member_id = $1 OR ($1::int IS NULL AND member_id IS NULL)) < $9)`,
      [...values(macro), id, most],
    );
    return changed === 1;
  }

  async remove(id: number, manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM macros WHERE id = $1', [id]);
  }
}
