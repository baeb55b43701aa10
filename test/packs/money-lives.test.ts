import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createElement } from 'react';
import type { Order } from '../../src/database/order.entity.js';
import { invoiceFacts } from '../../src/packs/invoices.facts.js';
import type { PacksService } from '../../src/packs/packs.service.js';
import type { RefundsService } from '../../src/orders/refunds.service.js';
import { html } from '../../src/platform/html.js';
import { routes } from '../../src/shared/routes.js';
import DefencePack from '../../views/pdf/defence-pack.js';
import Invoice from '../../views/pdf/invoice.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';
import { orderBody, takeIn } from '../support/orders.js';
import { times } from '../support/sample.js';
import { type LedgerCharge, MoneyLedger, plain, priced } from './money-ledger.js';

/** A fixed sample; `npm run test:long` lives a thousand. */
const lives = Number(process.env.LIVES ?? times(15, 1000));
const firstSeed = Number(process.env.SEED ?? 20_261_129);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test(`what ${lives} orders were charged and given back is the same everywhere`, async () => {
  const waiting = Array.from({ length: lives }, (_, index) => firstSeed + index);
  const faults: string[] = [];
  const lived: { id: number; ledger: MoneyLedger }[] = [];
  const run = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      try {
        const life = await live(seed);
        lived.push(life);
        const found = await faultsOf(life);
        if (found.length > 0) faults.push(`seed ${seed}: ${found.join('; ')} — ${life.told.join(' | ')}`);
      } catch (error) {
        faults.push(`seed ${seed}: ${String(error)}`);
      }
    }
  };
  await Promise.all([run(), run(), run()]);
  expect(faults).toEqual([]);
  expect(await checked(lived)).toEqual([]);
}, 3_600_000);

/** Numbers from 0 to 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Life = { id: number; encoded: string; reference: string; ledger: MoneyLedger; told: string[] };

/** One order's life with its money, through the calls of shops and members, and the ledger of it. */
async function live(seed: number): Promise<Life> {
  const random = dice(seed);
  const chance = (share: number) => random() < share;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const key = `${seed}x${Math.floor(random() * 1e9)}`;
  const prices = [5900, 7950, 107900, 1999];
  const currency = pick(['USD', 'EUR', 'MYR']);
  const cents = pick(prices);
  const first: LedgerCharge = { id: `ch_${key}_1`, cents, currency };
  const begins = pick(['paid', 'paid', 'paid without id', 'unpaid'] as const);

  const { external_ref: ref, ...body } = orderBody({
    contact_email_address: `ann-${key}@example.com`,
    passport_no: `P${key}`.slice(0, 30),
    amount: plain(cents),
    currency,
    paid: begins !== 'unpaid',
    transaction_id: begins === 'paid' ? first.id : undefined,
  });
  const reference = ref as string;
  const { id, encoded } = await takeIn(app, { external_ref: reference, ...body });
  const ledger = new MoneyLedger(currency, begins === 'unpaid' ? undefined : first);
  const told: string[] = [begins];
  const shop = (what: string, sent: object) =>
    app.call('POST', `/api/intake/orders/${reference}/${what}`, { body: sent, headers: { 'x-intake-key': intakeKey } });
  const member = (path: string, sent: object) => app.call('PUT', path, { as: 'admin', body: sent });
  const expectCode = (what: string, code: number, wanted: number) => {
    told.push(`${what} ${code}`);
    if (code !== wanted) throw new Error(`${what} answered ${code}, not ${wanted}: ${told.join(' | ')}`);
  };

  /** Whether the first payment is known without its id; the next one tells it. */
  let lacksId = begins === 'paid without id';
  const pay = async () => {
    const isFirst = ledger.charges.length === 0 || lacksId;
    const isRepeat = !isFirst && chance(0.35);
    const isOther = !isFirst && chance(0.3);
    lacksId = false;
    const charge: LedgerCharge = isRepeat
      ? pick(ledger.charges)
      : isFirst
        ? first
        : {
            id: `ch_${key}_${ledger.charges.length + 1}`,
            cents: isOther ? pick(prices) : cents,
            currency: isOther && chance(0.4) ? pick(['USD', 'EUR', 'MYR']) : currency,
          };
    const isSame = charge.cents === cents && charge.currency === currency;
    const sum = isSame && chance(0.6) ? {} : { amount: plain(charge.cents), currency: charge.currency };
    const { code, body: answer } = await shop('paid', { transactionId: charge.id, ...sum });
    expectCode(`pay ${charge.id.at(-1)} ${priced(charge.cents, charge.currency)}`, code, 200);
    ledger.pay(charge);
    const state = ledger.marks.includes('late')
      ? 'paid_after_cancelled'
      : ledger.marks.includes('twice')
        ? 'charged_twice'
        : 'paid';
    if (answer.data.state !== state) throw new Error(`paid: ${answer.data.state}, not ${state}: ${told.join(' | ')}`);
  };

  /** A part or the whole of what is left, or too much. */
  const someOf = (left: number) => pick([left, left, Math.ceil(left / 2), Math.ceil(left / 3), left + 1]);
  const refund = async (by: 'shop' | 'member') => {
    if (ledger.charges.length === 0) return;
    const isNamed = chance(0.5);
    const charge = isNamed ? pick(ledger.charges) : undefined;
    const unit = charge?.currency ?? pick(ledger.charges).currency;
    const left = charge ? ledger.left(charge) : ledger.leftIn(unit);
    const sum = chance(0.75) ? Math.max(1, someOf(left)) : undefined;
    const shares = ledger.shares({ charge, cents: sum, currency: unit });
    const isNothing = shares !== undefined && shares.every((share) => share.cents === 0);
    const name = `re_${key}_${told.length}`;
    const what = `${by} gives ${sum === undefined ? 'all' : priced(sum, unit)}${charge ? ` of ${charge.id.at(-1)}` : ''}`;
    if (by === 'shop') {
      const { code } = await shop('refunded', {
        ...(sum !== undefined && { amount: plain(sum), currency: unit }),
        ...(charge && { transaction_id: charge.id }),
        ...(chance(0.85) && { reference: name }),
      });
      expectCode(what, code, shares ? 200 : 409);
      if (!shares || isNothing) return;
      const written = await referenceOfNewest(id);
      ledger.give(shares, written);
      return;
    }
    // a member's sum is in the order's currency, or in that of the charge
    if (sum !== undefined && !charge && unit !== currency) return;
    const isAll = chance(0.2);
    const isAllowed = ledger.status === 'Refunds' || (charge !== undefined && ledger.open.length > 1);
    const { body: answer } = await member(routes.api.markRefunded, {
      orderId: id,
      ...(sum !== undefined && { refundAmount: plain(sum) }),
      ...(charge && { transactionId: charge.id }),
      refundReference: name,
      refundIsAll: isAll,
    });
    const isDone = answer.status === 1 && (answer.data?.failed ?? []).length === 0;
    const wanted = isAllowed && !ledger.isClosed && shares !== undefined && !isNothing;
    told.push(`${what}${isAll ? ', that is all' : ''} ${isDone}`);
    if (isDone !== wanted) throw new Error(`${what}: ${answer.message}: ${told.join(' | ')}`);
    if (wanted) ledger.give(shares, name, isAll);
  };
  const repeat = async () => {
    const known = ledger.refunds.filter((one) => one.reference !== null);
    if (known.length === 0) return;
    const { reference: name, of } = pick(known);
    const all = ledger.refunds.filter((one) => one.reference === name);
    if (all.some((one) => one.of.currency !== of.currency)) return;
    const sum = all.reduce((one, other) => one + other.cents, 0);
    const isOther = chance(0.3);
    const { code } = await shop('refunded', {
      amount: plain(isOther ? sum + 1 : sum),
      currency: of.currency,
      reference: name,
    });
    expectCode(`again ${plain(sum)}`, code, isOther ? 409 : 200);
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

  const byShop = () => refund('shop');
  const byMember = () => refund('member');
  for (let steps = 3 + Math.floor(random() * 8); steps > 0; steps--) {
    await pick([pay, pay, pay, byShop, byShop, byShop, byMember, byMember, repeat, fail, move, move])();
  }
  return { id, encoded, reference, ledger, told };
}

async function referenceOfNewest(orderId: number): Promise<string | null> {
  const [row] = await app.database.query<{ reference: string | null }[]>(
    'SELECT reference FROM refunds WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [orderId],
  );
  return row!.reference;
}

/** Where rows, the shop's state, the order's page, pack and invoice differ from the ledger. */
async function faultsOf({ id, encoded, reference, ledger }: Life): Promise<string[]> {
  const faults: string[] = [];
  const same = (what: string, is: unknown, should: unknown) => {
    const [one, other] = [JSON.stringify(is), JSON.stringify(should)];
    if (one !== other) faults.push(`${what}: ${one}, not ${other}`);
  };
  const { currency, charges, refunds } = ledger;

  const shop = (await app.call('GET', `/api/intake/orders/${reference}`, { headers: { 'x-intake-key': intakeKey } }))
    .body.data;
  same('state', shop.state, ledger.state);
  same('refund_date', shop.refund_date !== null, ledger.isClosed);
  same(
    'charges',
    shop.charges.map((one: Record<string, string>) => [one['amount'], one['currency']]),
    charges.map((one) => [plain(one.cents), one.currency]),
  );
  same(
    'refunds',
    shop.refunds.map((one: Record<string, string>) => [one['reference'], one['amount'], one['currency'], one['state']]),
    refunds.map((one) => [one.reference, plain(one.cents), one.of.currency, one.failed === null ? 'done' : 'failed']),
  );
  const unpaid = charges.length === 0;
  same('refunded_amount', shop.refunded_amount, plain(ledger.givenIn(currency)));
  if (!unpaid) same('refundable_amount', shop.refundable_amount, plain(ledger.leftIn(currency)));

  const page = await app.call('GET', routes.order(encoded), { as: 'admin', headers: { 'x-inertia': 'true' } });
  const { order } = (
    page.body as unknown as { props: { order: { charges: Record<string, unknown>[]; [field: string]: unknown } } }
  ).props;
  same('status', order['process_status'], ledger.status);
  same('marks', order['inbox_marks'], ledger.marks);
  same(
    'charges of the page',
    order.charges.map((one) => [Math.round(Number(one['left']) * 100), one['open']]),
    charges.map((one) => [ledger.left(one), ledger.left(one) > 0]),
  );
  same('closed on the page', order['refund_date'] !== null, ledger.isClosed);
  if (ledger.pays === charges[0] && !unpaid) {
    same('refund_amount', Math.round(Number(order['refund_amount'] ?? 0) * 100), ledger.given(charges[0]!));
  }
  if (unpaid) return faults;

  const texts = [ledger.status === 'Completed' && (await packText(id)), await invoiceText(id)];
  for (const text of texts) if (text) faults.push(...faultsIn(text, ledger));
  return faults;
}

const nth = ['first', 'a second time', 'a third time', 'again', 'again', 'again', 'again', 'again', 'again'];

/** What a printed text must say of every other charge, and may not say of the one that it is about. */
function faultsIn(text: string, ledger: MoneyLedger): string[] {
  const isPack = text.includes('Defence Pack');
  // an invoice of an order that was charged once when it was issued is about that charge
  const about = isPack ? ledger.pays! : ledger.charges.find(({ id }) => text.includes(`Transaction id ${id}`));
  if (!about) return [];
  const faults: string[] = [];
  for (const [index, one] of ledger.charges.entries()) {
    if (one === about) continue;
    const said = `${priced(one.cents, one.currency)} was charged ${nth[index]}, recorded on `;
    const given = ledger.given(one);
    const isOut = ledger.status === 'Refunds' || ledger.status === 'Deleted';
    const end =
      given === 0
        ? one === ledger.pays && !isOut
          ? 'and pays for the order'
          : 'and not given back yet'
        : given === one.cents
          ? 'and given back on '
          : `and ${priced(given, one.currency)} of it was given back on `;
    const sentence = new RegExp(`${escaped(said)}[^;]{4,40}, ${escaped(end)}`);
    if (!sentence.test(text)) faults.push(`no sentence “${said}…, ${end}”`);
  }
  if (ledger.charges.length === 1 && / was charged /.test(text)) faults.push('another charge that is none');
  const given = ledger.given(about);
  const isClaimed = /The charge was refunded|Already refunded/.test(text);
  if (isPack && isClaimed !== (given === about.cents)) faults.push(`refunded is ${isClaimed}`);
  if (isPack && given > 0 && given < about.cents) {
    const part = `${priced(given, about.currency)} of ${priced(about.cents, about.currency)}`;
    if (!text.includes(part)) faults.push(`no “${part}”`);
  }
  if (!isPack) {
    const minuses = ledger.refunds.filter((one) => one.of === about && one.failed === null).length;
    if (text.split('Refunded on ').length - 1 !== minuses) faults.push('other refunds on the invoice');
  }
  return faults;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function packText(orderId: number): Promise<string> {
  const asked = { orderId, defencePackType: 1 as const, leftOut: [], disputeId: undefined, leftOutMails: [] };
  const {
    headline: _h,
    arguable: _a,
    readiness: _r,
    ...facts
  } = await app.web.get<PacksService>('PacksService').details(asked);
  const stamp = { generated_at: new Date().toISOString(), inputs_sha256: '0'.repeat(64) };
  return `Defence Pack ${words(html(createElement(DefencePack, { facts, stamp })))}`;
}

/** The invoice of a paid order as it would be printed now; '' where there is none. */
async function invoiceText(orderId: number): Promise<string> {
  const { code } = await app.call('POST', routes.api.sendInvoice, { as: 'admin', body: { orderId } });
  if (code !== 200) return '';
  const [row] = await app.database.query<{ facts: { payment: { transaction_id: string } } }[]>(
    'SELECT *, create_ts AS "createTs" FROM invoices WHERE order_id = $1',
    [orderId],
  );
  const order = await app.database.getRepository<Order>('Order').findOneByOrFail({ id: orderId });
  const refunds = app.web.get<RefundsService>('RefundsService');
  const charged = await refunds.charged(order, [row!.facts.payment.transaction_id ?? '']);
  return words(html(createElement(Invoice, { facts: invoiceFacts(row as never, false, charged) })));
}

function words(markup: string): string {
  return markup
    .replace(/<style[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])/g, '$1');
}

/** Where the checks of the data say something else of these orders than their ledgers. */
async function checked(lived: { id: number; ledger: MoneyLedger }[]): Promise<string[]> {
  const { DataChecksQueries } = await import('../../src/system/data-checks.queries.js');
  const checks = new DataChecksQueries(app.database);
  const faults: string[] = [];
  for (const name of ['refund-sum', 'refunded-too-much', 'refunded-outside-refunds'] as const) {
    const { found, faults: rows } = await checks.within(60, (manager) => checks.find(name, manager));
    if (found > 0) faults.push(`${name}: ${JSON.stringify(rows)}`);
  }
  const deleted = lived.filter(
    ({ ledger }) => ledger.status === 'Deleted' && ledger.charges.length > 0 && !ledger.isClosed,
  );
  const { found } = await checks.within(60, (manager) => checks.find('paid-but-deleted', manager));
  if (found !== deleted.length) faults.push(`paid-but-deleted: ${found}, not ${deleted.length}`);
  return faults;
}
