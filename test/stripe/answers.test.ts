import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { PacksQueries } from '../../src/packs/packs.queries.js';
import type { SendingAnswersService } from '../../src/stripe/sending-answers.service.js';
import { delivered, pdf, upload, uploadForm } from '../documents/cards.js';
import { eventually, type MemberName, startApp, type TestApp } from '../support/app.js';
import { type StripeApi, stripeApi } from './stripe-api.js';
import { disputeOf, eventOf, send, webhookSecret } from './stripe-events.js';

let app: TestApp;
let stripe: StripeApi;
beforeAll(async () => {
  stripe = await stripeApi();
  app = await startApp({
    worker: true,
    settings: { STRIPE_SECRET_KEY: 'sk_test', STRIPE_API_BASE: stripe.url, STRIPE_WEBHOOK_SECRET: webhookSecret },
  });
});
afterAll(async () => {
  await app.close();
  await stripe.close();
});

const call = (method: string, path: string, body?: unknown, as: MemberName = 'manager') =>
  app.call(method, `/api/admin/disputes/${path}`, { as, body });

type Case = { id: number; orderId: number; charge: string; caseId: string; packId: number; version: number };
let one: Case;

/** A dispute of Stripe's with a pack that answers it. */
async function disputed(): Promise<Case> {
  const charge = `ch_${randomUUID().replaceAll('-', '')}`;
  const { id: orderId } = await delivered(app, { transaction_id: charge, full_name: 'Анна 陈' });
  const remote = disputeOf(charge, { id: `dp_${randomUUID().replaceAll('-', '')}` });
  await send(app, eventOf(remote, 'needs_response', 0));
  stripe.add(remote.id);
  const [{ id, version }] = await app.database.query('SELECT id, version FROM disputes WHERE case_id = $1', [
    remote.id,
  ]);
  const pack = { orderId, defencePackType: 1, disputeId: id };
  expect((await app.call('POST', '/api/admin/get-defence-pack-pdf', { as: 'manager', body: pack })).code).toBe(200);
  const { versions } = (await call('GET', String(id))).body;
  return { id, orderId, charge, caseId: remote.id, packId: versions[0].id, version };
}

beforeEach(async () => {
  one = await disputed();
  stripe.updates.length = stripe.files.length = stripe.calls.length = 0;
});

const stage = (as: MemberName = 'manager', more: object = {}) =>
  call('POST', `${one.id}/stripe`, { packId: one.packId, version: one.version, ...more }, as);
const submit = (answerId: number, as: MemberName = 'manager') =>
  call('POST', `${one.id}/stripe/submit`, { answerId, version: one.version }, as);
const newest = async () => (await call('GET', `${one.id}/stripe`)).body.data;
const becomes = (state: string) =>
  eventually(async () => {
    const answer = await newest();
    return answer?.state === state ? answer : undefined;
  });
const row = async () => (await app.database.query('SELECT * FROM disputes WHERE id = $1', [one.id]))[0];

describe('an answer at Stripe', () => {
  test('is for Admin and Manager, of a version of this order, to a dispute of Stripe’s', async () => {
    expect((await app.call('POST', `/api/admin/disputes/${one.id}/stripe`, { body: {} })).code).toBe(401);
    for (const as of ['team', 'telecaller', 'night'] as const) {
      expect((await stage(as)).code).toBe(403);
      expect((await submit(1, as)).code).toBe(403);
      expect((await call('GET', `${one.id}/stripe`, undefined, as)).code).toBe(403);
    }
    expect((await stage('manager', { packId: 'x' })).code).toBe(422);
    expect((await stage('manager', { version: 99 })).code).toBe(409);
    expect((await stage('manager', { packId: one.packId + 1000 })).code).toBe(409);
    expect((await call('POST', '99999999/stripe', { packId: 1, version: 1 })).code).toBe(404);
    const own = await call('PUT', String(one.id), { case_id: 'bank-1', version: one.version });
    expect((await stage('manager', { version: own.body.data.version })).body.message).toBe(
      'Only a dispute of Stripe’s (dp_…, du_…) can be answered there',
    );
    expect(stripe.calls).toEqual([]);
  });

  test('is staged once, with its texts and files, and submitted in a second step', async () => {
    const answers = await Promise.all([stage(), stage()]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const staged = await becomes('staged');
    expect(staged).toMatchObject({ in_doubt: false, staged_by: 'Demo Manager' });
    expect(staged.files.sort()).toEqual(['service_documentation', 'uncategorized_file']);
    expect((await stage()).body.data.id).toBe(staged.id);
    expect(stripe.updates).toEqual([
      {
        id: one.caseId,
        submit: false,
        evidence: expect.objectContaining({ customer_name: 'Анна 陈', uncategorized_file: 'file_1' }),
      },
    ]);
    expect(stripe.files.map(({ purpose }) => purpose)).toEqual(['dispute_evidence', 'dispute_evidence']);
    expect((await row()).state).toBe('open');

    const submitted = await Promise.all([submit(staged.id), submit(staged.id, 'admin')]);
    expect(submitted.map(({ code }) => code).sort()).toEqual([200, 409]);
    await becomes('submitted');
    expect(await row()).toMatchObject({ state: 'submitted', submitted_pack_id: one.packId });
    expect(stripe.updates.map((update) => update.submit)).toEqual([false, true]);
    expect(stripe.disputes.get(one.caseId)!.evidence_details.submission_count).toBe(1);
    one.version = (await row()).version;
    expect((await stage()).code).toBe(409);
  });

  test('has the invoice that was sent as its receipt, and no card that came after the version', async () => {
    await app.call('POST', '/api/admin/send-invoice', { as: 'manager', body: { orderId: one.orderId } });
    await eventually(async () => {
      const [mail] = await app.database.query(
        "SELECT state FROM mails WHERE order_id = $1 AND kind = 'invoice' AND state IN ('sent', 'delivered')",
        [one.orderId],
      );
      return mail;
    });
    await app.database.query(
      `INSERT INTO documents (order_id, file1, storage_key, customer_name, mail_service_provider, content_type, size, sha256, uploaded_by)
       SELECT order_id, 'later.pdf', storage_key, customer_name, mail_service_provider, content_type, size, repeat('0', 64), uploaded_by
       FROM documents WHERE order_id = $1`,
      [one.orderId],
    );
    await stage();
    expect((await becomes('staged')).files.sort()).toEqual(['receipt', 'uncategorized_file']);
    expect(stripe.updates[0]!.evidence).toMatchObject({ receipt: 'file_2' });
  });

  test('another version takes the place of the one before: the bank gets nothing that only that one had', async () => {
    await stage();
    const before = await becomes('staged');
    expect(before.files).toContain('service_documentation');
    // the card came anew, and the customer's name is no longer the one that was printed
    await upload(app, uploadForm(one.orderId, await pdf()), { as: 'manager' });
    await app.database.query('UPDATE stripe_answers SET evidence = evidence || $2 WHERE id = $1', [
      before.id,
      { refund_refusal_explanation: 'We gave nothing back.', enhanced_evidence: {} },
    ]);
    stripe.disputes.get(one.caseId)!.evidence['refund_refusal_explanation'] = 'We gave nothing back.';
    stripe.disputes.get(one.caseId)!.evidence['billing_address'] = 'Stripe knew it before';
    const pack = { orderId: one.orderId, defencePackType: 1, disputeId: one.id };
    expect((await app.call('POST', '/api/admin/get-defence-pack-pdf', { as: 'manager', body: pack })).code).toBe(200);
    const { versions } = (await call('GET', String(one.id))).body;
    await app.database.query('UPDATE documents SET sha256 = repeat($2, 64) WHERE order_id = $1', [one.orderId, '0']);
    await stage('manager', { packId: versions[0].id });
    const staged = await eventually(async () => {
      const answer = await newest();
      return answer.pack_id === versions[0].id && answer.state === 'staged' ? answer : undefined;
    });
    await submit(staged.id);
    await becomes('submitted');
    const { evidence } = stripe.disputes.get(one.caseId)!;
    expect(evidence).toMatchObject({
      refund_refusal_explanation: '',
      service_documentation: '',
      enhanced_evidence: '',
    });
    expect(evidence).toMatchObject({ billing_address: 'Stripe knew it before', customer_name: 'Анна 陈' });
    expect(evidence['uncategorized_file']).toMatch(/^file_/);
  });

  test('an inquiry that was answered and became a chargeback is answered again, with the same version too', async () => {
    const remote = disputeOf(one.charge, { id: one.caseId });
    await stage();
    await submit((await becomes('staged')).id);
    const first = await becomes('submitted');
    await send(app, eventOf(remote, 'under_review', 50));
    // the bank was not content: it asks anew, and Stripe takes another answer
    stripe.disputes.get(one.caseId)!.status = 'needs_response';
    await send(app, eventOf(remote, 'needs_response', 100));
    one.version = (await row()).version;
    expect(await row()).toMatchObject({ state: 'open', submitted_pack_id: null });

    // what the bank got before is never made anew, although the dispute names it no more
    expect(await app.web.get<PacksQueries>('PacksQueries').forget(one.packId)).toBe(false);

    const again = await Promise.all([stage(), stage()]);
    expect(again.map(({ code }) => code)).toContain(200);
    const staged = await becomes('staged');
    expect(staged.id).toBeGreaterThan(first.id);
    expect((await stage()).body.data.id).toBe(staged.id);
    await submit(staged.id);
    await becomes('submitted');
    expect(stripe.disputes.get(one.caseId)!.evidence_details.submission_count).toBe(2);
    expect(await row()).toMatchObject({ state: 'submitted', submitted_pack_id: one.packId });
  });

  test.each(['lost before', 'lost after'] as const)(
    'an answer that is %s Stripe did it is read from Stripe before it is sent again',
    async (lost) => {
      await stage();
      const staged = await becomes('staged');
      // the client itself calls once more when a connection ends
      stripe.next = [lost, lost];
      await submit(staged.id);
      await eventually(async () => (await newest()).in_doubt || undefined);
      await becomes('submitted');
      expect(stripe.updates.filter((update) => update.submit)).toHaveLength(1);
      const after = stripe.calls.slice(stripe.calls.lastIndexOf('GET disputes') + 1);
      expect(after).toEqual(lost === 'lost after' ? [] : ['POST disputes']);
      expect(await newest()).toMatchObject({ in_doubt: false, failure: null });
    },
    40_000,
  );

  test('a worker that is killed after Stripe did it finds that out', async () => {
    await stage();
    const staged = await becomes('staged');
    // the process ended between Stripe's answer and the row
    stripe.next = ['lost after', 'lost after'];
    await app.database.query(
      `UPDATE stripe_answers SET state = 'submitting', submitted_by = 'Demo Manager' WHERE id = $1`,
      [staged.id],
    );
    const sending = app.web.get<SendingAnswersService>('SendingAnswersService');
    await expect(sending.sendNow(staged.id, { number: 1, last: false })).rejects.toThrow();
    await Promise.all([1, 2].map(() => sending.sendNow(staged.id, { number: 2, last: false })));
    expect(await newest()).toMatchObject({ state: 'submitted', submitted_by: 'Demo Manager' });
    expect(stripe.updates.filter((update) => update.submit)).toHaveLength(1);
    expect(await row()).toMatchObject({
      state: 'submitted',
      submitted_by: 'Demo Manager',
      submitted_pack_id: one.packId,
    });
  });

  test('what Stripe refuses is said, and can be tried again', async () => {
    stripe.next = [{ refuse: 'This file is broken' }];
    await stage();
    expect((await becomes('failed')).failure).toBe('Stripe: This file is broken');
    await stage();
    const staged = await becomes('staged');
    stripe.next = [{ refuse: 'Not now' }];
    await submit(staged.id);
    await eventually(async () => (await newest()).failure ?? undefined);
    expect(await newest()).toMatchObject({ state: 'staged', failure: 'Stripe: Not now' });
    await submit(staged.id);
    await becomes('submitted');
  });

  test('the next step begins while the job of the one before still ends', async () => {
    const held = app.database.createQueryRunner();
    await held.startTransaction();
    // a job that is done notes so here
    await held.query('LOCK TABLE job_failures');
    await stage();
    const staged = await becomes('staged');
    await submit(staged.id);
    await held.rollbackTransaction();
    await held.release();
    await becomes('submitted');
  });

  test('Stripe’s report and ours agree, whichever comes first', async () => {
    await stage();
    const staged = await becomes('staged');
    const remote = disputeOf(one.charge, { id: one.caseId });
    // the report comes while our own call has no answer yet
    stripe.next = ['lost after', 'lost after'];
    await app.database.query(
      `UPDATE stripe_answers SET state = 'submitting', submitted_by = 'Demo Manager' WHERE id = $1`,
      [staged.id],
    );
    const sending = app.web.get<SendingAnswersService>('SendingAnswersService');
    await sending.sendNow(staged.id, { number: 1, last: false }).catch(() => undefined);
    await send(app, eventOf(remote, 'under_review', 50));
    expect(await row()).toMatchObject({ state: 'submitted', submitted_pack_id: null, submitted_by: 'Stripe' });
    await sending.sendNow(staged.id, { number: 2, last: false });
    expect(await row()).toMatchObject({
      state: 'submitted',
      submitted_pack_id: one.packId,
      submitted_by: 'Demo Manager',
    });
    const { version } = await row();
    await send(app, eventOf(remote, 'under_review', 60));
    expect((await row()).version).toBe(version);
    await send(app, eventOf(remote, 'won', 100));
    expect(await row()).toMatchObject({ state: 'won', submitted_pack_id: one.packId });
  });

  test('without a key nothing is sent', async () => {
    const bare = await startApp();
    try {
      const { id } = await delivered(bare, {});
      const body = { orderId: id, case_id: 'dp_1' };
      const added = await bare.call('POST', '/api/admin/disputes', { as: 'manager', body });
      const path = `/api/admin/disputes/${added.body.data.id as number}/stripe`;
      const { code, body: said } = await bare.call('POST', path, { as: 'manager', body: { packId: 1, version: 1 } });
      expect([code, said.message]).toEqual([
        503,
        'No account has a secret key. Without it nothing can be sent to Stripe.',
      ]);
    } finally {
      await bare.close();
    }
  });
});
