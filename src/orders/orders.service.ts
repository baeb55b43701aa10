import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import type { Actor } from '../activity/actor.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Env } from '../platform/env.js';
import { Refused } from '../platform/reply.js';
import {
  enteringStatuses,
  mayDelete,
  mayLeave,
  type MoveFacts,
  movesFrom,
  type MoveTarget,
  type OrderStatus,
  statusRows,
} from '../shared/order-statuses.js';
import type { ShownPassport } from '../shared/answers/orders.js';
import type { OrderDetail } from '../shared/orders.js';
import { formOf } from '../platform/form/authority-form.js';
import { faultsOf, type FormField, formRefuses, type Submitted } from '../shared/authority-form.js';
import { can } from '../shared/permissions.js';
import { valuesOf } from './amend.js';
import {
  type BulkRules,
  type Before,
  type Decision,
  enteringToday,
  NotYoursToGiveBack,
  type Outcome,
  refuseErased,
  refuseStale,
} from './changes.js';
import { HoldingService } from './holding.service.js';
import { toDetail } from './orders.present.js';
import { OrdersQueries } from './orders.queries.js';
import { RefundsQueries } from './refunds.queries.js';
import { UndoService } from './undo.service.js';
import { UnreadService } from './unread.service.js';

@Injectable()
export class OrdersService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly refunds: RefundsQueries,
    private readonly holding: HoldingService,
    private readonly undos: UndoService,
    private readonly activity: ActivityService,
    private readonly unread: UnreadService,
    private readonly env: Env,
  ) {}

  /** @throws Refused 404 when there is no such order. */
  async find(orderId: number): Promise<Order> {
    const order = orderId > 0 ? await this.queries.orderById(orderId) : null;
    if (!order) throw new Refused('Order not found', 404);
    return order;
  }

  /** An order's own fields as this member sees them. */
  async detail(staff: Staff, order: Order): Promise<OrderDetail> {
    const [holder, gateway, marks, charges, refunds] = await Promise.all([
      order.heldBy === null ? null : this.queries.nameOf(order.heldBy),
      this.queries.gatewayName(order.gatewayId),
      this.queries.marksOf(order.id),
      this.refunds.charges(order),
      this.refunds.ofOrder(order.id),
    ]);
    return toDetail(order, {
      holder,
      gateway,
      ...marks,
      charges,
      refunds,
      mailDomain: this.env.APPLICATION_MAIL_DOMAIN,
      form: this.form(order),
      seesPassport: can(staff.type, 'passports.see'),
      moves: this.holding.isOpenTo(staff, order) ? movesFrom(staff.type, factsOf(order)) : [],
    });
  }

  /** An order's passport number, for a member who asked for it; each time is noted (docs/people.md#passport-numbers). */
  async showPassport(staff: Staff, orderId: number): Promise<ShownPassport> {
    const order = await this.find(orderId);
    await this.activity.noteAlone(staff, { orderId, action: 'passport.shown' });
    const inForm = this.form(order).find(({ id }) => id === 'passNo');
    return { passport_no: order.passportNo, in_form: inForm?.value ?? '' };
  }

  /**
   * Gives orders to a member, or back to their queues when `to` is empty. When several members take an order at once, the
   * first wins. Anybody may hand on what they hold themselves.
   * @throws Refused 403 for another member's name or hold without the permission, 409 for a settled order
   * (docs/orders.md#holds), 422 for an unknown name.
   */
  async assign(staff: Staff, ids: number[], to: string | undefined, rules: BulkRules = {}): Promise<Outcome> {
    if (to === undefined) return this.release(staff, ids, rules);

    const isOther = to.toLowerCase() !== staff.name.toLowerCase();
    const mayNameOthers = can(staff.type, 'orders.override-holder');
    const id = isOther ? await this.queries.memberByName(to) : staff.id;
    if (id === undefined) throw noSuchMember();

    return this.undos.undoable(staff, ids, rules, async (orders, manager) => {
      const name = await this.queries.lockMember(id, manager);
      const names = await this.queries.namesOf(holdersOf(orders), manager);
      return async (order) => {
        if (isOther && !mayNameOthers && order.heldBy !== staff.id) throw Refused.notAllowed();
        if (order.heldBy === id) return undefined;
        await this.holding.refuseUnlessOpen(staff, order, rules.version, manager);
        const { processStatus } = order;
        if (statusRows[processStatus].settled)
          throw new Refused(`Order is in ${processStatus} and can’t be assigned`, 409);
        if (name === undefined) throw noSuchMember();
        return given(order, { id, name }, names);
      };
    });
  }

  /**
   * Moves orders to one of the seven statuses (docs/orders.md#statuses-and-moves).
   * @throws Refused 403 by role or by what the order is, 404, 409 held by somebody else, same status, or stale; with
   * `checkForm` also an order that the authority's form would refuse; to Completed also after a message of the customer
   * that nobody has read (docs/mail.md#unread-messages).
   */
  async move(
    staff: Staff,
    ids: number[],
    to: MoveTarget,
    rules: BulkRules & Seen & { note?: string | undefined; checkForm?: boolean } = {},
  ): Promise<Outcome> {
    if (to === 'Deleted' && !can(staff.type, 'orders.delete')) throw Refused.notAllowed();

    return this.undos.undoable(staff, ids, rules, async (orders, manager) => {
      const at = await this.timeOf(to, manager);
      const completed = to === 'Completed' ? orders.map(({ id }) => id) : [];
      const refuseUnread = await this.unread.refuserFor(staff, completed, rules.seenMessage, manager);
      return async (order) => {
        await this.refuseUnlessMovable(staff, order, to, rules.version, manager);
        refuseUnread(order.id);
        if (to === 'AwaitingGovt' && rules.checkForm) this.refuseFaulty(order);
        const note = { action: 'order.moved' as const, from: order.processStatus, to, note: rules.note };
        return { to: this.consequences(staff, order, to, at), note };
      };
    });
  }

  /**
   * Moves an order that the caller's transaction has locked.
   * @throws Refused as `move`.
   */
  async moveLocked(
    staff: Staff,
    order: Order,
    to: MoveTarget,
    { version, seenMessage }: Pick<BulkRules, 'version'> & Seen,
    manager: EntityManager,
  ): Promise<void> {
    await this.refuseUnlessMovable(staff, order, to, version, manager);
    if (to === 'Completed') await this.unread.refuse(staff, order.id, seenMessage, manager);
    const at = await this.timeOf(to, manager);
    await this.moveTo(staff, order, this.consequences(staff, order, to, at), manager);
  }

  /** @throws Refused 403 by role or by what the order is; 409 held by somebody else, stale, or in this status already. */
  private async refuseUnlessMovable(
    staff: Staff,
    order: Order,
    to: MoveTarget,
    version: number | null | undefined,
    manager: EntityManager,
  ): Promise<void> {
    refuseUnlessAllowed(staff, order, to);
    await this.holding.refuseUnlessOpen(staff, order, version, manager);
    if (order.processStatus === to) throw new Refused(`Order is already in ${to}`, 409);
  }

  /**
   * Completes an order that the caller's transaction has locked for this member, because its card has come. Where no submission
   * is on record, its values of now are. Returns its new version.
   * @param seen the status that the member saw
   * @throws Refused 409 when the order has another status, or one that this member may not complete it from.
   */
  async complete(
    staff: Staff,
    order: Order,
    seen: OrderStatus | null | undefined,
    manager: EntityManager,
  ): Promise<number> {
    const { processStatus } = order;
    if (seen && seen !== processStatus) throw new Refused(`Order is in ${processStatus}`, 409);
    if (!movesFrom(staff.type, factsOf(order)).includes('Completed'))
      throw new Refused(`Order is in ${processStatus} and can’t be completed`, 409);

    const at = await this.timeOf('Completed', manager);
    // who has the card has submitted the form
    const isNew = order.submitted === null || order.submitAgain;
    const submitted = isNew ? this.submission(staff, order) : {};
    await this.moveTo(staff, order, { ...this.consequences(staff, order, 'Completed', at), ...submitted }, manager);
    return order.version;
  }

  /**
   * Keeps what the authority's form accepted for an order that the caller's transaction has locked: one that is to be
   * submitted waits for the authority then; one that is settled keeps its status.
   * @throws Refused 409 for an order whose data was erased
   */
  async submittedAs(actor: Actor, order: Order, submitted: Submitted, manager: EntityManager): Promise<void> {
    refuseErased(order);
    const kept = { submitted, submitAgain: false };
    if (statusRows[order.processStatus].settled || order.processStatus === 'AwaitingGovt')
      await this.queries.change(order, kept, actor.name, manager);
    else await this.moveTo(actor, order, { processStatus: 'AwaitingGovt', ...kept }, manager);
  }

  /** Ends the mark `submit again` of a locked order, for which a new card has come. Its version stays. */
  async submittedAnew(order: Order, manager: EntityManager): Promise<void> {
    if (!order.submitAgain) return;
    order.submitAgain = false;
    await this.queries.submittedAnew(order.id, manager);
  }

  /**
   * Sends an order back to the queue it would enter today (docs/orders.md#submission-window). Returns its new version.
   * @throws Refused 409 when the order can't be reopened.
   */
  reopen(staff: Staff, orderId: number, version?: number | null): Promise<number> {
    return this.holding.changing(staff, orderId, { version, permission: 'orders.reopen' }, async (order, manager) => {
      const status: OrderStatus = order.processStatus;
      if (status === 'Deleted' || (enteringStatuses as readonly OrderStatus[]).includes(status)) {
        throw new Refused(`Order is in ${status} and can't be reopened`, 409);
      }
      if (order.refundDate) throw new Refused('Order is refunded and can’t be reopened', 409);

      await this.moveTo(staff, order, { processStatus: enteringToday(order) }, manager);
      return order.version;
    });
  }

  /** Restores the status that a deleted order had. Returns its new version. @throws Refused 409 when it isn't deleted. */
  restore(staff: Staff, orderId: number, version?: number | null): Promise<number> {
    return this.holding.changing(staff, orderId, { version, permission: 'orders.restore' }, async (order, manager) => {
      if (order.processStatus !== 'Deleted') throw new Refused('Order is not deleted', 409);

      const processStatus = order.statusBeforeDelete ?? enteringToday(order);
      await this.moveTo(staff, order, { processStatus, statusBeforeDelete: null }, manager);
      return order.version;
    });
  }

  /** Gives orders back to their queues. @throws Refused 403 for another member's hold without the permission. */
  private release(staff: Staff, ids: number[], rules: BulkRules): Promise<Outcome> {
    return this.undos.undoable(staff, ids, rules, async (orders, manager) => {
      const names = await this.queries.namesOf(holdersOf(orders), manager);
      return async (order) => {
        if (order.heldBy === null) return undefined;
        if (!this.holding.isOpenTo(staff, order)) throw new NotYoursToGiveBack(names.get(order.heldBy)!);
        refuseStale(order, rules.version);
        return given(order, null, names);
      };
    });
  }

  /** When this transaction completes orders; null when it moves them elsewhere. */
  private async timeOf(to: MoveTarget, manager: EntityManager): Promise<Date | null> {
    return to === 'Completed' ? this.queries.now(manager) : null;
  }

  /**
   * The fields that a move sets beside the status: AwaitingGovt keeps what was submitted; Completed records who did it and
   * when, and ends the hold; Deleted keeps the status (docs/orders.md#statuses-and-moves).
   */
  private consequences(
    staff: Staff,
    order: Order,
    to: MoveTarget,
    at: Date | null,
  ): Partial<Before> & Pick<Order, 'processStatus'> {
    const processStatus = to;
    if (to === 'AwaitingGovt') return { processStatus, ...this.submission(staff, order) };
    if (to === 'Completed') return { processStatus, processedBy: staff.name, processedAt: at, heldBy: null };
    if (to === 'Deleted') return { processStatus, statusBeforeDelete: order.processStatus };
    return { processStatus };
  }

  /**
   * What a member says was submitted: the form as it is filled in now. Nothing for an order whose data was erased, so that what
   * is left of its submission stays.
   */
  private submission(staff: Staff, order: Order): Partial<Pick<Order, 'submitted' | 'submitAgain'>> {
    if (order.erasedAt) return {};
    const fields = this.form(order).map(({ id, value }) => ({ id, value }));
    return { submitted: { at: new Date().toISOString(), by: staff.name, fields }, submitAgain: false };
  }

  /** @throws Refused 409 when the authority's form would refuse a value of the order */
  private refuseFaulty(order: Order): void {
    const faults = faultsOf(this.form(order));
    if (faults > 0) throw new Refused(`${formRefuses(faults)}.`, 409);
  }

  /** The authority's form for this order, now. */
  form(order: Order): FormField[] {
    return formOf(order, valuesOf(order), this.env);
  }

  /**
   * Moves an order that the caller's transaction has locked, and notes it in the activity.
   * @param to the new status, and what else the move sets
   */
  async moveTo(actor: Actor, order: Order, { note, ...to }: Moved, manager: EntityManager): Promise<void> {
    const from = order.processStatus;
    await this.queries.change(order, to, actor.name, manager);
    const entry = { orderId: order.id, action: 'order.moved' as const, from, to: to.processStatus, note };
    await this.activity.note(actor, entry, manager);
  }
}

/** The newest message of the customer that the member was asked about (unread.service.ts). */
type Seen = { seenMessage?: number | null | undefined };

/** The new status of an order, what else a move sets, and a sentence for the timeline. */
type Moved = Partial<Order> & Pick<Order, 'processStatus'> & { note?: string | undefined };

/** @throws Refused 403 when no member of this role may move the order there */
function refuseUnlessAllowed({ type }: Staff, order: Order, to: MoveTarget): void {
  if (to === order.processStatus) return;
  const facts = factsOf(order);
  if ((to === 'Deleted' && !mayDelete(type, facts)) || !mayLeave(type, facts)) throw Refused.notAllowed();
}

function holdersOf(orders: Order[]): number[] {
  return [...new Set(orders.flatMap(({ heldBy }) => heldBy ?? []))];
}

/** Gives an order to a member. @param member null gives the order back to its queue */
function given(order: Order, member: { id: number; name: string } | null, names: Map<number, string>): Decision {
  const from = order.heldBy === null ? undefined : names.get(order.heldBy);
  const action = member ? 'order.assigned' : 'order.released';
  return { to: { heldBy: member?.id ?? null }, note: { action, from, to: member?.name } };
}

function noSuchMember(): Refused {
  return Refused.input({ assignto: 'There is no member of this name.' });
}

function factsOf(order: Order): MoveFacts {
  return { status: order.processStatus, held: order.heldBy !== null, refunded: order.refundDate !== null };
}
