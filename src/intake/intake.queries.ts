import { Injectable } from '@nestjs/common';
import { DataSource, type DeepPartial, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';
import { OrderCharge } from '../database/order-charge.entity.js';
import { Order } from '../database/order.entity.js';
import type { CheckedOrder } from '../orders/checks.service.js';
import type { Shop } from './shop.js';

/** A new order of the intake. */
export type NewOrder = Partial<Order> &
  Pick<Order, 'shopId' | 'externalRef' | 'bodySha256' | 'processStatus'> &
  CheckedOrder;
/** A further charge of an order. */
export type NewCharge = DeepPartial<OrderCharge> & Pick<OrderCharge, 'orderId' | 'transactionId'>;
/** A stored order and the hash of its body, to recognise a repeated body. */
export type StoredOrder = Pick<Order, 'id' | 'externalRef' | 'bodySha256'>;

@Injectable()
export class IntakeQueries {
  constructor(private readonly database: DataSource) {}

  /**
   * The shop a key was made for, and whether the use of the key was noted within the hour; undefined for an unknown or
   * revoked key.
   */
  async shopByKey(keySha256: string): Promise<(Shop & { isNoted: boolean }) | undefined> {
    const [row] = await this.database.query<(Shop & { isNoted: boolean })[]>(
      `SELECT s.id, s.name, coalesce(k.last_used_at > now() - interval '1 hour', false) AS "isNoted"
       FROM intake_keys k JOIN shops s ON s.id = k.shop_id
       WHERE k.key_sha256 = $1 AND k.revoked_at IS NULL`,
      [keySha256],
    );
    return row;
  }

  /** Notes that a key was used; of calls at once one writes. */
  async noteUse(keySha256: string): Promise<void> {
    await this.database.query(
      `UPDATE intake_keys SET last_used_at = now() WHERE id = (
         SELECT id FROM intake_keys WHERE key_sha256 = $1
           AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 hour') FOR UPDATE SKIP LOCKED)`,
      [keySha256],
    );
  }

  /** The hashes of all keys that are not revoked. */
  async goodKeys(): Promise<Set<string>> {
    const rows = await this.database.query<{ hash: string }[]>(
      'SELECT key_sha256 AS hash FROM intake_keys WHERE revoked_at IS NULL',
    );
    return new Set(rows.map(({ hash }) => hash));
  }

  async shopByName(name: string): Promise<Shop | undefined> {
    const [row] = await this.database.query<Shop[]>('SELECT id, name FROM shops WHERE name = $1', [name]);
    return row;
  }

  /** The shop's orders with these references. */
  withReferences(
    { id }: Shop,
    externalRefs: string[],
    manager: EntityManager = this.database.manager,
  ): Promise<StoredOrder[]> {
    return manager.query(
      `SELECT id, external_ref AS "externalRef", body_sha256 AS "bodySha256" FROM orders
       WHERE shop_id = $1 AND external_ref = ANY($2)`,
      [id, externalRefs],
    );
  }

  /** What is to be seen of an order's money: that it was paid after it was cancelled, or twice. */
  async moneyMarks(orderId: number, manager: EntityManager): Promise<('late' | 'twice')[]> {
    const found = await manager.query<{ mark: 'late' | 'twice' }[]>(
      `SELECT mark FROM inbox_marks WHERE order_id = $1 AND mark IN ('late', 'twice')`,
      [orderId],
    );
    return found.map(({ mark }) => mark);
  }

  /** Whether a further charge of the order has this transaction id. */
  hasCharge(orderId: number, { transactionId }: { transactionId: string }, manager: EntityManager): Promise<boolean> {
    return manager.existsBy(OrderCharge, { orderId, transactionId });
  }

  /** Triggers mark the order, and sum up what is to be given back (database/functions/charge_added.sql). */
  async addCharge(charge: NewCharge, manager: EntityManager): Promise<void> {
    await manager.insert(OrderCharge, charge);
  }

  async markPaidLate(orderId: number, manager: EntityManager): Promise<void> {
    await manager.query(`INSERT INTO inbox_marks (order_id, mark) VALUES ($1, 'late') ON CONFLICT DO NOTHING`, [
      orderId,
    ]);
  }

  /** Serialises the intake of lists, because two lists with the same orders could deadlock. */
  async awaitTurn(manager: EntityManager): Promise<void> {
    await manager.query("SELECT pg_advisory_xact_lock(hashtext('intake of a list'))");
  }

  /** The shop's order with this reference, locked until the transaction ends. */
  lockOrder({ id }: Shop, externalRef: string, manager: EntityManager): Promise<Order | null> {
    return manager.findOne(Order, { where: { shopId: id, externalRef }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Inserts orders and returns those inserted; leaves out orders whose reference another request has inserted. All rows are one
   * JSON parameter, because a list has tens of thousands of values.
   */
  insert(orders: NewOrder[], manager: EntityManager): Promise<StoredOrder[]> {
    const given = this.database.getMetadata(Order).columns.filter(({ propertyName }) => propertyName in orders[0]!);
    const names = given.map(({ databaseName }) => databaseName).join(', ');
    const rows = orders.map((order) =>
      Object.fromEntries(given.map((column) => [column.databaseName, column.getEntityValue(order)])),
    );
    return manager.query(
      `INSERT INTO orders (${names}) SELECT ${names} FROM json_populate_recordset(NULL::orders, $1)
       ON CONFLICT DO NOTHING
       RETURNING id, external_ref AS "externalRef", body_sha256 AS "bodySha256"`,
      [JSON.stringify(rows)],
    );
  }

  async change(id: number, to: Partial<Order>, manager: EntityManager): Promise<void> {
    await manager.update(Order, { id }, to);
  }

  /** The ids of those given gateways that exist. */
  async gateways(ids: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>('SELECT id FROM gateways WHERE id = ANY($1)', [ids]);
    return rows.map(({ id }) => id);
  }

  activeGateway(): Promise<Gateway> {
    return this.database.getRepository(Gateway).findOneByOrFail({ isActive: true });
  }
}
