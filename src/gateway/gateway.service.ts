import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import { mostGateways } from '../shared/limits.js';
import type { GatewayEntry } from '../shared/gateway.js';
import { toGateway } from './gateway.present.js';
import { GatewayQueries } from './gateway.queries.js';

@Injectable()
export class GatewayService {
  constructor(
    private readonly queries: GatewayQueries,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /** Every payment gateway, exactly one of them active. */
  async list(): Promise<GatewayEntry[]> {
    const gateways = await this.queries.all();
    return gateways.map(toGateway);
  }

  /** The id of the gateway with this name; one that is not there is added. @throws Refused 409 when there are too many. */
  async named(name: string, manager: EntityManager): Promise<number> {
    // two of one name at once: the second reads what the first added
    await this.queries.lockAll(manager);
    const gateways = await this.queries.all(manager);
    const known = gateways.find(({ gatewayName }) => gatewayName.toLowerCase() === name.toLowerCase());
    if (known) return known.id;
    if (gateways.length >= mostGateways) throw new Refused(`There are ${mostGateways} gateways already`, 409);
    return (await this.queries.add(name, manager)).id;
  }

  /** Makes this gateway the active one. Nothing changes when it is active already. @throws Refused 404 for an unknown one. */
  activate(staff: Staff, id: number): Promise<void> {
    return this.transactions.run(async (manager) => {
      const gateways = await this.queries.lockAll(manager);
      const chosen = gateways.find((gateway) => gateway.id === id);
      if (!chosen) throw new Refused('Gateway not found', 404);
      if (chosen.isActive) return;

      const before = gateways.find((gateway) => gateway.isActive);
      await this.queries.activate(id, manager);
      await this.activity.note(
        staff,
        { orderId: null, action: 'gateway.changed', from: before?.gatewayName, to: chosen.gatewayName },
        manager,
      );
    });
  }
}
