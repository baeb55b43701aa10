import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../src/shared/routes.js';
import { type StripeApi, stripeApi } from '../stripe/stripe-api.js';
import { members, password } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { eventually } from '../support/eventually.js';
import { takeInto } from '../support/product.js';
import { type KillableProduct, startKillable } from './killable-product.js';

let stripe: StripeApi;
let product: KillableProduct;
let token: string;
beforeAll(async () => {
  stripe = await stripeApi();
  product = await startKillable('PostgreSQL', { STRIPE_SECRET_KEY: 'sk_test', STRIPE_API_BASE: stripe.url });
  const { email } = members.manager;
  token = (await call('POST', '/api/admin/admin-login', { email, password })).data.jwtToken as string;
}, 120_000);
afterAll(async () => {
  await product.close();
  await stripe.close();
});

async function send(method: string, path: string, body?: object): Promise<Response> {
  const isForm = body instanceof FormData;
  const answer = await fetch(product.product.url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of every shape
const call = async (method: string, path: string, body?: object): Promise<any> =>
  (await send(method, path, body)).json();

type Case = { id: number; caseId: string; packId: number; version: number };

/** A dispute of Stripe's about a delivered order, with a pack that answers it. */
async function disputed(): Promise<Case> {
  const caseId = `dp_${randomUUID().replaceAll('-', '')}`;
  const { id: orderId } = await takeInto(product.product, { transaction_id: `ch_${caseId}`, full_name: 'Анна 陈' });
  await call('PUT', routes.api.move, { orderId, updatingStatus: 'Completed' });
  const card = new FormData();
  card.set('orderId', String(orderId));
  card.set('email', 'ann@example.com');
  card.set('uploadVisaDoc', new Blob([new Uint8Array(await cardPdf('card', 1))]), 'card.pdf');
  card.set('override', 'true');
  card.set('reason', 'A card of the test.');
  await send('POST', routes.api.upload, card);
  const added = await call('POST', '/api/admin/disputes', { orderId, case_id: caseId, reason_code: '13.1' });
  const { id, version } = added.data as { id: number; version: number };
  stripe.add(caseId);
  await send('POST', '/api/admin/get-defence-pack-pdf', { orderId, defencePackType: 1, disputeId: id });
  const { versions } = await call('GET', `/api/admin/disputes/${id}`);
  return { id, caseId, packId: versions[0].id as number, version };
}

/** Kills the worker while Stripe holds its call, and resolves with the calls of the next worker once the answer is there. */
async function killWhileHeld({ id }: Case, asked: () => Promise<unknown>, until: string): Promise<string[]> {
  const before = stripe.held;
  await asked();
  await eventually(() => Promise.resolve(stripe.held > before), 60);
  const known = stripe.calls.length;
  expect(await product.kill('worker')).toBe(true);
  await eventually(
    async () => (await call('GET', `/api/admin/disputes/${id}/stripe`)).data?.state === until || undefined,
    120,
  );
  return stripe.calls.slice(known);
}

test('a worker killed in the middle of an answer to Stripe: nothing is sent twice, the state is read from Stripe first', async () => {
  const filePlans = [['held before'], ['held after'], ['done', 'held after']] as const;
  const updatePlans = [
    ['done', 'done', 'held before'],
    ['done', 'done', 'held after'],
  ] as const;
  const submitPlans = ['held before', 'held after'] as const;
  for (const [index, plan] of [...filePlans, ...updatePlans].entries()) {
    const one = await disputed();
    const { id, caseId, packId, version } = one;
    const files = stripe.files.length;
    stripe.next = [...plan];
    const staging = () => call('POST', `/api/admin/disputes/${id}/stripe`, { packId, version });
    const [first, ...then] = await killWhileHeld(one, staging, 'staged');
    expect([plan, first]).toEqual([plan, 'GET disputes']);
    // Stripe has it already: nothing more is sent
    if (index === filePlans.length + 1) expect(then).toEqual([]);
    expect(stripe.files.length - files).toBe(2);
    const of = () => stripe.updates.filter((update) => update.id === caseId).map(({ submit }) => submit);
    expect([plan, of()]).toEqual([plan, [false]]);

    const answer = (await call('GET', `/api/admin/disputes/${id}/stripe`)).data as { id: number };
    const how = submitPlans[index % 2]!;
    stripe.next = [how];
    const submitting = () => call('POST', `/api/admin/disputes/${id}/stripe/submit`, { answerId: answer.id, version });
    const calls = await killWhileHeld(one, submitting, 'submitted');
    expect([how, calls]).toEqual([how, how === 'held after' ? ['GET disputes'] : ['GET disputes', 'POST disputes']]);
    expect(of()).toEqual([false, true]);
    expect(stripe.disputes.get(caseId)!.evidence_details.submission_count).toBe(1);
    const { dispute } = await call('GET', `/api/admin/disputes/${id}`).then(({ data }) => ({ dispute: data }));
    expect(dispute).toMatchObject({ state: 'submitted', submitted_pack_id: packId, submitted_by: 'Demo Manager' });
  }
}, 900_000);
