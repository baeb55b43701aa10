import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { personCopyHours } from '../shared/limits.js';

/** A copy of a person's data. `size` is in bytes. */
export type PersonCopyRow = {
  id: number;
  address: string;
  shown: string;
  askedAt: Date;
  orders: number;
  copied: number;
  run: number;
  parts: number;
  size: number | null;
  doneAt: Date | null;
  failedAt: Date | null;
  until: Date | null;
};
/** What the files of a copy are named after, and how many there are. */
export type StoredParts = Pick<PersonCopyRow, 'id' | 'run' | 'parts'>;

const end = `coalesce(done_at, failed_at) + make_interval(hours => ${personCopyHours})`;
const columns = `id, address, shown, asked_at AS "askedAt", orders, copied, run, parts, size::float8 AS size,
  done_at AS "doneAt", failed_at AS "failedAt", ${end} AS until`;
const underWay = 'done_at IS NULL AND failed_at IS NULL AND removed_at IS NULL';

/** The copies of persons' data (docs/people.md#a-persons-data). */
@Injectable()
export class PersonCopiesQueries {
  constructor(private readonly database: DataSource) {}

  /** Adds a copy to make; undefined when the member has one of this address under way. */
  async add(
    address: string,
    shown: string,
    { askedBy, orders }: { askedBy: number; orders: number },
    manager: EntityManager,
  ): Promise<number | undefined> {
    const rows = await manager.query<{ id: number }[]>(
      `INSERT INTO person_copies (address, shown, asked_by, orders) VALUES ($1, $2, $3, $4)
       ON CONFLICT (asked_by, address) WHERE ${underWay} DO NOTHING RETURNING id`,
      [address, shown, askedBy, orders],
    );
    return rows[0]?.id;
  }

  /** A member's newest copies. */
  newestOf(memberId: number, most: number): Promise<PersonCopyRow[]> {
    return this.database.query(
      `SELECT ${columns} FROM person_copies WHERE asked_by = $1 AND removed_at IS NULL ORDER BY id DESC LIMIT $2`,
      [memberId, most],
    );
  }

  /** A member's copy that is kept; undefined when there is none. */
  async ofMember(id: number, memberId: number): Promise<PersonCopyRow | undefined> {
    const [row] = await this.database.query<PersonCopyRow[]>(
      `SELECT ${columns} FROM person_copies
       WHERE id = $1 AND asked_by = $2 AND removed_at IS NULL AND (${end} > now()) IS NOT FALSE`,
      [id, memberId],
    );
    return row;
  }

  /** Begins a copy anew, with a number of its own; `before` are the parts of the run that was cut off. */
  async begin(id: number): Promise<{ address: string; run: number; before: StoredParts } | undefined> {
    const [rows] = await this.database.query<[{ address: string; run: number; earlier: number; parts: number }[]]>(
      `UPDATE person_copies c SET run = c.run + 1, copied = 0, parts = 0
       FROM (SELECT id, run, parts FROM person_copies WHERE id = $1 AND ${underWay} FOR UPDATE) old
       WHERE c.id = old.id RETURNING c.address, c.run, old.run AS earlier, old.parts`,
      [id],
    );
    const [row] = rows;
    return row && { address: row.address, run: row.run, before: { id, run: row.earlier, parts: row.parts } };
  }

  /** Notes that an order is in the archive; false when this run is no longer wanted. */
  noteOrder(id: number, run: number): Promise<boolean> {
    return this.change('copied = copied + 1', id, run);
  }

  /** Notes a part before it is stored; false when this run is no longer wanted. */
  notePart(id: number, run: number): Promise<boolean> {
    return this.change('parts = parts + 1', id, run);
  }

  /** Ends a run whose parts are all stored; false when it is no longer wanted. */
  end(id: number, run: number, size: number): Promise<boolean> {
    return this.change('done_at = now(), size = $3', id, run, size);
  }

  /** Says that the copy could not be made. */
  async fail(id: number, run: number): Promise<void> {
    await this.change('failed_at = now(), parts = 0', id, run);
  }

  /** The copies that no job has ended. */
  async unmade(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(`SELECT id FROM person_copies WHERE ${underWay}`);
    return rows.map(({ id }) => id);
  }

  /** Marks the copies that are too old, and returns them with those whose removal was cut off. */
  markOld(): Promise<StoredParts[]> {
    return this.mark(`${end} <= now() OR removed_at IS NOT NULL`, []);
  }

  /** Marks all copies of an address, in any spelling of its mailbox, so that nobody goes on with them, and returns them. */
  markOf(address: string): Promise<StoredParts[]> {
    return this.mark('mailbox_of(address) = mailbox_of($1)', [address]);
  }

  /** Forgets a copy whose files are removed. */
  async forget(id: number): Promise<void> {
    await this.database.query('DELETE FROM person_copies WHERE id = $1', [id]);
  }

  private async mark(condition: string, values: unknown[]): Promise<StoredParts[]> {
    const [rows] = await this.database.query<[StoredParts[]]>(
      `UPDATE person_copies SET removed_at = coalesce(removed_at, now()) WHERE ${condition} RETURNING id, run, parts`,
      values,
    );
    return rows;
  }

  private async change(what: string, id: number, run: number, ...more: unknown[]): Promise<boolean> {
    const [, changed] = await this.database.query<[unknown, number]>(
      `UPDATE person_copies SET ${what} WHERE id = $1 AND run = $2 AND ${underWay}`,
      [id, run, ...more],
    );
    return changed > 0;
  }
}
