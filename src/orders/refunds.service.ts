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
import {
  type Charge,
  chargedOf,
  givenOfAll,
  isOpen,
  leftOfAll,
  leftOfCharge,
  refundsOf,
  type Share,
  sharesOf,
} from '../shared/charges.js';
import { givenOf, isMore, partOf, sumOf } from '../shared/refunds.js';
import { each, type Outcome } from './changes.js';
import { type Charged, chargedBy } from './charged.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { OrdersService } from './orders.service.js';
import { toGivenBack } from './refunds.present.js';
import { type OrderCharged, RefundsQueries } from './refunds.queries.js';
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

  /** An order as the charge with one of these ids paid it, else the one that pays for it (docs/disputes.md#charges). */
  async charged(order: Order, named: string[] = [], manager?: EntityManager): Promise<Charged> {
    const charges = await this.refunds.charges(order, manager);
    const refunds = await this.refunds.ofOrder(order.id, manager);
    return chargedBy(order, charges, refunds, named);
  }

  /** What was charged and given back of an order, as its shop sees it. */
  async givenBack(order: Order): Promise<GivenBack> {
    const [charges, refunds] = await Promise.all([this.refunds.charges(order), this.refunds.ofOrder(order.id)]);
    return toGivenBack(order, charges, refunds);
  }

  /**
   * Records that a member gave money of orders in Refunds back: the told amount, else what is left. The whole closes an
   * order, and so does a part that is all of it. Of an order that was charged twice a named charge is given back in any status.
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
   * @param told `toldAt` is not in the future, now unless told; `note` is for the timeline; `transactionId` is the charge
   * @throws Refused 404 when there is no such order or charge; 409 when more is given back than is left, in another currency, or
   * another amount under a reference that is on record.
   */
  recordRefund(actor: Actor, orderId: number, told: ToldRefund): Promise<void> {
    return this.holding.locked(orderId, async (order, manager) => {
      const money = await this.moneyOf(order, manager);
      refuseOtherCurrency(money, told);
      const known = withReference(money.refunds, told.reference);
      if (known.length > 0) {
        refuseOtherAmount(money, known, told);
        return;
      }
      const named = chargeNamed(money, told.transactionId);
      const isNothingLeft = named && money.charges.length > 1 ? !isOpen(named, money.refunds) : isAllGiven(money);
      if (told.amount === undefined && isNothingLeft) return;
      await this.give(actor, money, { ...told, isAll: false }, manager);
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
      const money = await this.moneyOf(order, manager);
      const known = withReference(money.refunds, reference);
      if (known.length === 0 && tried) {
        const { charges: ids, ...refund } = tried;
        const charge = money.charges.find(({ transactionId }) => ids.includes(transactionId ?? ''));
        const chargeId = charge?.id ?? null;
        await this.refunds.add(order, { ...refund, chargeId, reference, by: actor.name, isWhole: null }, manager);
      }
      const written =
        known.length > 0 ? known : withReference(await this.refunds.ofOrder(order.id, manager), reference);
      await this.fail(actor, money, written, told, manager);
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
      const money = await this.moneyOf(order, manager);
      const refund = money.refunds.find(({ id }) => id === refundId);
      // one reference is one transfer, whatever the charges that it is of
      const same = refund?.reference
        ? withReference(money.refunds, refund.reference)
        : [refund].flatMap((one) => one ?? []);
      await this.fail(staff, money, same, { reason, at: undefined }, manager);
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
      const { charges, refunds } = await this.moneyOf(order, manager);
      if (order.refundDate) throw new Refused('Order is already refunded', 409);
      if (!refunds.some(({ state }) => state === 'done')) throw new Refused('Nothing was given back yet', 409);

      await this.refunds.sayWhole(order, isAll, manager);
      const { currency } = charges[0]!;
      const given = money(givenOfAll(charges, refunds, currency), currency);
      if (isAll) await this.close(staff, order, `${given} was all`, manager);
      else await this.keep(staff, order, { action: 'refund.part', note: `${given} was not all` }, manager);
      return order.version;
    });
  }

  private async refund(
    staff: Staff,
    order: Order,
    { seen, despiteDispute, refundAmount, refundReference, refundIsAll, transactionId }: MemberRefund,
    manager: EntityManager,
  ): Promise<void> {
    const { processStatus } = order;
    if (seen && seen !== processStatus) throw new Refused(`Order is in ${processStatus}`, 409);
    const money = await this.moneyOf(order, manager);
    const isSecond =
      transactionId !== undefined && money.charges.filter((one) => isOpen(one, money.refunds)).length > 1;
    if (processStatus !== 'Refunds' && !isSecond) {
      throw new Refused(`Order is in ${processStatus}, not in Refunds`, 409);
    }
    if (order.refundDate) throw new Refused('Order is already refunded', 409);
    if (refundReference && withReference(money.refunds, refundReference).length > 0) {
      throw new Refused(`A refund with the reference ${refundReference} is on record`, 409);
    }
    const told = { amount: refundAmount, reference: refundReference, isAll: refundIsAll, transactionId };
    // before the question about the bank: what can't be recorded needs no confirmation
    sharesOfTold(money, told);
    await this.refuseTakenMoney(staff, order, despiteDispute, manager);
    await this.give(staff, money, told, manager);
  }

  /**
   * Closes a locked order once a change of its charge, such as an amount that is told later, leaves nothing to give back.
   * @param order as it was before the change, but for the fields that changed
   */
  async closeIfGiven(actor: Actor, order: Order, manager: EntityManager): Promise<void> {
    if (order.refundDate) return;
    await this.refunds.sumUp(order, manager);
    if (!order.refundDate) return;
    const given = partOf(order.refundAmount, order.amount, order.currency) ?? undefined;
    await this.close(actor, order, given, manager);
  }

  /**
   * Refuses a payment of a locked order's first charge in another currency than what was given back of it: currencies can't be
   * added up, so nobody could say what is left.
   * @throws Refused 409
   */
  async refuseOtherThanGiven(order: Order, currency: string | undefined, manager: EntityManager): Promise<void> {
    if (!currency) return;
    const { charges, refunds } = await this.moneyOf(order, manager);
    const [first] = charges;
    const inCurrency = currencyGiven(first!, refunds);
    if (inCurrency === null || inCurrency === currency) return;
    const given = money(givenOf(null, refundsOf(first!, refunds)), inCurrency) ?? `Money in ${inCurrency}`;
    throw new Refused(`${given} was given back; the payment can’t be in ${currency}`, 409);
  }

  /** A charge of which nobody told the currency is in that of its refunds. */
  private async moneyOf(order: Order, manager: EntityManager): Promise<Money> {
    const charges = await this.refunds.charges(order, manager);
    const refunds = await this.refunds.ofOrder(order.id, manager);
    const inTheirs = charges.map((one) => ({ ...one, currency: one.currency ?? currencyGiven(one, refunds) }));
    return { order, charges: inTheirs, refunds };
  }

  /** Writes a refund of a locked order. @throws Refused 409 when more is given back than is left */
  private async give(actor: Actor, was: Money, told: NewRefund, manager: EntityManager) {
    const { order } = was;
    const shares = sharesOfTold(was, told);
    const others = was.charges.filter((one) => !shares.some(({ charge }) => charge.id === one.id));
    const isLast = !others.some((one) => isOpen(one, was.refunds));
    for (const { charge, amount } of shares) {
      const currency = told.currency ?? charge.currency;
      const refund = { chargeId: charge.id, amount, currency, reference: told.reference ?? null, by: actor.name };
      // without any amount nothing can be asked about: it is what was paid
      const isWhole = told.isAll || (amount === null && isLast) ? true : null;
      await this.refunds.add(order, { ...refund, at: told.toldAt, isWhole }, manager);
    }

    const said = (sum: string | null) => [sum, told.reference, told.note].filter(Boolean).join(', ') || undefined;
    const sums = shares.map(({ charge, amount }) => {
      if (was.charges.length > 1) return ofCharge(money(amount, charge.currency), charge);
      return order.refundDate
        ? money(amount, told.currency ?? charge.currency)
        : partOf(amount, order.amount, told.currency ?? order.currency);
    });
    const note = said(sums.filter(Boolean).join(' and '));
    if (order.refundDate) await this.close(actor, order, note, manager);
    else await this.keep(actor, order, { action: 'refund.part', note }, manager);
  }

  private async fail(
    actor: Actor,
    { order, charges }: Money,
    refunds: Refund[],
    { reason, at }: { reason: string | undefined; at: Date | undefined },
    manager: EntityManager,
  ): Promise<void> {
    const [first] = refunds;
    if (!first) throw new Refused('Refund not found', 404);
    const done = refunds.filter(({ state }) => state === 'done');
    if (done.length === 0) return;
    for (const refund of done) await this.refunds.fail(order, refund, { reason, at, by: actor.name }, manager);
    const sums = done.map((one) => {
      const charge = charges.find(({ id }) => id === one.chargeId);
      const sum = money(one.amount ?? charge?.amount ?? null, one.currency);
      return charges.length > 1 && charge ? ofCharge(sum, charge) : sum;
    });
    const what = [sums.filter(Boolean).join(' and '), first.reference].filter(Boolean).join(', ');
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

/** A locked order with its charges and refunds. The first charge is the order's own. */
type Money = { order: Order; charges: OrderCharged[]; refunds: Refund[] };

type MemberRefund = Pick<
  MarkRefunded,
  'despiteDispute' | 'refundAmount' | 'refundReference' | 'refundIsAll' | 'transactionId'
> & { seen: OrderStatus | undefined };

/** A refund as its shop tells it; the amount is in `currency`, else in the order's. */
type ToldRefund = {
  toldAt?: Date | undefined;
  note?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  reference?: string | undefined;
  transactionId?: string | undefined;
};
/** `isAll`: nothing more will be given back. */
type NewRefund = ToldRefund & { isAll: boolean };

/** A failure as the shop or the gateway tells it; `at` is now unless told. */
type ToldFailure = {
  reference: string;
  reason: string | undefined;
  at: Date | undefined;
  /** `charges`: the ids that the gateway has for the charge. */
  tried?: { amount: string; currency: string; at: Date; charges: string[] };
};

/** The rows of a refund: one for each charge that it is of. */
function withReference(refunds: Refund[], reference: string | undefined): Refund[] {
  return reference === undefined ? [] : refunds.filter((one) => one.reference === reference);
}

function currencyGiven(charge: Charge, refunds: Refund[]): string | null {
  return refundsOf(charge, refunds).find(({ state }) => state === 'done')?.currency ?? null;
}

/** The charge with this id. An only charge without an id is the one that is meant. @throws Refused 404 */
function chargeNamed({ charges }: Money, transactionId: string | undefined): OrderCharged | undefined {
  if (transactionId === undefined) return undefined;
  const [first] = charges;
  const charge = charges.find((one) => one.transactionId === transactionId);
  if (charge) return charge;
  if (charges.length === 1 && first!.transactionId === null) return first;
  throw new Refused(`No charge ${transactionId} of this order is on record`, 404);
}

/** Whether nothing is left to give back. Of a charge whose amount is not known a refund of the order says so. */
function isAllGiven({ order, charges, refunds }: Money): boolean {
  const [first] = charges;
  if (charges.length > 1) return !charges.some((one) => isOpen(one, refunds));
  return Number(leftOfCharge(first!, refunds) ?? (order.refundDate ? 0 : 1)) === 0;
}

/** `USD 59.00 of the charge ch_2`. */
function ofCharge(sum: string | null, { transactionId }: Charge): string {
  return [sum, 'of', transactionId ? `the charge ${transactionId}` : 'the first charge'].filter(Boolean).join(' ');
}

/** @throws Refused 409 */
function refuseOtherCurrency({ order, charges, refunds }: Money, { currency }: ToldRefund): void {
  if (!currency || charges.some((one) => one.currency === null || one.currency === currency)) return;
  const paid = money(order.amount, order.currency);
  const first = charges[0]!.currency;
  const given = money(givenOfAll(charges, refunds, first), first);
  const was = paid ? `Order was paid with ${paid}` : `${given} was given back`;
  throw new Refused(`${was}; no ${currency} can be given back`, 409);
}

/** @throws Refused 409 when the refund with this reference is of another amount, currency or charge */
function refuseOtherAmount(
  { charges }: Money,
  known: Refund[],
  { amount, currency, reference, transactionId }: ToldRefund,
): void {
  const ofCharges = known.map(({ chargeId }) => charges.find(({ id }) => id === chargeId));
  if (transactionId && !ofCharges.some((one) => one?.transactionId === transactionId || one?.transactionId === null))
    throw new Refused(`The refund ${reference} is on record, of another charge`, 409);
  if (amount === undefined) return;
  const [{ currency: inCurrency }] = known as [Refund];
  const ours = sumOf(known.map((one, index) => one.amount ?? ofCharges[index]?.amount ?? null));
  const isSame = ours !== null && Number(ours) === Number(amount) && (inCurrency ?? currency) === currency;
  const sum = ours === null ? 'without an amount' : `with ${money(ours, inCurrency)}`;
  if (!isSame) throw new Refused(`The refund ${reference} is on record ${sum}`, 409);
}

/** The charges that a refund is of. @throws Refused 404 for a charge that is none, 409 when more is given back than is left */
function sharesOfTold(was: Money, told: Pick<NewRefund, 'amount' | 'currency' | 'transactionId'>): Share[] {
  const { charges, refunds } = was;
  const named = chargeNamed(was, told.transactionId);
  const currency = named?.currency ?? told.currency ?? charges[0]!.currency;
  if (named && told.currency && named.currency && told.currency !== named.currency) {
    throw new Refused(`The charge ${named.transactionId} is in ${named.currency}`, 409);
  }
  refuseTooMuch(named ? [named] : charges, refunds, currency, told.amount);
  const shares = sharesOf(charges, refunds, { named, amount: told.amount, currency });
  const isNothing = shares.every(({ charge, amount }) =>
    amount === null ? !isOpen(charge, refunds) : !isMore(amount, '0'),
  );
  if (isNothing) throw new Refused('Nothing is left to give back', 409);
  return shares;
}

/** @throws Refused 409 when more is given back than is left of the charges */
function refuseTooMuch(
  charges: Charge[],
  refunds: Refund[],
  currency: string | null,
  amount: string | undefined,
): void {
  const left = leftOfAll(charges, refunds, currency);
  if (amount === undefined || left === null || !isMore(amount, left)) return;

  const given = givenOfAll(charges, refunds, currency);
  const paid = `Order was paid with ${money(chargedOf(charges, currency), currency)}`;
  if (Number(given) === 0) throw new Refused(`${paid}; no more can be given back`, 409);
  throw new Refused(`${paid}, and ${money(given, currency)} was given back: ${money(left, currency)} is left`, 409);
}
