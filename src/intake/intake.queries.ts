import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';
import { Order } from '../database/order.entity.js';

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

  byReference(externalRef: string, inside: EntityManager): Promise<Order | null> {
    return inside.findOneBy(Order, { externalRef });
  }

  /** The order of this reference, locked until the transaction ends. */
  lock(externalRef: string, inside: EntityManager): Promise<Order | null> {
    return inside.findOne(Order, { where: { externalRef }, lock: { mode: 'pessimistic_write' } });
  }

  /** Adds the order: its id; undefined when another request was quicker with the same reference. */
  async add(order: Partial<Order>, inside: EntityManager): Promise<number | undefined> {
    const { raw } = await inside
      .createQueryBuilder()
      .insert()
      .into(Order)
      .values(order)
      .orIgnore()
      .returning('id')
      .execute();
    return (raw as { id: number }[])[0]?.id;
  }

  async change(id: number, to: Partial<Order>, inside: EntityManager): Promise<void> {
    await inside.update(Order, { id }, to);
  }

  async hasGateway(id: number): Promise<boolean> {
    return this.database.getRepository(Gateway).existsBy({ id });
  }

  activeGateway(): Promise<Gateway> {
    return this.database.getRepository(Gateway).findOneByOrFail({ isActive: true });
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }
}
