import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Gateway } from '../database/gateway.entity.js';

@Injectable()
export class GatewayQueries {
  constructor(private readonly database: DataSource) {}

  all(manager: EntityManager = this.database.manager): Promise<Gateway[]> {
    return manager.find(Gateway, { order: { id: 'ASC' } });
  }

  /** Every gateway, locked in the order of ids, so that two changes at once run one after the other. */
  lockAll(manager: EntityManager): Promise<Gateway[]> {
    return manager.find(Gateway, { order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Adds a gateway, which is not active. */
  async add(gatewayName: string, manager: EntityManager): Promise<Gateway> {
    return manager.save(manager.create(Gateway, { gatewayName, isActive: false }));
  }

  /** Switches off before it switches on, because a unique index allows one active gateway. */
  async activate(id: number, manager: EntityManager): Promise<void> {
    await manager.update(Gateway, { isActive: true }, { isActive: false });
    await manager.update(Gateway, { id }, { isActive: true });
  }
}
