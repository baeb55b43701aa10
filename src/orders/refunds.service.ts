import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import type { Refund } from '../database/refund.entity.js';
import { Refused } from '../platform/reply.js';
import type { GivenBack } from '../shared/answers/refunds.js';
import { moneyTaken } from '../shared/dispute-states.js';
import { money } from '../shared/money.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import type { FailRefund, MarkRefunded, SayRefundedAll } from '../shared/orders.js';
import { can } from '../shared/permissions.js';
import { givenOf, isMore, leftOf, partOf } from '../shared/refunds.js';
import { each, type Outcome } from './changes.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { toGivenBack } from './refunds.present.js';
import { RefundsQueries } from './refunds.queries.js';
import { UnreadService } from './unread.service.js';

/** Money that was given back (docs/disputes.md#refunds). */
@Injectable()
export class RefundsService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly refunds: RefundsQueries,
    private readonly holding: HoldingService,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly unread: UnreadService,
  ) {}

  /** The refunds of an order, the first first. */
  ofOrder(orderId: number): Promise<Refund[]> {
    return this.refunds.ofOrder(orderId);
  }

  /** What was given back of an order, as its shop sees it. */
  async givenBack(order: Order): Promise<GivenBack> {
    return toGivenBack(order, await this.refunds.ofOrder(order.id));
  }

  /**
   * Records that a member gave money of orders in Refunds back: the told amount, else what is left. The whole closes an
   * order, and so does a part that is all of it.
   * @throws Refused 409 for any other status, or when the status is not the one the member saw; when the bank has taken the
   * money in a dispute and no Admin confirms (docs/disputes.md#disputes); when more is given back than is left; when
   * the reference is on record; after a message of the customer that nobody has read (docs/mail.md#unread-messages).
   */
  async markRefunded(
    staff: Staff,
    { orders, orderId, version, seenMessage, ...refund }: MarkRefunded,
  ): Promise<Outcome> {
    const seen = new Map((orders ?? []).map(({ id, status }) => [id, status]));
    const ids = orders ? [...seen.keys()] : [orderId ?? []].flat();

    return each(ids, (id) =>
      this.holding.changing(staff, id, { version }, async (order, manager) => {
        await this.unread.refuse(staff, id, seenMessage, manager);
        await this.refund(staff, order, { ...refund, seen: seen.get(id) }, manager);
      }),
    );
  }

  /**
   * Records that money of an order was given back, as its shop reports it, whatever its status and holder: the told amount,
   * else what is left. The whole moves the order to Refunds; a deleted one stays deleted. A part changes no status. The same
   * reference again changes nothing.
   * @param told `toldAt` is not in the future, now unless told; `note` is for the timeline
   * @throws Refused 404 when there is no such order; 409 when more is given back than is left, in another currency, or
   * another amount under a reference that is on record.
   */
  recordRefund(actor: Actor, orderId: number, told: ToldRefund): Promise<void> {
    return this.holding.locked(orderId, async (order, manager) => {
      refuseOtherCurrency(order, told);
      const refunds = await this.refunds.ofOrder(order.id, manager);
      const known = withReference(refunds, told.reference);
      if (known) {
        refuseOtherAmount(order, known, told);
        return;
      }
      const isNothingLeft = Number(leftOf(order.amount, refunds) ?? (order.refundDate ? 0 : 1)) === 0;
      if (told.amount === undefined && isNothingLeft) return;
      await this.give(actor, order, refunds, { ...told, isAll: false }, manager);
    });
  }

  /**
   * Records that a refund failed: the bank gave the money back to the seller. The order asks for a refund again. A second
   * time changes nothing.
   * @param told `tried`: what was tried to be given back, where the gateway tells it; a refund that nobody had reported is
   * written with it
   * @throws Refused 404 when there is no such order, or no such refund and nothing says what was tried
   */
  recordFailure(actor: Actor, orderId: number, { reference, tried, ...told }: ToldFailure): Promise<void> {
    return this.holding.locked(orderId, async (order, manager) => {
      const known = withReference(await this.refunds.ofOrder(order.id, manager), reference);
      if (!known && tried) {
        await this.refunds.add(order, { ...tried, reference, by: actor.name, isWhole: null }, manager);
      }
      const refund = known ?? withReference(await this.refunds.ofOrder(order.id, manager), reference);
      await this.fail(actor, order, refund, told, manager);
    });
  }

  /** The one order with a refund of this reference; undefined when there is none, or more than one. */
  async orderOf(reference: string): Promise<number | undefined> {
    const [first, second] = await this.refunds.ordersOf(reference);
    return second === undefined ? first : undefined;
  }

  /** The same by a member, on the row. Returns the order's new version. @throws Refused 403, 404, 409 as every change. */
  markFailed(staff: Staff, { orderId, refundId, version, reason }: FailRefund): Promise<number> {
    return this.holding.changing(staff, orderId, { version }, async (order, manager) => {
      const refunds = await this.refunds.ofOrder(order.id, manager);
      const refund = refunds.find(({ id }) => id === refundId);
      await this.fail(staff, order, refund, { reason, at: undefined }, manager);
      return order.version;
    });
  }

  /**
   * Notes a member's answer to whether what was given back was all of it: all of it closes the order, as the whole sum
   * does. Returns the order's new version.
   * @throws Refused 403, 404, 409 as every change; 409 when nothing was given back, or the order is closed already.
   */
  sayAll(staff: Staff, { orderId, isAll, version }: SayRefundedAll): Promise<number> {
    return this.holding.changing(staff, orderId, { version }, async (order, manager) => {
      const refunds = await this.refunds.ofOrder(order.id, manager);
      if (order.refundDate) throw new Refused('Order is already refunded', 409);
      if (!refunds.some(({ state }) => state === 'done')) throw new Refused('Nothing was given back yet', 409);

      await this.refunds.sayWhole(order, isAll, manager);
      const given = money(givenOf(order.amount, refunds), currencyOf(order, refunds));
      if (isAll) await this.close(staff, order, `${given} was all`, manager);
      else await this.keep(staff, order, { action: 'refund.part', note: `${given} was not all` }, manager);
      return order.version;
    });
  }

  private async refund(
    staff: Staff,
    order: Order,
    { seen, despiteDispute, refundAmount, refundReference, refundIsAll }: MemberRefund,
    manager: EntityManager,
  ): Promise<void> {
    const { processStatus } = order;
    if (seen && seen !== processStatus) throw new Refused(`Order is in ${processStatus}`, 409);
    if (processStatus !== 'Refunds') throw new Refused(`Order is in ${processStatus}, not in Refunds`, 409);
    if (order.refundDate) throw new Refused('Order is already refunded', 409);
    const refunds = await this.refunds.ofOrder(order.id, manager);
    if (withReference(refunds, refundReference)) {
      throw new Refused(`A refund with the reference ${refundReference} is on record`, 409);
    }
    const told = { amount: refundAmount, reference: refundReference, isAll: refundIsAll };
    refuseTooMuch(order, refunds, told);
    await this.refuseTakenMoney(staff, order, despiteDispute, manager);
    await this.give(staff, order, refunds, told, manager);
  }

  /** Writes a refund of a locked order. @throws Refused 409 when more is given back than is left */
  private async give(actor: Actor, order: Order, refunds: Refund[], told: NewRefund, manager: EntityManager) {
    refuseTooMuch(order, refunds, told);
    const amount = told.amount ?? leftOf(order.amount, refunds);
    const currency = told.currency ?? order.currency;
    const refund = { amount, currency, reference: told.reference ?? null, by: actor.name, at: told.toldAt };
    // without any amount nothing can be asked about: it is what was paid
    const isWhole = told.isAll || amount === null ? true : null;
    await this.refunds.add(order, { ...refund, isWhole }, manager);

    const said = (sum: string | null) => [sum, told.reference, told.note].filter(Boolean).join(', ') || undefined;
    if (order.refundDate) await this.close(actor, order, said(money(amount, currency)), manager);
    else {
      const note = said(partOf(amount, order.amount, currency));
      await this.keep(actor, order, { action: 'refund.part', note }, manager);
    }
  }

  private async fail(
    actor: Actor,
    order: Order,
    refund: Refund | undefined,
    { reason, at }: { reason: string | undefined; at: Date | undefined },
    manager: EntityManager,
  ): Promise<void> {
    if (!refund) throw new Refused('Refund not found', 404);
    if (refund.state === 'failed') return;
    await this.refunds.fail(order, refund, { reason, at, by: actor.name }, manager);
    const what = [money(refund.amount ?? order.amount, refund.currency), refund.reference].filter(Boolean).join(', ');
    const note = [what, reason].filter(Boolean).join(': ') || undefined;
    await this.keep(actor, order, { action: 'refund.failed', note }, manager);
  }

  /** Moves a locked order that is refunded to Refunds; a deleted one stays deleted. */
  private async close(actor: Actor, order: Order, note: string | undefined, manager: EntityManager): Promise<void> {
    const { id: orderId, processStatus } = order;
    if (processStatus === 'Deleted') {
      await this.queries.change(order, { statusBeforeDelete: 'Refunds' }, actor.name, manager);
    } else if (processStatus === 'Refunds') await this.queries.change(order, {}, actor.name, manager);
    else await this.orders.moveTo(actor, order, { processStatus: 'Refunds' }, manager);
    await this.activity.note(actor, { orderId, action: 'order.refunded', note }, manager);
  }

  /** Notes what was given back, or failed, of a locked order whose status stays. */
  private async keep(
    actor: Actor,
    order: Order,
    entry: { action: 'refund.part' | 'refund.failed'; note: string | undefined },
    manager: EntityManager,
  ): Promise<void> {
    await this.queries.change(order, {}, actor.name, manager);
    await this.activity.note(actor, { orderId: order.id, ...entry }, manager);
  }

  /** A refund of money that the bank has taken would be paid twice: an Admin has to confirm it. */
  private async refuseTakenMoney(
    staff: Staff,
    order: Order,
    isConfirmed: boolean,
    manager: EntityManager,
  ): Promise<void> {
    if (!(await this.queries.isMoneyTaken(order.id, manager))) return;
    if (!can(staff.type, 'disputes.refund-disputed'))
      throw new Refused(`${moneyTaken}. Only an Admin can refund it.`, 409);
    if (!isConfirmed) throw new Refused(`${moneyTaken}. Confirm that it is to be refunded anyway.`, 409);
  }
}

type MemberRefund = Pick<MarkRefunded, 'despiteDispute' | 'refundAmount' | 'refundReference' | 'refundIsAll'> & {
  seen: OrderStatus | undefined;
};

/** A refund as its shop tells it; the amount is in `currency`, else in the order's. */
type ToldRefund = {
  toldAt?: Date | undefined;
  note?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
};
/** `isAll`: nothing more will be given back. */
type NewRefund = ToldRefund & { isAll: boolean };

/** A failure as the shop or the gateway tells it; `at` is now unless told. */
type ToldFailure = {
  reference: string;
  reason: string | undefined;
  at: Date | undefined;
  tried?: { amount: string; currency: string; at: Date };
};

function withReference(refunds: Refund[], reference: string | undefined): Refund | undefined {
  return reference === undefined ? undefined : refunds.find((one) => one.reference === reference);
}

function currencyOf({ currency }: Order, [first]: Refund[]): string | null {
  return currency ?? first?.currency ?? null;
}

/** @throws Refused 409 */
function refuseOtherCurrency(order: Order, { currency }: ToldRefund): void {
  if (!currency || order.currency === null || currency === order.currency) return;
  throw new Refused(
    `Order was paid with ${money(order.amount, order.currency)}; no ${currency} can be given back`,
    409,
  );
}

/** @throws Refused 409 when the refund with this reference is of another amount or currency */
function refuseOtherAmount(
  { amount: charge }: Order,
  known: Refund,
  { amount, currency, reference }: ToldRefund,
): void {
  if (amount === undefined) return;
  const ours = known.amount ?? charge;
  const isSame = ours !== null && Number(ours) === Number(amount) && (known.currency ?? currency) === currency;
  if (!isSame) throw new Refused(`The refund ${reference} is on record with ${money(ours, known.currency)}`, 409);
}

/** @throws Refused 409 when more is given back than is left of the charge */
function refuseTooMuch(order: Order, refunds: Refund[], { amount }: Pick<ToldRefund, 'amount'>): void {
  const left = leftOf(order.amount, refunds);
  if (amount === undefined || left === null || !isMore(amount, left)) return;

  const given = givenOf(order.amount, refunds);
  const paid = `Order was paid with ${money(order.amount, order.currency)}`;
  if (Number(given) === 0) throw new Refused(`${paid}; no more can be given back`, 409);
  throw new Refused(
    `${paid}, and ${money(given, order.currency)} was given back: ${money(left, order.currency)} is left`,
    409,
  );
}
