import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
import { recordOf } from '../database/last-change.js';
import { Order } from '../database/order.entity.js';
import { prepared } from '../database/prepared.js';
import { sql } from '../database/sql.js';
import type { CardDoubt } from '../shared/card-verdicts.js';
import { moneyTakenStates } from '../shared/dispute-states.js';
import type { InboxMark } from '../shared/inbox-marks.js';
import type { Before } from './changes.js';

/** What lists and the order's page show beside an order. */
export type OrderMarks = { cardDue: boolean; marks: (InboxMark | CardDoubt)[] };

@Injectable()
export class OrdersQueries {
  constructor(private readonly database: DataSource) {}

  orderById(id: number): Promise<Order | null> {
    return this.database.getRepository(Order).findOneBy({ id });
  }

  /** The order, locked until the transaction ends. */
  lockOrder(id: number, manager: EntityManager): Promise<Order | null> {
    return manager.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Those of the orders that exist, locked until the transaction ends; in the order of their ids, against deadlocks. */
  lockOrders(ids: number[], manager: EntityManager): Promise<Order[]> {
    return manager.find(Order, { where: { id: In(ids) }, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** The time of the transaction by the database's clock, as its activity has it. The machines' clocks may be wrong. */
  async now(manager: EntityManager): Promise<Date> {
    const [row] = await manager.query<{ now: Date }[]>('SELECT now()');
    return row!.now;
  }

  /** Writes the changed fields of several orders, and the records of the changes by this name, in one statement. */
  async changeAll(changes: { order: Order; to: Partial<Before> }[], by: string, manager: EntityManager): Promise<void> {
    for (const { order, to } of changes) Object.assign(order, to, recordOf(order, to, by));
    await manager.query(
      `UPDATE orders o SET process_status = c."processStatus", status_before_delete = c."statusBeforeDelete",
         held_by = c."heldBy", processed_by = c."processedBy",
         processed_at = CASE WHEN c.completes THEN c."processedAt" ELSE o.processed_at END,
         submitted = CASE WHEN c.submits THEN c.submitted ELSE o.submitted END,
         submit_again = o.submit_again AND NOT c.submits,
         version = c.version, changed_by = c."changedBy", changed_at = c."changedAt", last_change = c."lastChange"
       FROM json_to_recordset($1) AS c (id integer, "processStatus" text, "statusBeforeDelete" text, "heldBy" integer,
         "processedBy" text, "processedAt" timestamptz, version integer, "changedBy" text, "changedAt" timestamptz,
         "lastChange" text, completes boolean, submits boolean, submitted jsonb)
       WHERE o.id = c.id`,
      [JSON.stringify(changes.map(({ order, to }) => written(order, to)))],
    );
  }

  /** Writes the changed fields of an order, and the record of the change by this name. */
  async change(order: Order, to: Partial<Order>, by: string, manager: EntityManager): Promise<void> {
    const fields = { ...to, ...recordOf(order, to, by) };
    Object.assign(order, fields);
    await manager.update(Order, { id: order.id }, fields);
  }

  /** Ends the mark `submit again`. */
  async submittedAnew(orderId: number, manager: EntityManager): Promise<void> {
    await manager.update(Order, { id: orderId }, { submitAgain: false });
  }

  /** Whether the bank has taken the order's money in a dispute that it has not decided for the seller. */
  async isMoneyTaken(orderId: number, inside: EntityManager): Promise<boolean> {
    const found = await inside.query<unknown[]>(
      'SELECT FROM disputes WHERE order_id = $1 AND state = ANY($2) LIMIT 1',
      [orderId, moneyTakenStates],
    );
    return found.length > 0;
  }

  /** A member's name, also of a deleted member: histories still show it. */
  async nameOf(memberId: number, manager: EntityManager = this.database.manager): Promise<string> {
    const [row] = await manager.query<{ name: string }[]>('SELECT name FROM members WHERE id = $1', [memberId]);
    return row?.name ?? 'somebody else';
  }

  /** The names of these members, also of deleted ones. */
  async namesOf(memberIds: number[], manager: EntityManager): Promise<Map<number, string>> {
    const rows = await manager.query<{ id: number; name: string }[]>(
      'SELECT id, name FROM members WHERE id = ANY($1)',
      [memberIds],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  async memberNames(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(
      ...prepared(
        'members.names',
        sql`SELECT name FROM members WHERE deleted_at IS NULL AND deactivated_at IS NULL ORDER BY id`,
      ).asArguments,
    );
    return rows.map(({ name }) => name);
  }

  /** The member of that name, whatever its case; undefined for an unknown or deleted one. */
  async memberByName(name: string): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }[]>(
      'SELECT id FROM members WHERE lower(name) = lower($1) AND deleted_at IS NULL AND deactivated_at IS NULL',
      [name],
    );
    return row?.id;
  }

  /**
   * A member's name; undefined for a deleted member. The row stays locked until the transaction ends, so that no order is
   * given to a member who is being deleted at that moment.
   */
  async lockMember(id: number, manager: EntityManager): Promise<string | undefined> {
    const [row] = await manager.query<{ name: string }[]>(
      'SELECT name FROM members WHERE id = $1 AND deleted_at IS NULL AND deactivated_at IS NULL FOR SHARE',
      [id],
    );
    return row?.name;
  }

  /** Whether the customer has no card yet and nobody said what became of it, and what lists show beside the order. */
  async marksOf(orderId: number): Promise<OrderMarks> {
    const [marks] = await this.database.query<OrderMarks[]>(
      `SELECT EXISTS (SELECT FROM cards_due WHERE order_id = $1) AS "cardDue",
         ARRAY(SELECT mark FROM inbox_marks WHERE order_id = $1 ORDER BY mark) AS marks`,
      [orderId],
    );
    return marks!;
  }

  async gatewayName(id: number | null): Promise<string | null> {
    if (id === null) return null;
    const [row] = await this.database.query<{ gateway_name: string }[]>(
      'SELECT gateway_name FROM gateways WHERE id = $1',
      [id],
    );
    return row?.gateway_name ?? null;
  }

  /** Up to `most` Future orders whose processing date has come, the earliest date first. */
  async due(today: string, most: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>(
      `SELECT id FROM queued_orders WHERE process_status = 'Future' AND processing_date <= $1 ORDER BY processing_date LIMIT $2`,
      [today, most],
    );
    return rows.map(({ id }) => id);
  }
}

/** The fields that `changeAll` writes. A Date has milliseconds and the row may have more: a time that stays is not written. */
function written(order: Order, to: Partial<Before>) {
  const { id, processStatus, statusBeforeDelete, heldBy, processedBy, processedAt } = order;
  const { version, changedBy, changedAt, lastChange } = order;
  const state = { processStatus, statusBeforeDelete, heldBy, processedBy, processedAt, completes: 'processedAt' in to };
  const submission = { submits: 'submitted' in to, submitted: to.submitted };
  return { id, ...state, ...submission, version, changedBy, changedAt, lastChange };
}
