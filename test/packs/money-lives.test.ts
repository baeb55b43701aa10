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
import { webhookSecret } from '../stripe/stripe-events.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';
import { times } from '../support/sample.js';
import { type LedgerCharge, type MoneyLedger, plain, priced } from './money-ledger.js';
import { type Life, live } from './money-lives.js';

/** A fixed sample; `npm run test:long` lives a thousand. */
const lives = Number(process.env.LIVES ?? times(15, 1000));
const firstSeed = Number(process.env.SEED ?? 20_261_129);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { STRIPE_WEBHOOK_SECRET: webhookSecret } });
});
afterAll(() => app.close());

test(`what ${lives} orders were charged and given back, and what became of it in disputes, is the same everywhere`, async () => {
  const waiting = Array.from({ length: lives }, (_, index) => firstSeed + index);
  const faults: string[] = [];
  const lived: { id: number; ledger: MoneyLedger }[] = [];
  const run = async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      try {
        const life = await live(app, seed);
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
    charges.map((one) => [told(one.cents), one.currency]),
  );
  same(
    'refunds',
    shop.refunds.map((one: Record<string, string>) => [one['reference'], one['amount'], one['currency'], one['state']]),
    refunds.map((one) => [
      one.reference,
      told(one.cents ?? one.of.cents),
      one.currency,
      one.failed === null ? 'done' : 'failed',
    ]),
  );
  const unpaid = charges.length === 0;
  same('refunded_amount', shop.refunded_amount, told(ledger.givenIn(currency)));
  if (!unpaid) same('refundable_amount', shop.refundable_amount, told(ledger.leftIn(currency)));

  const page = await app.call('GET', routes.order(encoded), { as: 'admin', headers: { 'x-inertia': 'true' } });
  const { order } = (
    page.body as unknown as { props: { order: { charges: Record<string, unknown>[]; [field: string]: unknown } } }
  ).props;
  same('status', order['process_status'], ledger.status);
  same('marks', order['inbox_marks'], ledger.marks);
  same(
    'charges of the page',
    order.charges.map((one) => [centsOf(one['left']), one['open']]),
    charges.map((one) => [ledger.left(one), ledger.isOpen(one)]),
  );
  same('closed on the page', order['refund_date'] !== null, ledger.isClosed);
  if (ledger.pays === charges[0] && !unpaid) {
    same('refund_amount', centsOf(order['refund_amount']) ?? 0, ledger.given(charges[0]!) ?? 0);
  }
  const tied = ledger.disputes.filter(({ isTied }) => isTied);
  const cases = await app.database.query<{ id: number; case_id: string; state: string }[]>(
    'SELECT id, case_id, state FROM disputes WHERE order_id = $1 ORDER BY id',
    [id],
  );
  const states = (all: { caseId: string; state: string }[]) => all.map((one) => [one.caseId, one.state]).toSorted();
  same('disputes', states(cases.map((one) => ({ ...one, caseId: one.case_id }))), states(tied));
  if (unpaid) return faults;

  const isPacked = ledger.status === 'Completed';
  if (isPacked) faults.push(...faultsIn(await packText(id), ledger, ledger.pays!));
  for (const one of isPacked || (ledger.status === 'Refunds' && ledger.isClosed) ? tied : []) {
    const about = charges.find((charge) => charge.id === one.charge)!;
    const text = await packText(id, cases.find(({ case_id: caseId }) => caseId === one.caseId)!.id);
    faults.push(...faultsIn(text, ledger, about).map((fault) => `pack about ${about.id.at(-1)}: ${fault}`));
  }
  const invoice = await invoiceText(id);
  // an invoice of an order that was charged once when it was issued is about that charge
  const about = charges.find((charge) => invoice.includes(`Transaction id ${charge.id}`));
  if (about) faults.push(...faultsIn(invoice, ledger, about));
  return faults;
}

const told = (cents: number | null) => (cents === null ? null : plain(cents));
const centsOf = (amount: unknown) => (amount == null ? null : Math.round(Number(amount) * 100));

const nth = ['first', 'a second time', 'a third time', 'again', 'again', 'again', 'again', 'again', 'again'];

/** What a printed text must say of every other charge than the one that it is about, and what it may not say of that one. */
function faultsIn(text: string, ledger: MoneyLedger, about: LedgerCharge): string[] {
  const isPack = text.includes('Defence Pack');
  const faults: string[] = [];
  for (const [index, one] of ledger.charges.entries()) {
    if (one === about) continue;
    const said = `${one.cents === null ? 'The order' : priced(one.cents, one.currency)} was charged ${nth[index]}, recorded on `;
    const end = endOf(ledger, one);
    const sentence = new RegExp(`${escaped(said)}[^;]{4,40}, ${end}`);
    if (!sentence.test(text)) faults.push(`no sentence “${said}…, ${end}”`);
  }
  if (ledger.charges.length === 1 && / was charged /.test(text)) faults.push('another charge that is none');
  const given = ledger.given(about);
  const isClaimed = /The charge was refunded|Already refunded|Credit already issued/.test(text);
  if (isPack && isClaimed !== ledger.isBack(about)) faults.push(`refunded is ${isClaimed}`);
  if (isPack && given !== null && about.cents !== null && given > 0 && given < about.cents) {
    const part = `${priced(given, about.currency)} of ${priced(about.cents, about.currency)}`;
    if (!text.includes(part)) faults.push(`no “${part}”`);
  }
  const others = ledger.charges.filter((one) => one !== about);
  const isOnce = text.includes('The order was charged once: the other charge was given back');
  if (isOnce && (others.length === 0 || others.some((one) => ledger.isOpen(one)))) faults.push('charged once');
  if (!isPack) {
    const minuses = ledger.refunds.filter((one) => one.of === about && one.failed === null).length;
    if (text.split('Refunded on ').length - 1 !== minuses) faults.push('other refunds on the invoice');
  }
  return faults;
}

/** How a sentence about another charge ends, as a pattern. */
function endOf(ledger: MoneyLedger, one: LedgerCharge): string {
  const done = ledger.refunds.filter((refund) => refund.of === one && refund.failed === null);
  const isOut = ledger.status === 'Refunds' || ledger.status === 'Deleted';
  if (done.length === 0) return one === ledger.pays && !isOut ? 'and pays for the order' : 'and not given back yet';
  if (!ledger.isOpen(one)) return 'and given back on ';
  const given = ledger.given(one);
  const sum = one.currency === null ? `(?:[A-Z]{3} )?${plain(given!)}` : escaped(priced(given!, one.currency));
  return `and ${sum} of it was given back on `;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function packText(orderId: number, disputeId?: number): Promise<string> {
  const asked = { orderId, defencePackType: 1 as const, leftOut: [], disputeId, leftOutMails: [] };
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
