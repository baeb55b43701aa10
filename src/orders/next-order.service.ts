import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { system } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { Refused } from '../platform/reply.js';
import type { Lease, Taken } from '../shared/answers/next-order.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { idleLeases } from '../shared/limits.js';
import type { NextOrder, SkipOrder } from '../shared/next-order.js';
import { encodeOrderId } from '../shared/order-id.js';
import { isQueueName, queueRows, workedQueues, workedStatus } from '../shared/order-queues.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import { can } from '../shared/permissions.js';
import { HeldByOther } from './changes.js';
import { HoldingService } from './holding.service.js';
import { type LeaseFacts, NextOrderQueries } from './next-order.queries.js';
import { OrdersQueries } from './orders.queries.js';

/** How many leases of a member the frame of a page shows. */
const shownLeases = 20;

/** Gives members the next order to work on, on a lease (docs/orders.md#next-order). */
@Injectable()
export class NextOrderService {
  constructor(
    private readonly queries: NextOrderQueries,
    private readonly orders: OrdersQueries,
    private readonly holding: HoldingService,
    private readonly transactions: Transactions,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Gives the member the free order with the nearest arrival; one that has passed comes last. Of any number of members who ask at once, each gets another
   * order. In return the member gives back the order that the call comes from, and the oldest beyond `idleLeases`, of those
   * that came so and that the member has not worked on. They are put behind for this member, so that they don't come next.
   * @param input of this queue; without one the queues that the member's role works
   * @returns the lease and what was given back; null when no order is free: then nothing is given back
   * @throws Refused 404 for an unknown queue, 403 for one that the role doesn't see, 422 for one that is no work; 401 when
   * the account ended meanwhile.
   */
  take(staff: Staff, input: NextOrder): Promise<Taken | null> {
    const { queue } = input;
    const statuses = queue === undefined ? workedStatuses(staff) : [statusOf(staff, queue)];
    return this.transactions.run(async (manager) => {
      // locked, because a member who is deactivated at this moment would keep the order
      if ((await this.orders.lockMember(staff.id, manager)) === undefined) throw new Refused('Please sign in.', 401);
      const idle = await this.lockIdle(staff, input, manager);
      const id = await this.queries.lockNext(staff.id, statuses, kualaLumpurToday(), manager);
      const order = id === undefined ? null : await this.orders.lockOrder(id, manager);
      if (!order) return null;

      for (const one of idle) await this.giveBack(staff, one, manager);
      await this.orders.change(order, { heldBy: staff.id }, staff.name, manager);
      const until = await this.queries.lease(order.id, staff.id, manager);
      await this.activity.note(staff, { orderId: order.id, action: 'order.leased', to: staff.name }, manager);
      return { ...toLease({ order_id: order.id, until }), given_back: idle.map((one) => one.id) };
    });
  }

  /** The orders that the member gives back for the next one. They are locked before it, so that nobody works on them now. */
  private async lockIdle(staff: Staff, { from, keep = [] }: NextOrder, manager: EntityManager): Promise<Order[]> {
    await this.queries.oneByOne(staff.id, manager);
    const untouched = await this.queries.untouched(staff.id, manager);
    const mayGo = untouched.filter((id) => !keep.includes(id));
    const left = mayGo.filter((id) => id === from);
    const excess = untouched.length - left.length - (idleLeases - 1);
    const oldest = mayGo.filter((id) => id !== from).slice(0, Math.max(0, excess));
    if (left.length + oldest.length === 0) return [];

    const locked = await this.orders.lockOrders([...left, ...oldest], manager);
    // somebody may have worked on them until they were locked
    const still = await this.queries.untouched(staff.id, manager);
    return locked.filter(({ id }) => still.includes(id));
  }

  private async giveBack(staff: Staff, order: Order, manager: EntityManager): Promise<void> {
    await this.queries.skip(order.id, staff.id, manager);
    await this.orders.change(order, { heldBy: null }, staff.name, manager);
    await this.activity.note(staff, { orderId: order.id, action: 'order.released', from: staff.name }, manager);
  }

  /**
   * Puts an order behind the others for this member, for an hour, and gives it back if the member holds it.
   * @throws Refused 404 when there is no such order, 409 when somebody else holds it.
   */
  skip(staff: Staff, { orderId, reason }: SkipOrder): Promise<void> {
    return this.holding.locked(orderId, async (order, manager) => {
      const { heldBy } = order;
      if (heldBy !== null && heldBy !== staff.id) throw new HeldByOther(await this.orders.nameOf(heldBy, manager));

      await this.queries.skip(orderId, staff.id, manager);
      await this.activity.note(staff, { orderId, action: 'order.skipped', note: reason }, manager);
      if (heldBy === staff.id) await this.orders.change(order, { heldBy: null }, staff.name, manager);
    });
  }

  /** Begins the member's lease of an order anew. @throws Refused 409 when the member has none. */
  async renew(staff: Staff, orderId: number): Promise<Lease> {
    const until = await this.queries.renew(orderId, staff.id);
    if (!until) throw new Refused('You no longer hold this order by Next order.', 409);
    return toLease({ order_id: orderId, until });
  }

  /** The leases of a member, the one that ends first at the beginning. */
  async leasesOf(staff: Staff): Promise<Lease[]> {
    return (await this.queries.leasesOf(staff.id, shownLeases)).map(toLease);
  }

  /**
   * Gives back the orders whose lease has ended. What their holders typed stays as a draft.
   * @returns how many orders went back
   */
  async endLeases(): Promise<number> {
    const batch = 100;
    let ended = 0;
    for (;;) {
      const ids = await this.queries.ended(batch);
      for (const id of ids) ended += (await this.endLease(id)) ? 1 : 0;
      if (ids.length < batch) return ended;
    }
  }

  private endLease(orderId: number): Promise<boolean> {
    return this.holding.locked(orderId, async (order, manager) => {
      if (order.heldBy === null || !(await this.queries.lockEnded(orderId, manager))) return false;

      const from = await this.orders.nameOf(order.heldBy, manager);
      await this.orders.change(order, { heldBy: null }, system.name, manager);
      await this.activity.note(system, { orderId, action: 'order.lease-ended', from }, manager);
      return true;
    });
  }
}

function workedStatuses({ type }: Staff): OrderStatus[] {
  return workedQueues[type].flatMap((queue) => workedStatus(queue) ?? []);
}

function statusOf(staff: Staff, queue: string): OrderStatus {
  if (!isQueueName(queue)) throw new Refused('There is no such queue.', 404);
  if (!can(staff.type, queueRows[queue].see)) throw Refused.notAllowed();
  const status = workedStatus(queue);
  if (!status) throw Refused.input({ queue: `${queueRows[queue].title} has no next order.` });
  return status;
}

function toLease({ order_id, until }: LeaseFacts): Lease {
  return { order_id, encoded_id: encodeOrderId(order_id), until: until.toISOString() };
}
