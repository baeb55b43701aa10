import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';
import { Order } from '../database/order.entity.js';

/** An order as intake makes it. */
export type NewOrder = Partial<Order> & Pick<Order, 'externalRef' | 'bodySha256' | 'processStatus'>;
/** What tells whether a body that comes is the one that came before. */
export type KnownOrder = Pick<Order, 'id' | 'externalRef' | 'bodySha256'>;

@Injectable()
export class IntakeQueries {
  constructor(private readonly database: DataSource) {}

  /** The shop a key was made for; undefined for an unknown or revoked one. */
  async shopByKey(keySha256: string): Promise<string | undefined> {
    const [row] = await this.database.query<{ name: string }[]>(
      'SELECT name FROM intake_keys WHERE key_sha256 = $1 AND revoked_at IS NULL',
      [keySha256],
    );
    return row?.name;
  }

  /** Those of these references under which an order is kept. */
  known(externalRefs: string[], inside: EntityManager = this.database.manager): Promise<KnownOrder[]> {
    return inside.query(
      `SELECT id, external_ref AS "externalRef", body_sha256 AS "bodySha256" FROM orders WHERE external_ref = ANY($1)`,
      [externalRefs],
    );
  }

  /** Two lists with the same orders, each holding what the other waits for, would end one of them: they take turns. */
  async awaitTurn(inside: EntityManager): Promise<void> {
    await inside.query("SELECT pg_advisory_xact_lock(hashtext('intake of a list'))");
  }

  /** The order of this reference, locked until the transaction ends. */
  lock(externalRef: string, inside: EntityManager): Promise<Order | null> {
    return inside.findOne(Order, { where: { externalRef }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Adds orders and answers which; left out are those with whose reference another request was quicker. They go as one
   * parameter: a list has tens of thousands of values.
   */
  add(orders: NewOrder[], inside: EntityManager): Promise<KnownOrder[]> {
    const given = this.database.getMetadata(Order).columns.filter(({ propertyName }) => propertyName in orders[0]!);
    const names = given.map(({ databaseName }) => databaseName).join(', ');
    const rows = orders.map((order) =>
      Object.fromEntries(given.map((column) => [column.databaseName, column.getEntityValue(order)])),
    );
    return inside.query(
      `INSERT INTO orders (${names}) SELECT ${names} FROM json_populate_recordset(NULL::orders, $1)
       ON CONFLICT (external_ref) DO NOTHING
       RETURNING id, external_ref AS "externalRef", body_sha256 AS "bodySha256"`,
      [JSON.stringify(rows, wellFormed)],
    );
  }

  async change(id: number, to: Partial<Order>, inside: EntityManager): Promise<void> {
    await inside.update(Order, { id }, to);
  }

  /** Those of these gateways that there are. */
  async gateways(ids: number[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }[]>('SELECT id FROM gateways WHERE id = ANY($1)', [ids]);
    return rows.map(({ id }) => id);
  }

  activeGateway(): Promise<Gateway> {
    return this.database.getRepository(Gateway).findOneByOrFail({ isActive: true });
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }
}

/** Half a character (a lone surrogate) is text in JavaScript and none in PostgreSQL's JSON: it becomes U+FFFD. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : value;
}
