import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Remark } from '../database/remark.entity.js';
import { historyRows } from '../shared/limits.js';

@Injectable()
export class RemarksQueries {
  constructor(private readonly database: DataSource) {}

  ofOrder(orderId: number): Promise<Remark[]> {
    return this.database.getRepository(Remark).find({ where: { orderId }, order: { id: 'DESC' }, take: historyRows });
  }

  add(remark: Omit<Remark, 'id' | 'createTs'>, manager: EntityManager): Promise<Remark> {
    return manager.save(manager.create(Remark, remark));
  }

  /** Sets `disputed_at` of an order that has none, and tells whether it did. The version stays, because the order itself did not change. */
  async dispute(orderId: number, manager: EntityManager): Promise<boolean> {
    const [, changed] = await manager.query<[unknown, number]>(
      'UPDATE orders SET disputed_at = now() WHERE id = $1 AND disputed_at IS NULL',
      [orderId],
    );
    return changed > 0;
  }
}
