import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { Refused } from '../platform/reply.js';
import { type BulkRules, type Change, each, type Outcome, refuseStale, stateOf } from './changes.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { UndosQueries } from './undos.queries.js';

@Injectable()
export class UndoService {
  constructor(
    private readonly queries: UndosQueries,
    private readonly holding: HoldingService,
    private readonly ordersQueries: OrdersQueries,
    private readonly activity: ActivityService,
  ) {}

  /** Runs `work` on the locked orders one after the other, whoever holds them, and stores how to undo the changes. */
  async undoable(
    staff: Staff,
    ids: number[],
    { undo: earlierToken }: BulkRules,
    work: (order: Order, manager: EntityManager) => Promise<void>,
  ): Promise<Outcome> {
    const { changes, ...outcome } = await each(ids, (id) =>
      this.holding.locked(id, async (order, manager): Promise<Change | undefined> => {
        const { version } = order;
        const before = stateOf(order);
        await work(order, manager);
        return order.version === version ? undefined : { id, version: order.version, before };
      }),
    );
    if (changes.length === 0) return outcome;

    const { token, until } = await this.queries.store(staff.id, changes, earlierToken);
    return { ...outcome, undo: { token, until: until.toISOString() } };
  }

  /**
   * Restores the status and holder that orders had before the change with this token. An order that was changed again
   * since then stays as it is and is reported as failed. A hold is not restored when the holder's account was deleted. An
   * undo whose process ended can be sent again: what it had restored counts as done.
   * @throws Refused 404 for a token that is unknown, used, older than ten seconds or another member's; 409 when no order
   * could be restored.
   */
  async undo(staff: Staff, token: string): Promise<Outcome> {
    const changes = await this.queries.begin(token, staff.id);
    if (!changes) throw new Refused('This can no longer be undone.', 404);

    const changeOf = new Map(changes.map((change) => [change.id, change]));
    try {
      const outcome = await each(changeOf.keys(), (id) => this.putBack(staff, changeOf.get(id)!));
      await this.queries.end(token);
      return outcome;
    } catch (error) {
      if (error instanceof Refused) await this.queries.end(token);
      throw error;
    }
  }

  private putBack(staff: Staff, { id, version, before }: Change): Promise<Change> {
    return this.holding.locked(id, async (order, manager) => {
      if (isPutBack(order, version, before)) return { id, version: order.version, before };
      refuseStale(order, version);
      const after = { status: order.processStatus, heldBy: order.heldBy };
      const isSameHolder = before.heldBy === null || before.heldBy === order.heldBy;
      const isThere = isSameHolder || (await this.ordersQueries.lockMember(before.heldBy!, manager)) !== undefined;
      const to: Partial<Order> = { ...before, heldBy: isThere ? before.heldBy : null };

      const moves = before.processStatus !== after.status;
      await this.ordersQueries.change(order, to, staff.name, manager);

      const name = async (member: number | null) =>
        member === null ? undefined : this.ordersQueries.nameOf(member, manager);
      await this.activity.note(
        staff,
        {
          orderId: id,
          action: 'order.undone',
          from: moves ? after.status : await name(after.heldBy),
          to: moves ? before.processStatus : await name(before.heldBy),
        },
        manager,
      );
      return { id, version: order.version, before };
    });
  }
}

/** Whether the order is as the undo leaves it: an undo whose process ended has restored it, or the same token sent twice at once. */
function isPutBack({ version, processStatus, heldBy }: Order, changed: number, before: Change['before']): boolean {
  const isHeldAsBefore = heldBy === before.heldBy || heldBy === null;
  return version === changed + 1 && processStatus === before.processStatus && isHeldAsBefore;
}
