import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ofMailbox } from '../database/of-mailbox.js';
import type { FrozenReason } from '../shared/retention.js';

/** A request to erase a person. `address` is null once that is done; `erased` counts the orders. */
export type PersonRequest = {
  id: number;
  address: string | null;
  shown: string;
  askedBy: number;
  asker: string;
  askedAt: Date;
  confirmer: string | null;
  confirmedAt: Date | null;
  withdrawnAt: Date | null;
  doneAt: Date | null;
  erased: number;
};
/** An order of a person that is not erased yet, and what holds it back. */
export type PersonOrder = { id: number; hold: FrozenReason | null };

/** How many orders are read at once. */
const batch = 100;

const columns = `r.id, r.address, r.shown, r.asked_by AS "askedBy", a.name AS asker, r.asked_at AS "askedAt", c.name AS confirmer,
  r.confirmed_at AS "confirmedAt", r.withdrawn_at AS "withdrawnAt", r.done_at AS "doneAt",
  (SELECT count(*)::int FROM erasures e WHERE e.request_id = r.id AND e.order_id IS NOT NULL) AS erased`;
const joined = 'person_requests r JOIN members a ON a.id = r.asked_by LEFT JOIN members c ON c.id = r.confirmed_by';
const { contact, other } = ofMailbox('mailbox_of($1)');
const ofAddress = `orders o WHERE o.id IN (
  ${[...contact, ...other].map((condition) => `SELECT id FROM orders WHERE ${condition}`).join('\n  UNION ALL ')})`;

/** The requests to erase a person (docs/people.md#a-persons-data). The erasing itself is in database/functions/erase_person.sql. */
@Injectable()
export class PersonsQueries {
  constructor(private readonly database: DataSource) {}

  /** How many orders the mailbox of an address has, in any spelling. */
  async countOrders(address: string): Promise<number> {
    const [row] = await this.database.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${ofAddress}`, [address]);
    return row!.n;
  }

  /** The next orders of an address behind this one, by id, each with what holds it back. */
  orders(address: string, after: number, most: number): Promise<PersonOrder[]> {
    return this.database.query(
      `SELECT o.id, hold_of_person(o) AS hold FROM ${ofAddress} AND o.id > $2 ORDER BY o.id LIMIT $3`,
      [address, after, most],
    );
  }

  /** Every order of an address, by id. They are read in batches, and may lose the address meanwhile. */
  async *every(address: string): AsyncGenerator<number> {
    for (let after = 0; ;) {
      const orders = await this.orders(address, after, batch);
      for (const { id } of orders) yield id;
      after = orders.at(-1)?.id ?? after;
      if (orders.length < batch) return;
    }
  }

  /** Adds a request; undefined when the mailbox has an open one. @param shown what is shown of the address afterwards */
  async add(address: string, shown: string, askedBy: number, manager: EntityManager): Promise<number | undefined> {
    const rows = await manager.query<{ id: number }[]>(
      `INSERT INTO person_requests (address, shown, asked_by) VALUES ($1, $2, $3)
       ON CONFLICT (mailbox) WHERE done_at IS NULL AND withdrawn_at IS NULL DO NOTHING RETURNING id`,
      [address, shown, askedBy],
    );
    return rows[0]?.id;
  }

  /** Locks a request and reads it then, with who confirmed it meanwhile; undefined when there is none. */
  async lock(id: number, manager: EntityManager): Promise<PersonRequest | undefined> {
    await manager.query('SELECT FROM person_requests WHERE id = $1 FOR UPDATE', [id]);
    return this.byId(id, manager);
  }

  async byId(id: number, manager: EntityManager = this.database.manager): Promise<PersonRequest | undefined> {
    const [row] = await manager.query<PersonRequest[]>(`SELECT ${columns} FROM ${joined} WHERE r.id = $1`, [id]);
    return row;
  }

  async confirm(id: number, memberId: number, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE person_requests SET confirmed_by = $2, confirmed_at = now() WHERE id = $1', [
      id,
      memberId,
    ]);
  }

  /** Ends a request that nobody confirmed, and forgets its address. */
  async withdraw(id: number, memberId: number, manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE person_requests SET withdrawn_by = $2, withdrawn_at = now(), address = NULL WHERE id = $1',
      [id, memberId],
    );
  }

  /** The newest requests. */
  newest(most: number): Promise<PersonRequest[]> {
    return this.database.query(`SELECT ${columns} FROM ${joined} ORDER BY r.id DESC LIMIT $1`, [most]);
  }

  /** The requests that were confirmed and are not done. */
  async confirmed(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM person_requests WHERE done_at IS NULL AND withdrawn_at IS NULL AND confirmed_at IS NOT NULL ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Erases one order of a request, in a transaction of its own. Returns what held it back, or `nothing` when it was done. */
  async erase(requestId: number, orderId: number): Promise<'done' | 'nothing' | FrozenReason> {
    const [row] = await this.database.query<{ came: 'done' | 'nothing' | FrozenReason }[]>(
      'SELECT erase_person($1, $2) AS came',
      [requestId, orderId],
    );
    return row!.came;
  }

  /** Removes the mails without an order that this address sent; their files are removed after them. */
  async removeUnmatched(address: string): Promise<void> {
    await this.database.query(
      `WITH gone AS (DELETE FROM inbound_mails WHERE order_id IS NULL AND mailbox_of(sender) = mailbox_of($1) RETURNING storage_key)
       INSERT INTO files_to_erase (storage_key) SELECT DISTINCT storage_key FROM gone ON CONFLICT DO NOTHING`,
      [address],
    );
  }

  /** Ends a request when no order of its address is left; false when one is. */
  async end(requestId: number): Promise<boolean> {
    const [row] = await this.database.query<{ ended: boolean }[]>('SELECT end_person_request($1) AS ended', [
      requestId,
    ]);
    return row!.ended;
  }
}
