import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { StripeService } from '../../src/stripe/stripe.service.js';
import { startApp, type TestApp } from '../support/app.js';
import { giveBack, takeIn } from '../support/orders.js';
import { disputeOf, eventOf, send, webhookSecret } from './stripe-events.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { STRIPE_WEBHOOK_SECRET: webhookSecret } });
});
afterAll(() => app.close());

const charged = async (more: Record<string, unknown> = {}) => {
  const charge = `ch_${randomUUID()}`;
  return { charge, ...(await takeIn(app, { transaction_id: charge, ...more })) };
};
type Row = { id: number; state: string; source: string; case_id: string; amount: string; version: number };
const disputes = (orderId: number): Promise<Row[]> =>
  app.database.query('SELECT * FROM disputes WHERE order_id = $1 ORDER BY id', [orderId]);

describe('POST /api/webhooks/stripe', () => {
  test('without Stripe’s signature nothing is taken', async () => {
    const { id, charge } = await charged();
    const event = eventOf(disputeOf(charge), 'needs_response', 0);
    expect((await send(app, event, 'whsec_other')).code).toBe(401);
    expect((await app.call('POST', '/api/webhooks/stripe', { body: event })).code).toBe(401);
    expect(await disputes(id)).toEqual([]);
  });

  test('events doubled and in a random order make one dispute in the right state', async () => {
    const { id, charge } = await charged();
    const dispute = disputeOf(charge);
    const life = ['needs_response', 'under_review', 'under_review', 'won'].map((status, index) =>
      eventOf(dispute, status, index * 100, index === 0 ? 'charge.dispute.created' : 'charge.dispute.updated'),
    );
    const shuffled = [...life, ...life].toSorted(() => Math.random() - 0.5);
    const codes = await Promise.all(shuffled.map(async (event) => (await send(app, event)).code));
    expect(new Set(codes)).toEqual(new Set([200]));
    expect(await disputes(id)).toEqual([
      expect.objectContaining({ state: 'won', source: 'stripe', case_id: dispute.id, amount: '49.000' }),
    ]);
    const [{ version }] = (await disputes(id)) as [Row];
    expect((await send(app, life[0]!)).body.message).toBe('This event came before. Thank you.');
    expect((await disputes(id))[0]!.version).toBe(version);
  });

  test('the order is found by the payment intent as well, and is marked as disputed', async () => {
    const intent = `pi_${randomUUID()}`;
    const { id } = await takeIn(app, { transaction_id: intent.toUpperCase() });
    await send(app, eventOf(disputeOf('ch_of_it', { payment_intent: intent }), 'needs_response', 0));
    expect(await disputes(id)).toHaveLength(1);
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' });
    expect(body.data.disputed_at).toBe(new Date(1_790_000_000_000).toISOString());
    expect(body.data.activity[0]).toMatchObject({ actor: 'Stripe', action: 'dispute.opened' });
  });

  test('a remark’s dispute without details becomes Stripe’s', async () => {
    const { id, charge } = await charged();
    await app.call('POST', '/api/admin/add-new-remark', {
      as: 'team',
      body: { orderId: id, remark: 'The bank wrote', chargeBack: 'Y' },
    });
    await send(app, eventOf(disputeOf(charge), 'needs_response', 0));
    expect(await disputes(id)).toEqual([
      expect.objectContaining({
        source: 'remark',
        amount: '49.000',
        state: 'open',
        // the remark did not tell it
        opened_at: new Date(1_790_000_000_000),
      }),
    ]);
  });

  test('a dispute without an order is kept aside, said, and tied when the order has its charge', async () => {
    const charge = `ch_${randomUUID()}`;
    const event = eventOf(disputeOf(charge), 'needs_response', 0);
    expect((await send(app, event)).body.message).toContain('No single order has this charge.');
    const { id } = await takeIn(app, { transaction_id: charge });
    await app.web.get<StripeService>('StripeService').sweep();
    expect(await disputes(id)).toHaveLength(1);
  });

  test('two orders with one charge: neither is taken for the disputed one', async () => {
    const { id, charge } = await charged();
    const { id: other } = await takeIn(app, { transaction_id: charge });
    expect((await send(app, eventOf(disputeOf(charge), 'needs_response', 0))).body.message).toContain(
      'No single order',
    );
    expect([await disputes(id), await disputes(other)]).toEqual([[], []]);
  });

  describe('a refund that failed', () => {
    const refundEvent = (type: string, more: Record<string, unknown> = {}) => ({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: 1_790_300_000,
      data: {
        object: {
          id: `re_${randomUUID()}`,
          object: 'refund',
          amount: 1250,
          currency: 'usd',
          charge: null,
          payment_intent: null,
          created: 1_790_000_000,
          status: 'failed',
          failure_reason: 'lost_or_stolen_card',
          ...more,
        },
      },
    });
    const refunds = (orderId: number) =>
      app.database.query('SELECT amount, reference, state, reason, at, failed_at FROM refunds WHERE order_id = $1', [
        orderId,
      ]);

    test.each(['refund.failed', 'charge.refund.updated', 'refund.updated'])(
      'is marked by %s, once, by its reference alone',
      async (type) => {
        const { id, charge } = await charged();
        const reference = `re_${randomUUID()}`;
        await giveBack(app, id, { amount: '49', at: '2026-03-04', reference });
        const event = refundEvent(type, { id: reference, amount: 4900 });
        expect((await send(app, event)).body.message).toBe('Thank you.');
        expect((await send(app, refundEvent(type, { id: reference, charge }))).code).toBe(200);
        expect(await refunds(id)).toEqual([
          expect.objectContaining({ amount: '49.000', state: 'failed', reason: 'lost or stolen card' }),
        ]);
        const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' });
        expect(body.data).toMatchObject({ refund_date: null, refundable_amount: '49.000' });
        expect(body.data.activity.filter(({ action }: { action: string }) => action === 'refund.failed')).toHaveLength(
          1,
        );
      },
    );

    test('that nobody had reported is written with what was tried, at the order of its charge', async () => {
      const { id, charge } = await charged();
      const status = await app.database.query('SELECT process_status FROM orders WHERE id = $1', [id]);
      await send(app, refundEvent('refund.failed', { charge }));
      expect(await refunds(id)).toEqual([
        expect.objectContaining({
          amount: '12.500',
          state: 'failed',
          at: new Date(1_790_000_000_000),
          failed_at: new Date(1_790_300_000_000),
        }),
      ]);
      expect(await app.database.query('SELECT process_status FROM orders WHERE id = $1', [id])).toEqual(status);
    });

    test('of no order is said; one that succeeded is let pass', async () => {
      const { id, charge } = await charged();
      expect((await send(app, refundEvent('refund.failed'))).body.message).toBe(
        'No single order has this refund or its charge.',
      );
      await send(app, refundEvent('charge.refund.updated', { charge, status: 'succeeded' }));
      await send(app, refundEvent('refund.failed', { charge, amount: 'much' }));
      expect(await refunds(id)).toEqual([]);
    });
  });

  test('other events, and what is none, are let pass', async () => {
    for (const object of [{}, disputeOf('ch_x', { amount: 'much' })])
      expect((await send(app, { ...eventOf(disputeOf('ch_x'), 'lost', 0), data: { object } })).body.message).toBe(
        'Only events about disputes and failed refunds are taken.',
      );
    const refund = { ...eventOf(disputeOf('ch_x'), 'lost', 0), type: 'charge.refunded' };
    expect((await send(app, refund)).code).toBe(200);
  });
});
