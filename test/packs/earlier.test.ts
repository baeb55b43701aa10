import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ofMailbox } from '../../src/database/of-mailbox.js';
import { routes } from '../../src/shared/routes.js';
import type { PacksReadiness } from '../../src/shared/pack-parts.js';
import type { EarlierEntry } from '../../src/shared/packs.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.close());

const person = {
  contact_email_address: 'Ann@Example.com',
  passport_no: 'C01X7K41',
  card_fingerprint: 'card-1',
  device_fingerprint: 'device-1',
  purchase_ip: '203.0.113.77',
};
const stranger = () => ({
  contact_email_address: `x${Math.random()}@example.com`,
  passport_no: `P${Math.random()}`.slice(0, 12),
});

type OrderPage = {
  props: { earlier: EarlierEntry[]; readiness?: PacksReadiness };
  deferredProps?: Record<string, string[]>;
};

/** The props of an order's page; with `only`, that prop alone. */
async function page(encoded: string, only?: string): Promise<OrderPage> {
  const partial = only && { 'x-inertia-partial-component': 'desk/order', 'x-inertia-partial-data': only };
  const { body } = await app.call('GET', routes.order(encoded), {
    as: 'team',
    headers: { 'x-inertia': 'true', ...partial },
  });
  return body as unknown as OrderPage;
}

/** An order that was received `days` ago. */
async function past(days: number, more: object): Promise<number> {
  const { id } = await takeIn(app, { ...stranger(), ...more });
  await app.database.query('UPDATE orders SET create_ts = now() - make_interval(days => $2) WHERE id = $1', [id, days]);
  return id;
}

describe('an order’s page', () => {
  test('lists earlier orders that share a trait, newest first, and says which', async () => {
    const all = await past(40, person);
    const email = await past(30, { contact_email_address: 'ann@example.com' });
    const passport = await past(20, { passport_no: 'C01X7K41' });
    const card = await past(10, { card_fingerprint: 'card-1' });
    const device = await past(5, { device_fingerprint: 'device-1' });
    const ip = await past(3, { purchase_ip: '203.0.113.77' });
    await past(2, { nationality: 'FRA', passport_no: 'C01X7K41' });
    await past(1, {});
    const { encoded } = await takeIn(app, person);
    await takeIn(app, person);

    const { earlier } = (await page(encoded)).props;
    expect(earlier.map(({ order_id, by }) => [order_id, by.join()])).toEqual([
      [ip, 'ip'],
      [device, 'device'],
      [card, 'card'],
      [passport, 'passport'],
      [email, 'email'],
      [all, 'email,passport,card,device,ip'],
    ]);
    expect(earlier[0]).toEqual({
      order_id: ip,
      encoded_id: Buffer.from(String(ip * 2)).toString('base64'),
      create_ts: expect.stringMatching(/Z$/),
      process_status: 'New',
      by: ['ip'],
    });
  });

  test('takes another spelling of the same mailbox for the same address, and no other mailbox', async () => {
    const plain = await past(30, { contact_email_address: 'lee.ann@gmail.com' });
    const tagged = await past(20, { contact_email_address: 'LeeAnn+visa@googlemail.com' });
    await past(10, { contact_email_address: 'leeann2@gmail.com' });
    await past(5, { contact_email_address: 'leeann@example.com' });
    const { encoded } = await takeIn(app, { ...stranger(), contact_email_address: 'leeann@gmail.com' });
    const { earlier } = (await page(encoded)).props;
    expect(earlier.map(({ order_id, by }) => [order_id, by.join()])).toEqual([
      [tagged, 'email'],
      [plain, 'email'],
    ]);
  });

  test('lists no more than twenty, whatever the address', async () => {
    const hotel = { purchase_ip: '198.51.100.9' };
    for (let days = 1; days <= 25; days++) await past(days, hotel);
    const { encoded } = await takeIn(app, { ...stranger(), ...hotel });
    const { earlier } = (await page(encoded)).props;
    expect(earlier).toHaveLength(20);
    expect(earlier.map(({ create_ts }) => create_ts)).toEqual(
      earlier
        .map(({ create_ts }) => create_ts)
        .sort()
        .reverse(),
    );
  });

  test('asks an index for each trait', async () => {
    const person = [...ofMailbox('$1').contact, 'passport_no = $1', 'card_fingerprint = $1'];
    const client = app.database.createQueryRunner();
    await client.query('SET enable_seqscan = off');
    for (const trait of [...person, 'device_fingerprint = $1', 'purchase_ip = $1']) {
      const plan = (await client.query(
        `EXPLAIN SELECT id FROM orders WHERE ${trait} AND create_ts <= now() ORDER BY create_ts DESC LIMIT 21`,
        ['x'],
      )) as { 'QUERY PLAN': string }[];
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
        /Index Scan (?:using|on) orders_(?:person_|mailbox)/,
      );
    }
    await client.release();
  });

  test('brings how complete both packs are after it, in a status that has packs', async () => {
    const { id, encoded } = await takeIn(app, { ...stranger(), transaction_id: 'ch_1' });
    const before = await page(encoded);
    expect([before.deferredProps, 'readiness' in before.props]).toEqual([undefined, false]);

    await app.database.query(`UPDATE orders SET process_status = 'Completed' WHERE id = $1`, [id]);
    const shown = await page(encoded);
    expect([shown.deferredProps, 'readiness' in shown.props]).toEqual([{ default: ['readiness'] }, false]);

    const { readiness } = (await page(encoded, 'readiness')).props;
    expect(readiness![1].readiness.map(({ exhibit }) => exhibit).join('')).toBe('ABCDEFGHIJ');
    expect(readiness![2].readiness.map(({ exhibit }) => exhibit).join('')).toBe('ABCDEFGHIJK');
    expect(readiness![1].readiness.find(({ part }) => part === 'Email history')).toMatchObject({ state: 'missing' });
  });
});
