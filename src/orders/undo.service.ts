import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { EntityManager } from 'typeorm';
import type { Order } from '../database/order.entity.js';
import { Refused } from '../platform/reply.js';
import type { UndoOffer } from '../shared/orders.js';
import {
  type Added,
  type Before,
  type BulkRules,
  type Change,
  type Decision,
  each,
  type Outcome,
  refuseStale,
  stateOf,
} from './changes.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { type Undo, UndosQueries } from './undos.queries.js';

/** How many orders one transaction changes: they stay locked until it ends. */
const atOnce = 50;

/** Decides about one locked order. @throws Refused when the member may not change it */
type Decide = (order: Order) => Promise<Decision | undefined>;

@Injectable()
export class UndoService {
  constructor(
    private readonly queries: UndosQueries,
    private readonly holding: HoldingService,
    private readonly ordersQueries: OrdersQueries,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Changes orders, whoever holds them, and stores how to undo the changes. The orders are locked and written 50 at a time,
   * each time in one transaction. A refusal leaves one order as it is and does not stop the others.
   * @param prepare gets the locked orders of a transaction, and returns what decides about each of them: its change, undefined
   * when it is as wanted already, or a refusal, which it throws
   */
  async undoable(
    staff: Staff,
    ids: number[],
    { undo: earlierToken }: BulkRules,
    prepare: (orders: Order[], manager: EntityManager) => Promise<Decide>,
  ): Promise<Outcome> {
    const made = new Map<number, Change | Refused | undefined>();
    const distinct = [...new Set(ids)];
    const undo = { token: randomUUID(), memberId: staff.id, earlierToken };
    let until: Date | undefined;
    for (let from = 0; from < distinct.length; from += atOnce) {
      const some = distinct.slice(from, from + atOnce);
      until = (await this.changeAll(staff, some, undo, prepare, made)) ?? until;
    }
    const outcome = await each(distinct, async (id) => {
      const change = made.get(id);
      if (change instanceof Refused) throw change;
      return change;
    });
    return until ? { ...outcome, undo: { token: undo.token, until: until.toISOString() } } : outcome;
  }

  /**
   * Runs a change of an order that the caller's transaction has locked, and stores how to undo it, with what it added
   * beside: the remark and the mail that waits.
   */
  async offered(staff: Staff, order: Order, change: () => Promise<Added>, manager: EntityManager): Promise<UndoOffer> {
    const before = stateOf(order);
    const added = await change();
    const made = { id: order.id, version: order.version, before, added };
    const token = randomUUID();
    const until = await this.queries.store({ token, memberId: staff.id }, [made], manager);
    return { token, until: until.toISOString() };
  }

  /**
   * Changes some of the orders in one transaction, stores how to undo that, and adds what was made of each to `made`. Returns
   * until when it can be undone; undefined when nothing was changed.
   */
  private async changeAll(
    staff: Staff,
    ids: number[],
    undo: Undo,
    prepare: (orders: Order[], manager: EntityManager) => Promise<Decide>,
    made: Map<number, Change | Refused | undefined>,
  ): Promise<Date | undefined> {
    const changing = this.holding.lockedAll(ids, async (orders, manager) => {
      const decide = await prepare(orders, manager);
      const found = new Map(orders.map((order) => [order.id, order]));
      const decided: (Decision & { order: Order; before: Before })[] = [];
      for (const id of ids) {
        const order = found.get(id);
        const decision = order ? await refusalOr(() => decide(order)) : new Refused('Order not found', 404);
        if (decision instanceof Refused) made.set(id, decision);
        else if (order && decision) decided.push({ order, before: stateOf(order), ...decision });
      }
      // Rolled back, so that the request counts as one that wrote nothing (src/database/transactions.ts).
      if (decided.length === 0) throw new NothingToWrite();

      await this.ordersQueries.changeAll(decided, staff.name, manager);
      const notes = decided.map(({ order, note }) => ({ orderId: order.id, ...note }));
      await this.activity.noteAll(staff, notes, manager);
      const changes = decided.map(({ order, before }) => ({ id: order.id, version: order.version, before }));
      for (const change of changes) made.set(change.id, change);
      return this.queries.store(undo, changes, manager);
    });
    return changing.catch((error: unknown) => {
      if (error instanceof NothingToWrite) return undefined;
      throw error;
    });
  }

  /**
   * Restores the status and holder that orders had before the change with this token. An order that was changed again
   * since then stays as it is and is reported as failed. A hold is not restored when the holder's account was deleted, nor what
   * was submitted when the data was erased. An undo whose process ended can be sent again: what it had restored counts as done.
   * @throws Refused 404 for a token that is unknown, used, older than a minute or another member's; 409 when no order
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

  private putBack(staff: Staff, { id, version, before, added }: Change): Promise<Change> {
    return this.holding.locked(id, async (order, manager) => {
      if (isPutBack(order, version, before)) return { id, version: order.version, before };
      refuseStale(order, version);
      if (added && !(await this.queries.takeBack(added, manager)))
        throw new Refused('The mail is on its way already. Nothing was taken back.', 409);
      const note =
        added &&
        `The remark of the macro ${added.macro} was removed${added.mailId ? ', and its mail was not sent' : ''}.`;
      if (isAsBefore(order, before)) {
        await this.activity.note(staff, { orderId: id, action: 'order.undone', note }, manager);
        return { id, version: order.version, before };
      }

      const after = { status: order.processStatus, heldBy: order.heldBy };
      const isSameHolder = before.heldBy === null || before.heldBy === order.heldBy;
      const isThere = isSameHolder || (await this.ordersQueries.lockMember(before.heldBy!, manager)) !== undefined;
      const to: Partial<Order> = { ...before, heldBy: isThere ? before.heldBy : null };
      // what was submitted is not brought back once the data was erased
      if (order.erasedAt) delete to.submitted;

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
          note,
        },
        manager,
      );
      return { id, version: order.version, before };
    });
  }
}

class NothingToWrite extends Error {}

async function refusalOr<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) return error;
    throw error;
  }
}

/** Whether the change left status and holder as they were, as a macro without a move does. */
function isAsBefore({ processStatus, heldBy }: Order, before: Before): boolean {
  return processStatus === before.processStatus && heldBy === before.heldBy;
}

/** Whether the order is as the undo leaves it: an undo whose process ended has restored it, or the same token sent twice at once. */
function isPutBack({ version, processStatus, heldBy }: Order, changed: number, before: Change['before']): boolean {
  const isHeldAsBefore = heldBy === before.heldBy || heldBy === null;
  return version === changed + 1 && processStatus === before.processStatus && isHeldAsBefore;
}
