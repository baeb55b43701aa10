import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import { can, type Permission } from '../shared/permissions.js';
import { HeldByOther, refuseStale } from './changes.js';
import { OrdersQueries } from './orders.queries.js';

/** Conditions for a member's change of an order: the version the member saw, and a permission. */
type ChangeRules = { version?: number | null | undefined; permission?: Permission };

type Work<Result> = (order: Order, manager: EntityManager) => Promise<Result>;

/** Answers whether a member may change an order now (docs/orders.md#holds). */
@Injectable()
export class HoldingService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly transactions: Transactions,
  ) {}

  /** Whether this member may change the order: nobody else holds it, or the member may override. */
  isOpenTo(staff: Staff, order: Order): boolean {
    return order.heldBy === null || order.heldBy === staff.id || can(staff.type, 'orders.override-holder');
  }

  /**
   * Runs a member's change on the locked order; all its writes are in one transaction.
   * @throws Refused 404 no such order; 403 by role; 409 another member holds it, or the version is stale.
   */
  async changing<Result>(
    staff: Staff,
    orderId: number,
    { version, permission }: ChangeRules,
    change: Work<Result>,
  ): Promise<Result> {
    if (permission && !can(staff.type, permission)) throw Refused.notAllowed();

    return this.locked(orderId, async (order, manager) => {
      await this.refuseUnlessOpen(staff, order, version, manager);
      return change(order, manager);
    });
  }

  /**
   * Runs `work` on the locked order, no matter who holds it; all its writes are in one transaction.
   * @throws Refused 404 when there is no such order.
   */
  locked<Result>(orderId: number, work: Work<Result>): Promise<Result> {
    return this.transactions.run(async (manager) => {
      const order = orderId > 0 ? await this.queries.lockOrder(orderId, manager) : null;
      if (!order) throw new Refused('Order not found', 404);
      return work(order, manager);
    });
  }

  /** Runs `work` on those of the orders that exist, all locked, in one transaction. */
  lockedAll<Result>(
    orderIds: number[],
    work: (orders: Order[], manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.transactions.run(async (manager) => work(await this.queries.lockOrders(orderIds, manager), manager));
  }

  /** @throws Refused 409 when another member holds the locked order, or its version is not the one the member saw. */
  async refuseUnlessOpen(
    staff: Staff,
    order: Order,
    version: number | null | undefined,
    manager: EntityManager,
  ): Promise<void> {
    if (!this.isOpenTo(staff, order)) throw new HeldByOther(await this.queries.nameOf(order.heldBy!, manager));
    refuseStale(order, version);
  }
}
