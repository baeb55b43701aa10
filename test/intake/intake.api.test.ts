import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { wellFormed } from '../../src/shared/input.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { intakeKey, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, orderBody, shopKey } from '../support/orders.js';

let app: TestApp;
const withKey = { 'x-intake-key': intakeKey };

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function send(body: unknown, headers: Record<string, string> = withKey) {
  return app.call('POST', '/api/intake/orders', { body, headers });
}

function pay(
  externalRef: unknown,
  body: unknown = { transactionId: 'ch_1' },
  headers: Record<string, string> = withKey,
) {
  return app.call('POST', `/api/intake/orders/${encodeURIComponent(String(externalRef))}/paid`, { body, headers });
}

async function stored(externalRef: unknown): Promise<Record<string, unknown>> {
  const [row] = await app.database.query<Record<string, unknown>[]>(
    'SELECT *, doa::text, processing_date::text FROM orders WHERE external_ref = $1',
    [externalRef],
  );
  return row!;
}

async function activityOf(externalRef: unknown): Promise<Record<string, unknown>[]> {
  return app.database.query<Record<string, unknown>[]>(
    `SELECT a.actor, a.action, a."from", a."to" FROM activity a JOIN orders o ON o.id = a.order_id
     WHERE o.external_ref = $1 ORDER BY a.id`,
    [externalRef],
  );
}

async function newOrders(): Promise<number> {
  const { body } = await app.call('GET', '/api/admin/get-folder-count', { as: 'team' });
  return (body.data as { newOrdersCount: number }).newOrdersCount;
}

describe('POST /api/intake/orders', () => {
  test('without a key or with a wrong one is refused, whatever the body; a session is no key', async () => {
    for (const headers of [{}, { 'x-intake-key': '' }, { 'x-intake-key': 'demo-intake-kex' }] as Record<
      string,
      string
    >[]) {
      const { code, body } = await send({}, headers);
      expect([code, body.status]).toEqual([401, 401]);
    }
    const { code } = await app.call('POST', '/api/intake/orders', { as: 'admin', body: orderBody() });
    expect(code).toBe(401);
  });

  test('names every wrong field of a bad body at once, rules about two fields too', async () => {
    const { code, body } = await send({
      ...orderBody({ doa: dayFromNow(5), dod: dayFromNow(4), amount: '49.00', currency: undefined }),
      confirm_contact_email_address: 'bob@example.com',
      full_name: ' ',
      sex: 'W',
      passport_expiry: '2031-02-30',
      card_last4: '12345',
      gateway_id: -1,
      terms_accepted_at: 'yesterday',
    });
    expect(code).toBe(422);
    expect(Object.keys(body.errors as object).sort()).toEqual([
      'card_last4',
      'confirm_contact_email_address',
      'currency',
      'dod',
      'full_name',
      'gateway_id',
      'passport_expiry',
      'sex',
      'terms_accepted_at',
    ]);
  });

  test('an empty body misses exactly what is required', async () => {
    const { body } = await send({});
    expect(Object.keys(body.errors as object).sort()).toEqual(
      'external_ref full_name contact_email_address nationality passport_no dob sex passport_expiry doa processing_mode landing_domain'
        .split(' ')
        .sort(),
    );
  });

  test.each(['null', '[]', '"text"', '7', '{'])('%s is no order', async (text) => {
    const { code } = await send(text);
    expect(code).toBe(422);
  });

  test.each([
    ['amount', -1],
    ['amount', '1e3'],
    ['amount', 0.1 + 0.2],
    ['currency', 'US'],
    ['full_name', 'Ann\0Example'],
    ['contact_email_address', 'ann@example'],
    ['nationality', 'M1'],
    ['nationality', '702'],
    ['nationality', ' '],
    ['nationality', '--'],
    ['doa', '2026-02-29'],
    ['gateway_id', 2_000_000_000],
    ['place_of_birth', '702'],
    ['place_of_birth', 7],
    ['embarkation_country', 'Gate 7'],
    ['accommodation_type', 'x'.repeat(101)],
    ['address2', 'x'.repeat(501)],
  ])('%s of %p is refused', async (field, value) => {
    const { code, body } = await send(orderBody({ [field]: value }));
    expect(code).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });

  test('the same body again is the same order, whichever way it writes the nationality', async () => {
    const sent = orderBody({ nationality: 'GB' });
    const { body } = await send(sent);
    expect(await send(sent)).toMatchObject({ code: 200, body: { data: { order_id: body.data.order_id } } });
    expect(await stored(sent.external_ref)).toMatchObject({ nationality: 'GBR' });
  });

  test('takes a paid order in: 201, New, with everything it told', async () => {
    const before = await newOrders();
    const sent = orderBody({
      contact_email_address: ' Ann@Example.COM ',
      nationality: 'gbr',
      gateway_id: encodeOrderId(1),
      card_last4: '4242',
      purchase_ip: '203.0.113.9',
      terms_accepted_at: '2026-01-02T03:04:05+08:00',
      accommodation_of_Stay: 'Hotel Example',
    });
    const { code, body } = await send(sent);
    expect(code).toBe(201);
    expect(body.data.order_id).toBeGreaterThan(100_000);
    expect(body.data.encoded_id).toBe(encodeOrderId(body.data.order_id as number));

    expect(await stored(sent.external_ref)).toMatchObject({
      id: body.data.order_id,
      process_status: 'New',
      processing_mode: 'Standard Processing',
      contact_email_address: 'Ann@Example.COM',
      confirm_contact_email_address: 'Ann@Example.COM',
      nationality: 'GBR',
      amount: '49.000',
      gateway_id: 1,
      card_last4: '4242',
      purchase_ip: '203.0.113.9',
      terms_accepted_at: new Date('2026-01-01T19:04:05Z'),
      accommodation_of_stay: 'Hotel Example',
      processing_date: dayFromNow(-1),
      version: 1,
    });
    expect(await activityOf(sent.external_ref)).toEqual([
      { actor: 'Shop', action: 'order.received', from: null, to: 'New' },
    ]);
    expect(await newOrders()).toBe(before + 1);
  });

  test('what the authority’s form asks is kept as it was sent, and is a part of the body', async () => {
    const asked = {
      place_of_birth: 'Côte d’Ivoire',
      embarkation_country: 'sg',
      accommodation_type: 'With Friends',
      address2: 'Block B, Level 7\nTaman Desa',
    };
    const sent = orderBody({ ...asked, address: 'x'.repeat(500) });
    const { body } = await send(sent);
    expect(await stored(sent.external_ref)).toMatchObject({ ...asked, form_choices: {} });
    expect((await send(sent)).body.data).toEqual(body.data);
    for (const field of Object.keys(asked)) {
      expect((await send({ ...sent, [field]: 'Another' })).code).toBe(409);
      expect((await send({ ...sent, [field]: undefined })).code).toBe(409);
    }

    const without = orderBody({ place_of_birth: ' ', embarkation_country: '', accommodation_type: null });
    expect((await send(without)).code).toBe(201);
    expect(await stored(without.external_ref)).toMatchObject({
      place_of_birth: null,
      embarkation_country: null,
      accommodation_type: null,
      address2: null,
    });
  });

  test('spells the buyer’s address as those of tracking and download are spelled, so that the same one is the same', async () => {
    for (const [sent, kept] of [
      ['::ffff:203.0.113.9', '203.0.113.9'],
      ['2001:0DB8::0:1', '2001:db8::1'],
    ]) {
      const body = orderBody({ purchase_ip: sent });
      expect((await send(body)).code).toBe(201);
      expect(await stored(body.external_ref)).toMatchObject({ purchase_ip: kept });
    }
  });

  test.each([
    ['unpaid', { paid: false, processing_mode: 'Priority', doa: dayFromNow(90) }, 'Pending', 'Priority Processing'],
    ['with nothing said of payment', { paid: undefined }, 'Pending', 'Standard Processing'],
    ['paid for today', { doa: dayFromNow(0) }, 'New', 'Standard Processing'],
    ['paid for the last day of the window', { doa: dayFromNow(2) }, 'New', 'Standard Processing'],
    ['paid for the day before the window', { doa: dayFromNow(3) }, 'Future', 'Future Order Processing'],
    ['paid with priority in the window', { processing_mode: 'Priority' }, 'Priority', 'Priority Processing'],
    ['paid with priority, early', { processing_mode: 'Priority', doa: dayFromNow(3) }, 'Future', 'Priority Processing'],
    ['paid for an arrival in the past', { doa: '2020-01-01' }, 'New', 'Standard Processing'],
  ])('an order %s enters the right queue', async (_what, more, status, mode) => {
    const sent = orderBody(more);
    await send(sent);
    expect(await stored(sent.external_ref)).toMatchObject({ process_status: status, processing_mode: mode });
  });

  test('the same body again, its keys in another order, answers the same order; another body is refused', async () => {
    const sent = orderBody();
    const first = await send(sent);
    const again = await send(Object.fromEntries(Object.entries(sent).reverse()));
    expect([again.code, again.body.data]).toEqual([200, first.body.data]);

    const other = await send({ ...sent, full_name: 'Bob Example' });
    expect([other.code, other.body.status]).toEqual([409, 0]);
    expect(await activityOf(sent.external_ref)).toHaveLength(1);
  });

  test('half a character in a name is kept as U+FFFD, and every other character as it came', async () => {
    const sent = orderBody({ full_name: 'Ann \uD83D, "Zoë" \u{1F600} \\ud800 O\'Neil\t' });
    expect((await send(sent)).code).toBe(201);
    expect((await stored(sent.external_ref)).full_name).toBe('Ann \uFFFD, "Zoë" \u{1F600} \\ud800 O\'Neil');
    expect((await send(sent)).code).toBe(200);
  });

  test('a reference in any script, also with half a character, names its order in every call', async () => {
    for (const external_ref of [
      'ก'.repeat(100),
      '😀'.repeat(50),
      'مرجع ١٢٣',
      'A/../B?c#d%2F',
      `half \uD83D ${randomUUID()}`,
    ]) {
      const sent = orderBody({ external_ref, paid: false });
      const [first, again] = [await send(sent), await send(sent)];
      expect([external_ref, first.code, again.code]).toEqual([external_ref, 201, 200]);
      const path = encodeURIComponent(wellFormed(external_ref));
      const state = await app.call('GET', `/api/intake/orders/${path}`, { headers: withKey });
      expect([external_ref, state.code, state.body.data?.order_id]).toEqual([
        external_ref,
        200,
        first.body.data.order_id,
      ]);
      expect((await pay(wellFormed(external_ref))).code).toBe(200);
    }
  });

  test.each([
    ['paid_at', '9999-12-31T23:59:59-12:00'],
    ['paid_at', '0000-01-01T00:00:00Z'],
    ['terms_accepted_at', '9999-12-31T23:59:59-12:00'],
  ])('a %s of a year that is none is refused by its name', async (field, time) => {
    const { code, body } = await send(orderBody({ [field]: time }));
    expect([code, Object.keys(body.errors as object)]).toEqual([422, [field]]);
  });

  test.each(['contact_email_address', 'email'])('an order’s own mailbox as %s is refused', async (field) => {
    const address = `100123@${app.env.APPLICATION_MAIL_DOMAIN.toUpperCase()}`;
    const { code, body } = await send(orderBody({ [field]: address }));
    expect([code, body.errors]).toEqual([
      422,
      { [field]: 'This is an order’s own mailbox, not the customer’s address.' },
    ]);
  });

  test('of many at once with one reference one is new and all get it', async () => {
    const sent = orderBody();
    const before = await newOrders();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(sent)));
    expect(answers.filter(({ code }) => code === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(11);
    expect(new Set(answers.map(({ body }) => (body.data as { order_id: number }).order_id)).size).toBe(1);
    expect(await newOrders()).toBe(before + 1);
  });
});

describe('POST /api/intake/orders/{external_ref}/paid', () => {
  test('without a key or with a wrong one is refused', async () => {
    expect((await pay('x', {}, {})).code).toBe(401);
  });

  test('half a character in the payment’s words is kept as U+FFFD', async () => {
    const sent = orderBody({ paid: false });
    await send(sent);
    expect((await pay(sent.external_ref, { transactionId: 'ch_half', merchantName: 'Shop \uD83D' })).code).toBe(200);
    expect((await stored(sent.external_ref)).merchant_name).toBe('Shop \uFFFD');
  });

  test('without a transaction id: 422; an unknown reference: 404', async () => {
    const { code, body } = await pay(randomUUID(), { merchantName: 'M' });
    expect([code, Object.keys(body.errors as object)]).toEqual([422, ['transactionId']]);
    expect((await pay(randomUUID())).code).toBe(404);
  });

  test.each([
    [{}, 'New'],
    [{ processing_mode: 'Priority' }, 'Priority'],
    [{ doa: dayFromNow(40) }, 'Future'],
  ])('moves a pending order %j to %s, once', async (more, status) => {
    const sent = orderBody({ ...more, paid: false, external_ref: `Straße ${randomUUID()} / ü` });
    await send(sent);
    const payment = { transactionId: 'ch_9', merchantName: 'Arrival', card_last4: '4242' };
    const first = await pay(sent.external_ref, payment);
    expect(first.code).toBe(200);

    const paid = await stored(sent.external_ref);
    expect(paid).toMatchObject({
      process_status: status,
      transaction_id: 'ch_9',
      merchant_name: 'Arrival',
      card_last4: '4242',
      version: 2,
    });
    expect(paid.paid_at).toBeInstanceOf(Date);
    expect(await activityOf(sent.external_ref)).toEqual([
      { actor: 'Shop', action: 'order.received', from: null, to: 'Pending' },
      { actor: 'Shop', action: 'payment.received', from: null, to: 'ch_9 · Arrival' },
      { actor: 'Shop', action: 'order.moved', from: 'Pending', to: status },
    ]);

    const second = await pay(sent.external_ref, { transactionId: 'ch_9' });
    expect([second.code, second.body.data]).toEqual([200, first.body.data]);
    expect(await stored(sent.external_ref)).toEqual(paid);
  });

  test('a reference that none can be: 404', async () => {
    expect((await pay('a\0b')).code).toBe(404);
    expect((await pay('x'.repeat(101))).code).toBe(404);
    expect((await pay('%'.repeat(400))).code).toBe(404);
    const broken = await app.call('POST', '/api/intake/orders/%ff/paid', { body: {}, headers: withKey });
    expect([404, 422]).toContain(broken.code);
  });

  test('told several times at once it is recorded once', async () => {
    const sent = orderBody({ paid: false });
    await send(sent);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(sent.external_ref, { transactionId: 'ch_once' })),
    );
    expect(answers.every(({ code }) => code === 200)).toBe(true);
    expect(await activityOf(sent.external_ref)).toHaveLength(3);
  });

  test('records the payment of an order that has left Pending, and leaves it where it is', async () => {
    const sent = orderBody({ paid: false });
    const { body } = await send(sent);
    const move = { orderId: body.data.encoded_id, updatingStatus: 'Contact Customer' };
    await app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: move });
    await pay(sent.external_ref);
    expect(await stored(sent.external_ref)).toMatchObject({
      process_status: 'Contact Customer',
      transaction_id: 'ch_1',
    });
  });

  test.each(['deleted', 'cancelled'])('an order that was %s unpaid comes back to Refunds, and is told', async (how) => {
    const sent = orderBody({ paid: false });
    const { body } = await send(sent);
    const { order_id: id, encoded_id: orderId } = body.data as { order_id: number; encoded_id: string };
    if (how === 'deleted')
      await app.call('PUT', '/api/admin/change-order-status', { as: 'manager', body: { orderId } });
    else {
      const headers = { 'x-intake-key': intakeKey };
      await app.call('POST', `/api/intake/orders/${sent.external_ref as string}/cancelled`, { headers, body: {} });
    }
    expect((await stored(sent.external_ref)).process_status).toBe('Deleted');
    for (let times = 0; times < 2; times++)
      expect((await pay(sent.external_ref)).body.data).toMatchObject({ order_id: id, state: 'paid_after_cancelled' });
    const details = async () =>
      (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'manager' })).body.data;
    expect(await details()).toMatchObject({ process_status: 'Refunds', inbox_marks: ['late'] });
    expect((await details()).activity[0]).toMatchObject({ from: 'Deleted', note: 'Paid after it was cancelled' });
    expect(
      await app.database.query("SELECT recipient FROM mails WHERE kind = 'paid-after-cancel' AND subject LIKE $1", [
        `Order ${id} %`,
      ]),
    ).toEqual([{ recipient: 'admin@demo.test' }]);
    await app.call('PUT', '/api/admin/mark-refunded', { as: 'team', body: { orderId } });
    expect((await details()).inbox_marks).toEqual([]);
  });
});

describe('two shops', () => {
  const keyOf = async (name: string) => ({
    'x-intake-key': await shopKey((sql, values) => app.database.query(sql, values), name),
  });
  const ordersOf = (externalRef: unknown) =>
    app.database.query<Record<string, unknown>[]>(
      `SELECT o.id, s.name AS shop, o.process_status, o.transaction_id, o.full_name FROM orders o
       JOIN shops s ON s.id = o.shop_id WHERE external_ref = $1 ORDER BY s.name`,
      [externalRef],
    );

  test('each has its own order under the same reference; neither pays for the other’s', async () => {
    const [north, south] = [await keyOf('north'), await keyOf('south')];
    const sent = orderBody({ paid: false });
    const first = await send(sent, north);
    const forged = await pay(sent.external_ref, { transactionId: 'forged' }, south);
    const unknown = await pay(randomUUID(), { transactionId: 'forged' }, south);
    const strip = ({ code, body }: Awaited<ReturnType<typeof pay>>) => ({ code, body: { ...body, ref: '' } });
    expect(strip(forged)).toEqual(strip(unknown));
    expect(forged.code).toBe(404);

    const other = { ...sent, full_name: 'Bob Example' };
    const second = await send(other, south);
    expect([first.code, second.code]).toEqual([201, 201]);
    expect((await send(other, south)).body.data).toEqual(second.body.data);
    expect((await send(sent, north)).body.data).toEqual(first.body.data);
    expect((await send(other, north)).code).toBe(409);

    await pay(sent.external_ref, { transactionId: 'ch_south' }, south);
    expect(await ordersOf(sent.external_ref)).toEqual([
      {
        id: first.body.data.order_id,
        shop: 'north',
        process_status: 'Pending',
        transaction_id: null,
        full_name: 'Ann Example',
      },
      {
        id: second.body.data.order_id,
        shop: 'south',
        process_status: 'New',
        transaction_id: 'ch_south',
        full_name: 'Bob Example',
      },
    ]);
    expect((await pay(sent.external_ref)).code).toBe(404);
  });

  test('a second key of a shop reaches the orders of its first', async () => {
    const [one, two] = [await keyOf('east'), await keyOf('east')];
    const sent = orderBody({ paid: false });
    const first = await send(sent, one);
    const again = await send(sent, two);
    expect([again.code, again.body.data]).toEqual([200, first.body.data]);
    expect((await pay(sent.external_ref, { transactionId: 'ch_2' }, two)).code).toBe(200);
    expect(await ordersOf(sent.external_ref)).toMatchObject([{ shop: 'east', transaction_id: 'ch_2' }]);
    const [received] = await activityOf(sent.external_ref);
    expect(received).toMatchObject({ actor: 'east', action: 'order.received' });
  });

  test('the key of the settings and one made for `default` are of one shop', async () => {
    const sent = orderBody({ paid: false });
    const first = await send(sent);
    const again = await send(sent, await keyOf('default'));
    expect([again.code, again.body.data]).toEqual([200, first.body.data]);
  });
});

describe('GET /api/intake/active-gateway', () => {
  test('without a key is refused', async () => {
    expect((await app.call('GET', '/api/intake/active-gateway')).code).toBe(401);
  });

  test('names the active one', async () => {
    const { code, body } = await app.call('GET', '/api/intake/active-gateway', { headers: withKey });
    expect([code, body.data]).toEqual([200, { id: 1, gateway_name: 'Stripe' }]);
  });
});
