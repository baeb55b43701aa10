import type { StripeService } from '../../src/stripe/stripe.service.js';
import { routes } from '../../src/shared/routes.js';
import { disputeOf, eventOf, send } from '../stripe/stripe-events.js';
import { intakeKey, type TestApp } from '../support/app.js';
import { dice } from '../support/dice.js';
import { orderBody, takeIn } from '../support/orders.js';
import { type LedgerCharge, MoneyLedger, plain, priced } from './money-ledger.js';

export type Life = { id: number; encoded: string; reference: string; ledger: MoneyLedger; told: string[] };

const prices = [5900, 7950, 107900, 1999];
/** What is told of a charge that nobody knows the amount of. */
const usual = 'USD';
/** Codes of Visa about credit, a duplicate, fraud and a service that did not come. */
const codes = ['13.6', '12.6.1', '10.4', '13.1'];

/** One order's life with its money, through the calls of shops, members and Stripe, and the ledger of it. */
export async function live(app: TestApp, seed: number): Promise<Life> {
  const random = dice(seed);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const key = `${seed}x${Math.floor(random() * 1e9)}`;
  const begins = pick(['paid', 'paid', 'paid', 'paid without id', 'unpaid', 'unknown', 'unknown without id'] as const);
  const isKnown = !begins.startsWith('unknown');
  const cents = isKnown ? pick(prices) : null;
  const currency = isKnown ? pick(['USD', 'EUR', 'MYR']) : null;
  const idOf = (number: number) => `ch_${key}_${number}`;
  const first: LedgerCharge = { id: idOf(1), cents, currency };

  const { external_ref: ref, ...body } = orderBody({
    contact_email_address: `ann-${key}@example.com`,
    passport_no: `P${key}`.slice(0, 30),
    amount: cents === null ? null : plain(cents),
    currency,
    paid: begins !== 'unpaid',
    transaction_id: begins === 'paid' || begins === 'unknown' ? first.id : undefined,
  });
  const reference = ref as string;
  const { id, encoded } = await takeIn(app, { external_ref: reference, ...body });
  const ledger = new MoneyLedger(currency, begins === 'unpaid' ? undefined : first);
  const told: string[] = [begins];
  const shop = (what: string, sent: object) =>
    app.call('POST', `/api/intake/orders/${reference}/${what}`, { body: sent, headers: { 'x-intake-key': intakeKey } });
  const member = (path: string, sent: object) => app.call('PUT', path, { as: 'admin', body: sent });
  const fault = (what: string) => new Error(`${what}: ${told.join(' | ')}`);
  const expectCode = (what: string, code: number, wanted: number) => {
    told.push(`${what} ${code}`);
    if (code !== wanted) throw fault(`${what} answered ${code}, not ${wanted}`);
  };

  /** Whether the first payment is known without its id; the next one tells it. */
  let lacksId = begins.endsWith('without id');
  /** The next charge: a known one again, the first, or a further one, of the order's sum or of another. */
  const nextCharge = (): LedgerCharge => {
    const isFirst = ledger.charges.length === 0 || lacksId;
    if (!isFirst && chance(0.35)) return pick(ledger.charges);
    if (isFirst) return first;
    const isOther = chance(0.3);
    const sum = { cents: isOther ? pick(prices) : first.cents, currency: ledger.currency };
    if (isOther) sum.currency = chance(0.4) ? pick(['USD', 'EUR', 'MYR']) : (ledger.currency ?? usual);
    return { id: idOf(ledger.charges.length + 1), ...sum };
  };
  const pay = async () => {
    const charge = nextCharge();
    const learns = lacksId && first.cents === null && chance(0.5);
    lacksId = false;
    // more than was given back by now, or just that
    const done = ledger.refunds.filter(({ of, failed }) => of === first && failed === null);
    const given = done.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
    if (learns) ledger.tellAmount(given > 0 && chance(0.3) ? given : given + pick(prices), usual);
    const isOrders = charge.cents === first.cents && charge.currency === ledger.currency;
    const isTold = charge.cents !== null && (learns || !isOrders || chance(0.4));
    const { code, body: answer } = await shop('paid', {
      transactionId: charge.id,
      ...(isTold && { amount: plain(charge.cents!), currency: charge.currency }),
    });
    expectCode(`pay ${charge.id.at(-1)} ${sumOf(charge)}`, code, 200);
    ledger.pay(charge);
    const waiting = ledger.disputes.find((one) => one.charge === charge.id && !one.isTied);
    if (waiting) await app.web.get<StripeService>('StripeService').sweep();
    if (waiting) waiting.isTied = true;
    const { marks } = ledger;
    const state = marks.includes('late') ? 'paid_after_cancelled' : marks.includes('twice') ? 'charged_twice' : 'paid';
    if (answer.data.state !== state) throw fault(`paid: ${answer.data.state}, not ${state}`);
  };

  /** A part or the whole of what is left, or too much. */
  const someOf = (left: number) => pick([left, left, Math.ceil(left / 2), Math.ceil(left / 3), left + 1]);
  /** What somebody gives back; a member's sum has the currency of the charge that is named, else the order's. */
  const given = (by: 'shop' | 'member') => {
    const charge = chance(0.5) ? pick(ledger.charges) : undefined;
    const unit = ledger.currencyOf(charge ?? (by === 'member' ? ledger.charges[0]! : pick(ledger.charges)));
    const toldUnit = by === 'shop' ? (unit ?? usual) : unit;
    const left = charge ? ledger.left(charge) : ledger.leftIn(toldUnit);
    const sum = chance(0.75) ? Math.max(1, someOf(left ?? pick(prices))) : undefined;
    const shares = ledger.shares({ charge, cents: sum, currency: toldUnit });
    const isEmpty = shares?.every((share) => (share.cents === null ? !ledger.isOpen(share.of) : share.cents === 0));
    const what = `${by} gives ${sum === undefined ? 'all' : priced(sum, toldUnit)}${charge ? ` of ${charge.id.at(-1)}` : ''}`;
    return { charge, sum, unit: toldUnit, shares, isNothing: sum === undefined && isEmpty === true, isEmpty, what };
  };
  const refundByShop = async () => {
    if (ledger.charges.length === 0) return;
    const { charge, sum, unit, shares, isNothing, what } = given('shop');
    const { code } = await shop('refunded', {
      ...(sum !== undefined && { amount: plain(sum), currency: unit }),
      ...(charge && { transaction_id: charge.id }),
      ...(chance(0.85) && { reference: `re_${key}_${told.length}` }),
    });
    expectCode(what, code, shares ? 200 : 409);
    // of a closed order's only charge of an unknown amount nothing says that more was given back
    const isOver = sum === undefined && ledger.charges.length === 1 && first.cents === null && ledger.isClosed;
    if (!shares || isNothing || isOver) return;
    ledger.give(shares, await referenceOfNewest(app, id), sum === undefined ? {} : { told: unit! });
  };
  const refundByMember = async () => {
    if (ledger.charges.length === 0) return;
    const { charge, sum, shares, isEmpty, what } = given('member');
    const name = `re_${key}_${told.length}`;
    const [isAll, isSure] = [chance(0.2), chance(0.5)];
    const isAllowed = ledger.status === 'Refunds' || (charge !== undefined && ledger.open.length > 1);
    const { body: answer } = await member(routes.api.markRefunded, {
      orderId: id,
      ...(sum !== undefined && { refundAmount: plain(sum) }),
      ...(charge && { transactionId: charge.id }),
      refundReference: name,
      refundIsAll: isAll,
      despiteDispute: isSure,
    });
    const isDone = answer.status === 1 && (answer.data?.failed ?? []).length === 0;
    const isPossible = isAllowed && !ledger.isClosed && shares !== undefined && !isEmpty;
    const wanted = isPossible && (isSure || !ledger.isTaken);
    told.push(`${what}${isAll ? ', that is all' : ''}${isSure ? ', surely' : ''} ${isDone}`);
    if (isDone !== wanted) throw fault(`${what}: ${answer.message} ${JSON.stringify(answer.data ?? '')}`);
    if (wanted) ledger.give(shares, name, { isAll });
  };
  const sayAll = async () => {
    const isAll = chance(0.5);
    const { code } = await member(routes.api.refundedAll, { orderId: id, isAll });
    const isAsked = ledger.isAnyGiven && !ledger.isClosed;
    expectCode(`that was ${isAll ? '' : 'not '}all`, code, isAsked ? 200 : 409);
    if (isAsked) ledger.sayAll(isAll);
  };
  const repeat = async () => {
    const known = ledger.refunds.filter((one) => one.reference !== null);
    if (known.length === 0) return;
    const { reference: name, currency: unit } = pick(known);
    const all = ledger.refunds.filter((one) => one.reference === name);
    if (all.some((one) => one.currency !== unit)) return;
    const sums = all.map((one) => one.cents ?? one.of.cents);
    const sum = sums.includes(null) ? null : sums.reduce((one, other) => one! + other!, 0);
    const isOther = sum === null || chance(0.3);
    const { code } = await shop('refunded', {
      amount: plain((sum ?? 0) + (isOther ? 1 : 0)),
      currency: unit ?? usual,
      reference: name,
    });
    expectCode(`again ${name!.slice(-2)} ${sum}`, code, isOther ? 409 : 200);
  };
  const fail = async () => {
    const known = ledger.refunds.filter((one) => one.reference !== null);
    const name = known.length > 0 && chance(0.9) ? pick(known).reference! : 're_unknown';
    const { code } = await shop('refund-failed', { reference: name, reason: 'closed account' });
    expectCode(`failed ${name.slice(-2)}`, code, name === 're_unknown' ? 404 : 200);
    ledger.fail(name);
  };
  const move = async () => {
    const to = pick(['Completed', 'Completed', 'Refunds', 'Deleted']);
    // what was closed stays closed, and what nobody paid is not completed
    if (to === ledger.status || ledger.isClosed || ledger.status === 'Deleted') return;
    if (ledger.charges.length === 0 && to !== 'Deleted') return;
    const { code } = await member(routes.api.move, { orderId: id, updatingStatus: to });
    expectCode(`move ${to}`, code, 200);
    ledger.move(to);
  };
  const cases = new Map<string, ReturnType<typeof disputeOf>>();
  /** A case about a charge, also about one that the shop tells later; or what became of an earlier case. */
  const dispute = async () => {
    const running = ledger.disputes.find(({ state }) => state === 'open' || state === 'submitted');
    if (running && chance(0.7)) {
      const state = pick(['submitted', 'won', 'lost'] as const);
      const status = state === 'submitted' ? 'under_review' : state;
      const event = eventOf(cases.get(running.caseId)!, status, 100 * told.length);
      expectCode(`case of ${running.charge.at(-1)} is ${state}`, (await send(app, event)).code, 200);
      running.state = state;
      return;
    }
    const number = 1 + Math.floor(random() * (ledger.charges.length + 1));
    const charge = ledger.charges[number - 1];
    const id = idOf(number);
    if (ledger.disputes.some((one) => one.charge === id)) return;
    const opened = disputeOf(id, {
      amount: charge?.cents ?? 4900,
      currency: (charge?.currency ?? usual).toLowerCase(),
      payment_method_details: { type: 'card', card: { brand: 'visa', network_reason_code: pick(codes) } },
    });
    const { code, body: answer } = await send(app, eventOf(opened, 'needs_response', 0, 'charge.dispute.created'));
    expectCode(`case of ${number}`, code, 200);
    const isFound = charge !== undefined && !(lacksId && charge === first);
    if (answer.message.includes('No single order') === isFound) throw fault(answer.message);
    cases.set(opened.id, opened);
    ledger.disputes.push({ caseId: opened.id, charge: id, state: 'open', isTied: isFound });
  };

  const steps = [pay, pay, pay, refundByShop, refundByShop, refundByShop, refundByMember, refundByMember, repeat, fail];
  for (let left = 3 + Math.floor(random() * 8); left > 0; left--) {
    await pick([...steps, move, move, sayAll, dispute, dispute])();
  }
  return { id, encoded, reference, ledger, told };
}

function sumOf({ cents, currency }: LedgerCharge): string {
  return cents === null ? 'of an unknown sum' : priced(cents, currency);
}

async function referenceOfNewest(app: TestApp, orderId: number): Promise<string | null> {
  const [row] = await app.database.query<{ reference: string | null }[]>(
    'SELECT reference FROM refunds WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [orderId],
  );
  return row!.reference;
}
