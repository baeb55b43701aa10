import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FindService } from '../../src/orders/find.service.js';
import { readEnv } from '../../src/platform/env.js';
import { demoMembers } from '../../src/seed/demo-data.js';
import { seedOrders } from '../../src/seed/seed-orders.js';
import { defaultSettings } from '../../src/shared/settings.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { foldedLetters } from '../../src/shared/find.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const find = (text: unknown, as: MemberName = 'team') =>
  app.call('POST', '/api/admin/find-orders', { as, body: { text } });
const idsOf = async (text: string, as?: MemberName) =>
  ((await find(text, as)).body.data as { order_id: number }[]).map(({ order_id }) => order_id);

describe('POST /api/admin/find-orders', () => {
  test('nobody finds without signing in, and nothing is found without a text', async () => {
    expect((await app.call('POST', '/api/admin/find-orders', { body: { text: 'x' } })).code).toBe(401);
    for (const text of ['', '  ', 7, 'x'.repeat(3000)]) expect((await find(text)).code).toBe(422);
  });

  test('names in any order of words, without marks, by their beginning, in their own script', async () => {
    const names: [string, string[]][] = [
      ['José María Núñez', ['jose nunez', 'Núñez José', 'MARIA', 'nun jos']],
      ['Søren Łukasz Großmann', ['soren', 'lukasz grossmann', 'großm']],
      ['王伟', ['王伟', '王']],
      ['محمد أحمد', ['أحمد محمد', 'محمد']],
      ['Анна Ёлкина', ['ёлкина анна', 'елкина']],
      ['สมชาย ใจดี', ['สมชาย', 'ใจดี สมชาย']],
      ['O’Brien-Smith, Mary', ["o'brien", 'smith mary', 'Mary Brien']],
    ];
    for (const [full_name, texts] of names) {
      const { id } = await takeIn(app, { full_name, passport_no: `P${Math.round(performance.now() * 1000)}` });
      for (const text of texts) expect([text, await idsOf(text)]).toEqual([text, expect.arrayContaining([id])]);
    }
    expect(await idsOf('nobody of this name')).toEqual([]);
  });

  test('an address in any spelling of its mailbox, in lists too', async () => {
    const { id } = await takeIn(app, { contact_email_address: 'Nina.Q+kl@googlemail.com', email: 'nq@me.com' });
    for (const text of ['ninaq@gmail.com', 'n.i.n.a.q@gmail.com', 'nina.q+kl@googlemail.com', 'nq+x@icloud.com'])
      expect([text, await idsOf(text)]).toEqual([text, [id]]);
    expect(await idsOf('ninaqq@gmail.com')).toEqual([]);
    const body = { folderName: 'allOrder', searchVal: 'ninaq@gmail.com' };
    const { data } = (await app.call('POST', '/api/admin/search-order', { as: 'team', body })).body;
    expect(data.map(({ order_id }: { order_id: number }) => order_id)).toEqual([id]);
  });

  test('however a shop wrote a name, it is found as it is shown and in plain letters, in lists too', async () => {
    const inList = async (folderName: string, searchVal: string) =>
      (await app.call('POST', '/api/admin/search-order', { as: 'team', body: { folderName, searchVal } })).body.data;
    const names: [string, string[]][] = [
      ['علی رضایی', ['علي رضايي', 'علی رضایی', 'رضايي']],
      ['فاطمة أحمد', ['فاطمه احمد', 'فاطمة احمد', 'فـاطمه']],
      ['Сёмин Пётр', ['Семин Петр', 'сёмин']],
      ['Jörg Straßmüller', ['Joerg Strassmueller', 'STRASSMÜLLER', 'strassmueller']],
      ['Gisela Waldhueter', ['Waldhüter', 'waldhueter']],
      ['İsmail Gümüş', ['İSMAİL', 'İsmail Guemüş', 'GUEMÜŞ']],
      ['Đặng Hoà', ['dặng', 'Đặng']],
      ['Wanda   Threeblanks', ['Wanda Threeblanks', 'Wanda   Threeblanks', 'wanda thr']],
      ['Ｗｉｌｍａ　Ｆｕｌｌｗｉｄｔｈ', ['Ｗｉｌｍａ　Ｆｕｌｌｗｉｄｔｈ', 'wilma fullwidth', 'ＦＵＬＬＷＩＤＴＨ']],
      ['Walter\nTwo\u00A0Lines', ['Walter Two Lines', 'Two\u00A0Lines']],
      ['Wenzel Plainname', ['Ｗｅｎｚｅｌ Plainname', 'wenzel   plainname']],
      ['Joseﬁne Ligature', ['Josefine Ligature', 'Joseﬁne']],
    ];
    for (const [full_name, texts] of names) {
      for (const [folder, doa] of [
        ['newOrder', dayFromNow(1)],
        ['futureOrder', dayFromNow(60)],
      ] as const) {
        const { id } = await takeIn(app, { full_name, doa, dod: null });
        for (const text of texts) {
          expect([text, await idsOf(text)]).toEqual([text, expect.arrayContaining([id])]);
          expect([text, await inList(folder, text)]).toEqual([text, [expect.objectContaining({ order_id: id })]]);
        }
      }
    }
    const { id } = await takeIn(app, { full_name: 'Wide Passport', passport_no: 'Ｋ５５７７５５' });
    expect(await inList('newOrder', 'k557755')).toMatchObject([{ order_id: id }]);
  });

  test('the database and the product write a name in the same letters', async () => {
    const letters = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
      /[\p{L}\p{M}\p{Cf}]/u.test(one),
    );
    const [{ folded }] = (await app.database.query(
      'SELECT array_agg(folded_letters(lower(one)) ORDER BY at) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS l (one, at)',
      [letters],
    )) as [{ folded: string[] }];
    const [{ lower }] = (await app.database.query(
      'SELECT array_agg(lower(one) ORDER BY at) AS lower FROM unnest($1::text[]) WITH ORDINALITY AS l (one, at)',
      [letters],
    )) as [{ lower: string[] }];
    const differing = letters.filter((_, at) => folded[at] !== foldedLetters(lower[at]!));
    expect(differing).toEqual([]);
    expect(letters.length).toBeGreaterThan(5_000);
  });

  test('a telephone number as the customer says it, an address, a passport number with blanks, a transaction', async () => {
    const { id } = await takeIn(app, {
      phone_code: '+44',
      phone_number: '07700 900777',
      contact_email_address: 'Said@Example.org',
      passport_no: 'K 778 8990',
    });
    await app.call('POST', '/api/admin/save-transaction-details', {
      as: 'team',
      body: { orderId: id, transactionId: 'pi_3Said', merchantName: 'm' },
    });
    const texts = ['07700 900777', '+44 7700 900777', '0044 7700900777', 'said@example.ORG', 'K7788990', 'k 77 88 990'];
    for (const text of [...texts, 'PI_3said', 'id@exampl', `#${id}`, encodeOrderId(id)])
      expect([text, await idsOf(text)]).toEqual([text, [id]]);
  });

  test('letters that mean something to a query mean nothing here', async () => {
    for (const text of ["'", "a' | 'b", 'x:*', '%%%', '\\', '& | !', '<->', '()'])
      expect((await find(text)).code).toBe(200);
  });
});

test('each of two hundred orders is found by every spelling, by a Telecaller too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'find-'));
  const env = readEnv({ EMBEDDED: '1', DATA_DIR: folder });
  const now = new Date('2026-05-04T10:00:00Z');
  await seedOrders({
    ownerUrl: app.settings['DATABASE_OWNER_URL']!,
    env,
    orders: 200,
    now,
    members: await demoMembers(),
  });
  await rm(folder, { recursive: true, force: true });

  const orders = await app.database.query(
    `SELECT id, full_name, contact_email_address, phone_code, phone_number, passport_no, transaction_id FROM orders
     ORDER BY id DESC LIMIT 200`,
  );
  const finding = app.web.get<FindService>('FindService');
  const [telecaller] = await app.database.query("SELECT id, name, email, type FROM members WHERE type = 'Telecaller'");
  const found = (text: string) => finding.find({ ...telecaller, settings: defaultSettings, sessionId: '' }, text);
  // the seed leaves a number of two digits with a few orders; it is no telephone number, and begins many others
  const isWhole = ({ phone_number: number }: Record<string, string>) => number!.replace(/\D/g, '').length > 5;
  expect(orders.filter((order: Record<string, string>) => !isWhole(order)).length).toBeLessThanOrEqual(2);
  const missed: string[] = [];
  const look = async (order: Record<string, string> & { id: number }) => {
    const words = order.full_name!.split(' ');
    const spaced = order.passport_no!.replace(/(...)/g, '$1 ');
    const spellings = [
      String(order.id),
      `#${order.id}`,
      encodeOrderId(order.id),
      `https://desk.example/admin/view-order/${encodeOrderId(order.id)}`,
      order.contact_email_address!,
      spaced,
      ...(isWhole(order)
        ? [`0${order.phone_number!.replace(/^0/, '')}`, `${order.phone_code} ${order.phone_number}`]
        : []),
      `${words.toReversed().join(' ')} ${spaced.replaceAll(' ', '')}`,
      ...(order.transaction_id ? [order.transaction_id] : []),
    ];
    for (const text of spellings)
      if (!(await found(text)).some(({ order_id: id }) => id === order.id)) missed.push(`${order.id}: ${text}`);
  };
  // as many people at once as the pool has connections for
  while (orders.length > 0) await Promise.all(orders.splice(0, 20).map(look));
  expect(missed).toEqual([]);
});
