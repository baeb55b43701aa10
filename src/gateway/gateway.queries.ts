import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';

@Injectable()
export class GatewayQueries {
  constructor(private readonly database: DataSource) {}

  all(): Promise<Gateway[]> {
    return this.database.getRepository(Gateway).find({ order: { id: 'ASC' } });
  }

  /** Every gateway, locked in one order, so that of two changes at once one waits for the other. */
  lock(inside: EntityManager): Promise<Gateway[]> {
    return inside.find(Gateway, { order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Off before on: an index allows one active gateway at every moment. */
  async activate(inside: EntityManager, id: number): Promise<void> {
    await inside.update(Gateway, { isActive: true }, { isActive: false });
    await inside.update(Gateway, { id }, { isActive: true });
  }

  transaction<Result>(work: (inside: EntityManager) => Promise<Result>): Promise<Result> {
    return this.database.transaction(work);
  }
}
