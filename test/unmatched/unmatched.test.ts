import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AuditAlarmsService } from '../../src/audit/audit-alarms.service.js';
import type { InboundService } from '../../src/inbound/inbound.service.js';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import type { PersonsService } from '../../src/retention/persons.service.js';
import { routes } from '../../src/shared/routes.js';
import type { UnmatchedEntry } from '../../src/shared/unmatched.js';
import type { StripeService } from '../../src/stripe/stripe.service.js';
import { move } from '../documents/cards.js';
import { deliver, inboundKey, mime, standInForDns } from '../inbound/mails.js';
import { disputeOf, eventOf, send, webhookSecret } from '../stripe/stripe-events.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test', STRIPE_WEBHOOK_SECRET: webhookSecret },
  });
  standInForDns(app.web);
});
afterAll(() => app.close());
beforeEach(() => app.database.query('DELETE FROM unmatched'));

const rows = (sql: string, values: unknown[] = []) => app.database.query<Record<string, unknown>[]>(sql, values);
const list = async (query = '', as: MemberName = 'manager') =>
  (await app.call('GET', `/api/admin/unmatched${query}`, { as })).body as unknown as {
    data: UnmatchedEntry[];
    total: number;
  };
const act = (entry: UnmatchedEntry, what: string, body: object = {}) =>
  app.call('POST', `/api/admin/unmatched/${entry.id}/${what}`, { as: 'manager', body });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' })).body.data;
const candidatesOf = ({ candidates }: UnmatchedEntry) => candidates.map(({ order_id }) => order_id);

const htmlOf = async (path: string, as: MemberName) => {
  const headers = { authorization: `Bearer ${await app.signIn(as)}` };
  return (await fetch(app.url + path, { headers })).text();
};

/** Reads what came, as the job does. */
async function readAll(): Promise<void> {
  for (const { id } of await rows("SELECT id FROM inbound_mails WHERE kind = 'unread' ORDER BY id"))
    await app.web.get<ReadingService>('ReadingService').readNow(id as number, true);
}
/** A mail to this address, read. @returns its entry */
async function mailed(to: string, letter: Parameters<typeof mime>[0] = {}): Promise<UnmatchedEntry> {
  expect((await deliver(app, mime(letter), to)).code).toBe(200);
  await readAll();
  const { data } = await list();
  return data.find(({ mail }) => mail?.mailbox === to.toLowerCase())!;
}
/** A dispute of this charge, as Stripe reports it. @returns its entry */
async function disputed(charge: string, more: Record<string, unknown> = {}): Promise<UnmatchedEntry> {
  const dispute = disputeOf(charge, more);
  await send(app, eventOf(dispute, 'needs_response', 0, 'charge.dispute.created'));
  return (await list()).data.find((entry) => entry.case?.id === dispute.id)!;
}

describe('what fits no single order', () => {
  test('a mail to an address of no order is listed, offered to its sender’s orders, and read as one of the order chosen', async () => {
    const name = randomUUID().replaceAll('-', '');
    const email = `${name}@gmail.com`;
    const [one, two] = [
      await takeIn(app, { contact_email_address: email }),
      await takeIn(app, { contact_email_address: `${name}+mdac@googlemail.com` }),
    ];
    const entry = await mailed('info@apply.test', { from: `Ann <${email}>`, subject: 'Where is it?', text: 'I paid.' });
    expect(entry).toMatchObject({
      kind: 'mail',
      why: 'This address is no order’s mailbox.',
      case: null,
      mail: { mailbox: 'info@apply.test', sender: email, subject: 'Where is it?', text: 'I paid.', kind: 'customer' },
      aside: null,
    });
    expect(candidatesOf(entry)).toEqual([two.id, one.id]);
    expect(entry.candidates[0]).toMatchObject({ process_status: 'New', why: 'The sender’s address is on it.' });

    expect((await act(entry, 'order', { orderId: one.id })).code).toBe(200);
    await readAll();
    const { thread, inbox_marks, activity } = await details(one.id);
    expect(thread).toMatchObject([{ kind: 'customer', text: 'I paid.', unread: true, note: null }]);
    expect(inbox_marks).toEqual(['wrote']);
    expect(activity).toContainEqual(
      expect.objectContaining({ actor: 'Demo Manager', action: 'unmatched.placed', to: 'mail' }),
    );
    expect((await list()).total).toBe(0);
    expect((await act(entry, 'order', { orderId: two.id })).code).toBe(404);
    expect((await details(two.id)).thread).toEqual([]);
  });

  test.each([
    ['order-ID@apply.test', 'This address is no order’s mailbox.'],
    ['IDx@apply.test', 'This address is no order’s mailbox.'],
    ['support@apply.test', 'This address is no order’s mailbox.'],
    ['ID@apply.test', 'Order ID is deleted.'],
    ['899999999@apply.test', 'There is no order 899999999.'],
  ])('a mail to %s offers the order that it names', async (address, why) => {
    const { id } = await takeIn(app, { contact_email_address: `${randomUUID()}@example.com` });
    if (address.startsWith('ID@')) await move(app, id, 'Deleted');
    const to = address.replace('ID', String(id));
    const entry = await mailed(to, { from: 'husband@example.org', subject: `Re: order ${id}` });
    expect(entry.why).toBe(why.replace('ID', String(id)));
    expect(candidatesOf(entry)).toEqual([id]);
    expect(entry.candidates[0]!.why).toBe('The mail names its number.');
    expect((await act(entry, 'order', { orderId: id })).code).toBe(200);
    await readAll();
    expect((await details(id)).thread).toHaveLength(1);
  });

  test('a dispute of an unknown charge is listed with its due date, and becomes the dispute of the order chosen', async () => {
    const { id } = await takeIn(app);
    const entry = await disputed(`ch_${randomUUID()}`);
    expect(entry).toMatchObject({
      kind: 'dispute',
      why: 'No order has this charge.',
      candidates: [],
      mail: null,
      case: {
        state: 'open',
        amount: '49.000',
        currency: 'USD',
        reason: 'Stripe names the reason fraudulent.',
        reply_by: new Date(1_790_600_000_000).toISOString(),
      },
    });
    expect((await act(entry, 'order', { orderId: 899_999_999 })).code).toBe(404);
    expect((await act(entry, 'order', { orderId: id })).code).toBe(200);
    const found = await rows('SELECT case_id, state, source FROM disputes WHERE order_id = $1', [id]);
    expect(found).toEqual([{ case_id: entry.case!.id, state: 'open', source: 'stripe' }]);
    expect((await details(id)).activity).toContainEqual(
      expect.objectContaining({ actor: 'Demo Manager', action: 'unmatched.placed', to: 'dispute' }),
    );
    expect((await list()).total).toBe(0);
    // Stripe's next report follows the order that was chosen
    const dispute = disputeOf('x', { id: entry.case!.id });
    await send(app, eventOf(dispute, 'won', 1_000, 'charge.dispute.closed'));
    expect(await rows('SELECT state FROM disputes WHERE order_id = $1', [id])).toEqual([{ state: 'won' }]);
    expect((await list()).total).toBe(0);
  });

  test('two orders of one payment are both offered; one that gets its charge later leaves the list by itself', async () => {
    const intent = `pi_${randomUUID()}`;
    const [one, two] = [await takeIn(app, { transaction_id: intent }), await takeIn(app, { transaction_id: intent })];
    const entry = await disputed('ch_other', { payment_intent: intent });
    expect(entry.why).toBe('More than one order has this charge.');
    expect(candidatesOf(entry).toSorted()).toEqual([one.id, two.id]);
    expect(entry.candidates[0]!.why).toBe(`It has the charge ${intent}.`);

    const charge = `ch_${randomUUID()}`;
    const later = await disputed(charge, { status: 'warning_needs_response' });
    expect(later.case!.charges).toEqual([charge]);
    const { id } = await takeIn(app, { transaction_id: charge });
    await app.web.get<StripeService>('StripeService').sweep();
    expect(await rows('SELECT FROM disputes WHERE order_id = $1', [id])).toHaveLength(1);
    expect((await list()).data.map((left) => left.id)).toEqual([entry.id]);
  });

  test('an early warning is noted on its order, once, and listed where there is none', async () => {
    const charge = `ch_${randomUUID()}`;
    const { id } = await takeIn(app, { transaction_id: charge });
    const warning = (of: string) => ({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'radar.early_fraud_warning.created',
      created: 1_790_000_000,
      data: {
        object: { id: `issfr_${randomUUID()}`, charge: of, fraud_type: 'unauthorized_use_of_card', actionable: true },
      },
    });
    const known = warning(charge);
    for (let times = 0; times < 2; times += 1) expect((await send(app, known)).code).toBe(200);
    const warned = (await details(id)).activity.filter(({ action }: { action: string }) => action === 'dispute.warned');
    expect(warned).toMatchObject([{ actor: 'Stripe', note: known.data.object.id }]);

    const [unknown, later] = [warning(`ch_${randomUUID()}`), warning(`ch_${randomUUID()}`)];
    await send(app, unknown);
    await send(app, later);
    const entry = (await list()).data.find((one) => one.case?.id === unknown.data.object.id)!;
    expect(entry).toMatchObject({ kind: 'warning', case: { state: null, reason: 'unauthorized_use_of_card' } });
    const choices = await Promise.all([id, id].map((orderId) => act(entry, 'order', { orderId })));
    expect(choices.map(({ code }) => code).toSorted()).toEqual([200, 404]);
    const other = await takeIn(app, { transaction_id: later.data.object.charge });
    await app.web.get<StripeService>('StripeService').sweep();
    expect((await details(other.id)).activity[0]).toMatchObject({ actor: 'Stripe', action: 'dispute.warned' });
    expect((await list()).data.filter(({ kind }) => kind === 'warning')).toEqual([]);
    expect(await rows('SELECT FROM disputes WHERE order_id = ANY($1)', [[id, other.id]])).toEqual([]);
  });

  test('an early warning that could not be noted is noted when Stripe sends it again', async () => {
    const charge = `ch_${randomUUID()}`;
    const { id } = await takeIn(app, { transaction_id: charge });
    const warning = {
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'radar.early_fraud_warning.created',
      created: 1_790_000_000,
      data: { object: { id: `issfr_${randomUUID()}`, charge } },
    };
    await app.database.query(
      `ALTER TABLE activity ADD CONSTRAINT no_warning CHECK (action <> 'dispute.warned') NOT VALID`,
    );
    expect((await send(app, warning)).code).toBeGreaterThanOrEqual(500);
    await app.database.query('ALTER TABLE activity DROP CONSTRAINT no_warning');
    expect((await send(app, warning)).code).toBe(200);
    expect((await details(id)).activity[0]).toMatchObject({ actor: 'Stripe', action: 'dispute.warned' });
  });

  test('what a bank waits for comes first by its date, then mails, the newest first; pages are bounded', async () => {
    await mailed('a@apply.test');
    await mailed('b@apply.test');
    const due = (due_by: number) => disputed(`ch_${randomUUID()}`, { evidence_details: { due_by } });
    const [late, soon] = [await due(1_790_900_000), await due(1_790_100_000)];
    const shown = ({ case: told, mail }: UnmatchedEntry) => told?.id ?? mail!.mailbox;
    const all = await list();
    expect(all.data.map(shown)).toEqual([soon.case!.id, late.case!.id, 'b@apply.test', 'a@apply.test']);
    const second = await list('?page=2&limit=3');
    expect([second.total, second.data.map(shown)]).toEqual([4, ['a@apply.test']]);
    expect((await app.call('GET', '/api/admin/unmatched?limit=100000', { as: 'admin' })).code).toBe(422);
  });

  test('is set aside with a reason, and that is taken back', async () => {
    const entry = await mailed('info@apply.test', { text: 'Cheap watches' });
    expect((await act(entry, 'aside')).body.errors).toEqual({ reason: 'Please say why it belongs to no order.' });
    expect((await act(entry, 'back')).code).toBe(409);
    expect((await act(entry, 'aside', { reason: 'Spam' })).code).toBe(200);
    expect((await act(entry, 'aside', { reason: 'Spam' })).code).toBe(409);
    expect((await list()).total).toBe(0);
    expect((await list('?aside=true')).data).toMatchObject([
      { id: entry.id, aside: { by: 'Demo Manager', reason: 'Spam' } },
    ]);
    expect((await act(entry, 'back')).code).toBe(200);
    expect((await list()).data).toMatchObject([{ id: entry.id, aside: null }]);
    const noted = await rows(
      `SELECT action, note FROM activity WHERE action LIKE 'unmatched.%' AND "to" = $1 ORDER BY id`,
      [`No. ${entry.id}`],
    );
    expect(noted).toEqual([
      { action: 'unmatched.set-aside', note: 'Spam' },
      { action: 'unmatched.taken-back', note: 'Spam' },
    ]);
  });

  test('is on a screen, in the menu, on the dashboard, in the metrics and in an alarm; nobody but Admin and Manager sees it', async () => {
    await mailed('info@apply.test', { subject: 'Where is my card?' });
    const entry = await disputed(`ch_${randomUUID()}`);
    for (const as of ['admin', 'manager'] as const) {
      const page = await htmlOf(routes.unmatched, as);
      for (const words of ['Without an Order', 'Where is my card?', entry.case!.id, '"unmatched":2'])
        expect(page).toContain(words);
      expect(await htmlOf(routes.dashboard, as)).toContain('Without an Order');
    }
    expect((await app.call('GET', routes.unmatched, { as: 'team' })).code).toBe(403);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    expect(metrics).toContain('unmatched{kind="mail"} 1');
    expect(metrics).toContain('unmatched{kind="dispute"} 1');

    await app.web.get<AuditAlarmsService>('AuditAlarmsService').raise();
    const alarms = await rows("SELECT what FROM alarms WHERE kind = 'unmatched' ORDER BY what");
    expect(alarms.map(({ what }) => what)).toContain(
      `A dispute fits no single order: ${entry.case!.id}, reply by 28 Sep 2026, 12:53 UTC`,
    );
    expect(alarms.map(({ what }) => what)).toContain('1 mail has no order');
    const told = await rows("SELECT body FROM mails WHERE kind = 'alarm' ORDER BY id DESC LIMIT 1");
    expect(told[0]!.body).toContain(entry.case!.id);
  });

  test('an empty list says so', async () => {
    const page = await htmlOf(routes.unmatched, 'admin');
    expect(page).toContain('Everything that came in has its order.');
  });
});

describe('personal data in a mail without an order', () => {
  const sweep = () => app.web.get<InboundService>('InboundService').sweep();
  const isKept = async (entry: UnmatchedEntry) =>
    (await rows('SELECT FROM inbound_mails WHERE mailbox = $1', [entry.mail!.mailbox])).length > 0;

  test('goes 30 days after the mail was set aside, and of one that nobody placed after the months of personal data', async () => {
    const [spam, old, waits] = [
      await mailed('c@apply.test'),
      await mailed('d@apply.test'),
      await mailed('e@apply.test'),
    ];
    await act(spam, 'aside', { reason: 'Spam' });
    await rows("UPDATE unmatched SET aside_at = now() - interval '31 days' WHERE id = $1", [spam.id]);
    await rows("UPDATE inbound_mails SET create_ts = now() - interval '13 months' WHERE mailbox = 'd@apply.test'");
    await rows("UPDATE inbound_mails SET create_ts = now() - interval '11 months' WHERE mailbox = 'e@apply.test'");
    await sweep();
    expect([await isKept(spam), await isKept(old), await isKept(waits)]).toEqual([false, false, true]);
    expect((await list()).data.map(({ id }) => id)).toEqual([waits.id]);
  });

  test('is erased with the person', async () => {
    const email = `${randomUUID()}@example.com`;
    const [theirs, others] = [await mailed('f@apply.test', { from: email }), await mailed('g@apply.test')];
    const [request] = await rows(
      `INSERT INTO person_requests (address, shown, asked_by, confirmed_by, confirmed_at)
       SELECT $1, 'z…@e…', min(id), max(id), now() FROM members RETURNING id`,
      [email],
    );
    await app.web.get<PersonsService>('PersonsService').eraseNow(request!.id as number);
    expect([await isKept(theirs), await isKept(others)]).toEqual([false, true]);
  });
});
