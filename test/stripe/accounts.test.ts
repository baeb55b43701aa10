import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SendingAnswersService } from '../../src/stripe/sending-answers.service.js';
import type { LooksService } from '../../src/stripe/looks.service.js';
import { routes } from '../../src/shared/routes.js';
import { delivered } from '../documents/cards.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { type StripeApi, stripeApi } from './stripe-api.js';
import { disputeOf, eventOf, send, webhookSecret } from './stripe-events.js';

let app: TestApp;
let stripe: StripeApi;
const uk = { name: 'Stripe UK', webhookSecret: 'whsec_of_uk_account', secretKey: 'rk_uk' };
beforeAll(async () => {
  stripe = await stripeApi();
  app = await startApp({
    worker: true,
    settings: { STRIPE_SECRET_KEY: 'sk_first', STRIPE_API_BASE: stripe.url, STRIPE_WEBHOOK_SECRET: webhookSecret },
  });
  expect((await keep(uk)).code).toBe(200);
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const keep = (body: object, as: MemberName = 'admin') => app.call('POST', '/api/admin/stripe-accounts', { as, body });
const idOf = () => randomUUID().replaceAll('-', '');
const charged = async () => {
  const charge = `ch_${idOf()}`;
  return { charge, ...(await takeIn(app, { transaction_id: charge })) };
};
const caseOf = async (caseId: string) =>
  (await app.database.query('SELECT * FROM disputes WHERE case_id = $1', [caseId]))[0];
const accountsOf = async (caseId: string) =>
  (
    await app.database.query(
      `SELECT DISTINCT g.gateway_name AS name FROM stripe_events e JOIN stripe_accounts a ON a.id = e.account_id
       JOIN gateways g ON g.id = a.gateway_id WHERE case_id = $1`,
      [caseId],
    )
  ).map(({ name }: { name: string }) => name);
const look = () => app.jobs!.get<LooksService>('LooksService').lookNow();
const now = () => Math.floor(Date.now() / 1000);

describe('the secrets of an account', () => {
  test('are kept by an Admin alone, sealed, and are in no answer and no activity', async () => {
    for (const as of ['manager', 'team', 'night', 'telecaller'] as const) expect((await keep(uk, as)).code).toBe(403);
    const wrong = await keep({ name: ' ', webhookSecret: 'whsek_x', secretKey: 'pk_x' });
    expect(Object.keys(wrong.body.errors as object).sort()).toEqual(['name', 'secretKey', 'webhookSecret']);

    const kept = JSON.stringify(await app.database.query('SELECT * FROM stripe_accounts'));
    const noted = await app.database.query(`SELECT * FROM activity WHERE action = 'gateway.secrets-kept'`);
    const listed = (await app.call('GET', '/api/admin/payment-gateways', { as: 'admin' })).body;
    expect(noted).toEqual([
      expect.objectContaining({ actor: 'Demo Admin', to: 'Stripe UK', note: 'signing secret and key' }),
    ]);
    for (const text of [kept, JSON.stringify(noted), JSON.stringify(listed)])
      for (const secret of [uk.webhookSecret, uk.secretKey]) expect(text).not.toContain(secret);
  });

  test('of one name are one gateway’s, whatever its letters; a key that is not given stays', async () => {
    const again = await Promise.all([
      keep({ ...uk, name: 'stripe uk', secretKey: '' }),
      keep({ ...uk, secretKey: null }),
    ]);
    expect(again.map(({ code }) => code)).toEqual([200, 200]);
    const both = await Promise.all([keep({ ...uk, name: 'Stripe US' }), keep({ ...uk, name: 'Stripe US' })]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    const rows = await app.database.query(
      `SELECT gateway_name, is_active, secret_key IS NOT NULL AS has FROM stripe_accounts a JOIN gateways g ON g.id = a.gateway_id ORDER BY a.id`,
    );
    expect(rows).toEqual([
      { gateway_name: 'Stripe', is_active: true, has: false },
      { gateway_name: 'Stripe UK', is_active: false, has: true },
      { gateway_name: 'Stripe US', is_active: false, has: true },
    ]);
    await keep({ name: 'Stripe US', webhookSecret: 'whsec_of_us_account', secretKey: 'sk_us' });
  });
});

describe('an event', () => {
  test('is the account’s that signed it; the settings’ account goes on', async () => {
    const [one, other] = [await charged(), await charged()];
    const [first, second] = [disputeOf(one.charge), disputeOf(other.charge)];
    expect((await send(app, eventOf(first, 'needs_response', 0))).code).toBe(200);
    expect((await send(app, eventOf(second, 'needs_response', 0), uk.webhookSecret)).code).toBe(200);
    expect((await send(app, eventOf(second, 'won', 9), 'whsec_of_nobody')).code).toBe(401);
    expect([await accountsOf(first.id), await accountsOf(second.id)]).toEqual([['Stripe'], ['Stripe UK']]);
    expect((await caseOf(second.id)).state).toBe('open');
  });

  test('with what the cardholder told the bank: it is shown with the dispute', async () => {
    const { encoded, charge } = await charged();
    const evidence = { evidence_type: 'retrieval', text_evidence: ' It never arrived. ', file_evidence: ['file_1'] };
    const dispute = disputeOf(charge, { issuer_evidence: evidence });
    await send(app, eventOf(dispute, 'needs_response', 0));
    await send(app, eventOf(disputeOf(charge, { id: dispute.id }), 'needs_response', 5));
    const claims = async () => {
      const page = await app.call('GET', routes.order(encoded), {
        as: 'manager',
        headers: { 'x-inertia': 'true' },
      });
      return (page.body as never as { props: { cases: { stripe: { claims: unknown[] } } } }).props.cases.stripe.claims;
    };
    const { id } = await caseOf(dispute.id);
    expect(await claims()).toEqual([{ dispute_id: id, kind: 'retrieval', text: 'It never arrived.', files: 1 }]);
    await send(
      app,
      eventOf(
        disputeOf(charge, { id: dispute.id, issuer_evidence: [evidence, { text_evidence: 'And again' }] }),
        'needs_response',
        9,
      ),
    );
    expect(await claims()).toHaveLength(2);
  });

  test('whose evidence of the bank has another shape counts without it', async () => {
    const { charge } = await charged();
    const dispute = disputeOf(charge, { issuer_evidence: { text_evidence: ['odd'], file_evidence: 7 } });
    expect((await send(app, eventOf(dispute, 'needs_response', 0))).body.message).toBe('Thank you.');
    expect((await send(app, eventOf(disputeOf(charge, { issuer_evidence: 'odd' }), 'lost', 5))).code).toBe(200);
    expect((await caseOf(dispute.id)).state).toBe('open');
  });
});

describe('an answer', () => {
  /** Stages an answer to a dispute that this account has, and says what came of it. */
  async function staged(key: string, secret: string | undefined) {
    const charge = `ch_${idOf()}`;
    const { id: orderId } = await delivered(app, { transaction_id: charge });
    const dispute = disputeOf(charge, { id: `dp_${idOf()}` });
    stripe.add(dispute.id, 'needs_response', key);
    if (secret) await send(app, eventOf(dispute, 'needs_response', 0), secret);
    else {
      const body = { orderId, case_id: dispute.id, network: 'visa', reason_code: '10.4' };
      expect((await app.call('POST', '/api/admin/disputes', { as: 'manager', body })).code).toBe(200);
    }
    const { id: disputeId, version } = await caseOf(dispute.id);
    const pack = { orderId, defencePackType: 1, disputeId };
    expect((await app.call('POST', '/api/admin/get-defence-pack-pdf', { as: 'manager', body: pack })).code).toBe(200);
    const path = `/api/admin/disputes/${disputeId}`;
    const { versions } = (await app.call('GET', path, { as: 'manager' })).body as never as {
      versions: { id: number }[];
    };
    const body = { packId: versions[0]!.id, version };
    const { id } = (await app.call('POST', `${path}/stripe`, { as: 'manager', body })).body.data;
    await app.jobs!.get<SendingAnswersService>('SendingAnswersService').sendNow(id, { last: true } as never);
    return (await app.call('GET', `${path}/stripe`, { as: 'manager' })).body.data;
  }

  test('goes to the account that reported the dispute', async () => {
    expect(await staged('rk_uk', uk.webhookSecret)).toMatchObject({ state: 'staged' });
  }, 60_000);

  test('to a dispute that a member typed goes to the account that has it', async () => {
    expect(await staged('sk_us', undefined)).toMatchObject({ state: 'staged' });
  }, 60_000);
});

describe('the hourly look', () => {
  test('takes what no webhook brought, of each account, page by page, once', async () => {
    const [one, other, third] = [await charged(), await charged(), await charged()];
    const at = (dispute: ReturnType<typeof disputeOf>) => ({ ...dispute, created: now() - 7_200 });
    const [first, second] = [at(disputeOf(one.charge)), at(disputeOf(other.charge))];
    const refund = { id: `re_${idOf()}`, amount: 900, currency: 'usd', charge: third.charge, created: now() - 60 };
    const failed = { ...eventOf(first, 'x', 60, 'refund.failed'), data: { object: { ...refund, status: 'failed' } } };
    const life = ['needs_response', 'under_review', 'won'].map((status, step) => eventOf(first, status, step * 60));
    stripe.events.sk_first = [...life, failed, eventOf(first, 'lost', 90, 'charge.other')];
    stripe.events.rk_uk = [eventOf(second, 'needs_response', 0, 'charge.dispute.created')];
    stripe.events.sk_us = [];
    await send(app, life[0]!);
    await look();
    const [won, open] = [await caseOf(first.id), await caseOf(second.id)];
    expect([won.state, open.state, await accountsOf(second.id)]).toEqual(['won', 'open', ['Stripe UK']]);
    const [money] = await app.database.query('SELECT state, amount FROM refunds WHERE order_id = $1', [third.id]);
    expect(money).toEqual({ state: 'failed', amount: '9.000' });

    stripe.calls.length = 0;
    await look();
    expect(stripe.calls).toEqual(Array(3).fill('GET events'));
    expect([(await caseOf(first.id)).version, (await caseOf(second.id)).version]).toEqual([won.version, open.version]);
  });

  test('of an account whose key Stripe refuses keeps none of the others', async () => {
    const { charge } = await charged();
    const dispute = { ...disputeOf(charge), created: now() };
    stripe.events.rk_uk = [eventOf(dispute, 'needs_response', 0)];
    delete stripe.events.sk_first;
    await look();
    expect((await caseOf(dispute.id)).state).toBe('open');
    stripe.events.sk_first = [];
  });
});

test('the operator’s page has each account, and when it last reported', async () => {
  const { body } = await app.call('GET', '/admin/system', { as: 'admin', headers: { 'x-inertia': 'true' } });
  const { webhooks } = (body as never as { props: { webhooks: { provider: string; last: string | null }[] } }).props;
  const lasts = Object.fromEntries(webhooks.map(({ provider, last }) => [provider, last !== null]));
  expect(lasts).toMatchObject({ Stripe: true, 'Stripe UK': true, 'Stripe US': false });
});
