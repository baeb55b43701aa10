import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import { beside, type BesideRow, type Neighbours, toNeighbours } from '../database/beside.js';
import { prepared } from '../database/prepared.js';
import { literal, sql } from '../database/sql.js';
import type { DisputeCategory } from '../shared/dispute-reasons.js';
import type { DisputeState } from '../shared/dispute-states.js';

/** The columns of a new dispute; the others keep their defaults. */
type NewDispute = Partial<Dispute> & Pick<Dispute, 'orderId' | 'source' | 'changedBy'>;

/** A dispute and the fields of its order that the list shows. */
export type ListedDispute = Dispute & ListedOrder;
/** `refunded`: all of its money was given back. */
type ListedOrder = Pick<Order, 'fullName' | 'processStatus'> & { refunded: boolean };

const waiting = `state IN ('inquiry', 'open')`;

@Injectable()
export class DisputesQueries {
  constructor(private readonly database: DataSource) {}

  disputeById(id: number, manager: EntityManager = this.database.manager): Promise<Dispute | null> {
    return manager.findOneBy(Dispute, { id });
  }

  /** The dispute, locked until the transaction ends. */
  lockDispute(id: number, manager: EntityManager): Promise<Dispute | null> {
    return manager.findOne(Dispute, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Whether a gateway has given an answer to this dispute to the bank. */
  async isSent(id: number, manager: EntityManager): Promise<boolean> {
    const found = await manager.query<unknown[]>(
      `SELECT FROM stripe_answers WHERE dispute_id = $1 AND state IN ('submitting', 'submitted') LIMIT 1`,
      [id],
    );
    return found.length > 0;
  }

  byCase(caseId: string, manager: EntityManager): Promise<Dispute | null> {
    return manager.findOneBy(Dispute, { caseId });
  }

  /** The disputes of an order, the oldest first. */
  ofOrder(orderId: number, manager: EntityManager = this.database.manager): Promise<Dispute[]> {
    return manager.find(Dispute, { where: { orderId }, order: { id: 'ASC' }, take: 100 });
  }

  /** Adds a dispute; undefined when another one has its case id. */
  async add(dispute: NewDispute, manager: EntityManager): Promise<Dispute | undefined> {
    const { raw } = await manager
      .createQueryBuilder()
      .insert()
      .into(Dispute)
      .values(dispute)
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = raw as { id: number }[];
    return row && manager.findOneByOrFail(Dispute, { id: row.id });
  }

  /** Writes the changed fields; the version rises by one. */
  async change(dispute: Dispute, to: Partial<Dispute>, by: string, manager: EntityManager): Promise<void> {
    const all = { ...to, version: dispute.version + 1, changedBy: by, changedAt: new Date() };
    Object.assign(dispute, all);
    await manager.update(Dispute, { id: dispute.id }, all);
  }

  /** Locks the order until the transaction ends, so that two remarks at once don't both open a dispute. */
  async lockOrder(orderId: number, manager: EntityManager): Promise<void> {
    await manager.query('SELECT FROM orders WHERE id = $1 FOR NO KEY UPDATE', [orderId]);
  }

  /** Sets the order's time of the first dispute; one that has it keeps it. The order's version stays. */
  async markOrder(orderId: number, at: Date, manager: EntityManager): Promise<void> {
    await manager.query('UPDATE orders SET disputed_at = $2 WHERE id = $1 AND disputed_at IS NULL', [orderId, at]);
  }

  /** The id of a shop's order with this reference. */
  async orderOfShop(shopId: number, externalRef: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT id FROM orders WHERE shop_id = $1 AND external_ref = $2',
      [shopId, externalRef],
    );
    return row?.id;
  }

  /** A page of disputes by reply-by date; those without a date come first. An empty list of states means all. */
  async page(states: DisputeState[], offset: number, limit: number): Promise<ListedDispute[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM disputes ${where(states)} ORDER BY reply_by NULLS FIRST, id OFFSET $1 LIMIT $2`,
      [offset, limit],
    );
    return this.listed(rows.map(({ id }) => id));
  }

  /** The disputes before and after one of this order: the one that `rowId` names, else the first. */
  async beside(orderId: number, rowId: number | undefined, states: DisputeState[]): Promise<Neighbours> {
    const by = literal(`coalesce(reply_by, '-infinity') AS a, id AS b`);
    const here = sql`SELECT order_id, ${by} FROM disputes
      WHERE order_id = ${orderId} AND (${rowId ?? null}::int IS NULL OR id = ${rowId ?? null}) ORDER BY a, b LIMIT 1`;
    const list = sql`SELECT order_id, id AS row_id, ${by} FROM disputes ${literal(where(states))}`;
    return toNeighbours(await this.database.query<BesideRow[]>(...beside(here, list).asArguments));
  }

  async count(states: DisputeState[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM disputes ${where(states)}`,
    );
    return row!.count;
  }

  /** How many disputes wait for an answer. */
  async waitingCount(): Promise<number> {
    const [row] = await this.database.query<{ count: number }[]>(
      ...prepared('disputes.waiting', sql`SELECT count(*)::int AS count FROM disputes WHERE ${literal(waiting)}`)
        .asArguments,
    );
    return row!.count;
  }

  /** These disputes with their orders, in the order of the ids. */
  async listed(ids: number[]): Promise<ListedDispute[]> {
    if (ids.length === 0) return [];
    const [disputes, orders] = await Promise.all([
      this.database.getRepository(Dispute).createQueryBuilder('d').where('d.id = ANY(:ids)', { ids }).getMany(),
      this.database.query<({ id: number } & ListedOrder)[]>(
        `SELECT d.id, o.full_name AS "fullName", o.process_status AS "processStatus",
           o.refund_date IS NOT NULL AND (o.refund_amount < o.amount) IS NOT TRUE AS refunded
         FROM disputes d JOIN orders o ON o.id = d.order_id WHERE d.id = ANY($1)`,
        [ids],
      ),
    ]);
    const orderOf = new Map(orders.map(({ id, ...order }) => [id, order]));
    const byId = new Map(disputes.map((one) => [one.id, Object.assign(one, orderOf.get(one.id))]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** How the disputes of a category ended. */
  async outcomes(category: DisputeCategory): Promise<{ won: number; lost: number }> {
    const [row] = await this.database.query<{ won: number; lost: number }[]>(
      `SELECT count(*) FILTER (WHERE state = 'won')::int AS won, count(*) FILTER (WHERE state = 'lost')::int AS lost
       FROM disputes WHERE state IN ('won', 'lost') AND category = $1`,
      [category],
    );
    return row!;
  }
}

/** The states come from the table of states, never from a request. */
function where(states: DisputeState[]): string {
  if (states.length === 0) return '';
  return states.join() === 'inquiry,open'
    ? `WHERE ${waiting}`
    : `WHERE state IN (${states.map((state) => `'${state}'`).join()})`;
}
