import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { routes } from '../../src/shared/routes.js';
import { pdf, upload, uploadForm } from '../documents/cards.js';
import { type MemberName, startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
/** The orders by what is particular to each. */
const made: Record<string, number> = {};
beforeAll(async () => {
  app = await startApp();
  const add = async (name: string, more: Record<string, unknown> = {}) => {
    const passport = `F${1_000_000 + Object.keys(made).length}`;
    made[name] = (await takeIn(app, { passport_no: passport, ...more })).id;
    return made[name];
  };
  await add('plain');
  await add('priority', { processing_mode: 'Priority' });
  await add('later', { doa: dayFromNow(2), full_name: 'Zoë Later' });
  await add('norwegian', { nationality: 'NOR' });
  await add('alt', { landing_domain: 'WWW.arrivalhelp.example' });
  await add('failing', { post_code: '1' });
  const held = await add('held');
  const disputed = await add('disputed');
  const mailed = await add('mailed');
  const asked = await add('asked');
  const amended = await add('amended');
  await app.database.query("INSERT INTO inbox_marks (order_id, mark) VALUES ($1, 'look')", [asked]);
  const crossed = await add('crossed');
  await app.database.query(
    `WITH mail AS (
       INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, kind)
       VALUES ($1, 'm', 'AWS', 'm', 'k', 's', 1, 'authority') RETURNING id)
     INSERT INTO inbound_files (mail_id, order_id, kind, name, content_type, storage_key, sha256, size, verdict)
     SELECT id, $1, 'card', 'card.pdf', 'application/pdf', 'k', 's', 1, 'differs' FROM mail`,
    [crossed],
  );
  await app.database.query('UPDATE orders SET submit_again = true WHERE id = $1', [amended]);
  await put('assign-order-status', { orderId: held, assignto: 'Demo Team' }, 'team');
  await app.call('POST', '/api/admin/disputes', { as: 'admin', body: { orderId: disputed, reason_code: '13.1' } });
  const { body } = await upload(app, uploadForm(mailed, await pdf()));
  await app.database.query("UPDATE mails SET state = 'bounced' WHERE id = $1", [body.data.mail_id]);
});
afterAll(() => app.close());

const put = (path: string, body: object, as: MemberName) => app.call('PUT', `/api/admin/${path}`, { as, body });
const list = (query: string, as: MemberName = 'admin', queue = 'allOrder') =>
  app.call('GET', `/api/admin/get-orders-list/${queue}?limit=500&${query}`, { as });
const names = (rows: { order_id: number }[]) =>
  Object.keys(made).filter((name) => rows.some(({ order_id }) => order_id === made[name]));
const all = () => Object.keys(made);
const allBut = (...left: string[]) => all().filter((name) => !left.includes(name));

describe('a filter of a list', () => {
  test.each<[string, () => string[]]>([
    ['mode=Priority', () => ['priority']],
    ['mode=Standard', () => allBut('priority')],
    [`arrivalFrom=${dayFromNow(2)}`, () => ['later']],
    [`arrivalTo=${dayFromNow(1)}`, () => allBut('later')],
    [`arrivalFrom=${dayFromNow(1)}&arrivalTo=${dayFromNow(1)}`, () => allBut('later')],
    ['nationality=nor', () => ['norwegian']],
    ['holder=nobody', () => allBut('held')],
    ['holder=anybody', () => ['held']],
    ['holder=me', () => []],
    ['brand=alt', () => ['alt']],
    ['brand=main', () => allBut('alt')],
    ['brand=none', () => []],
    ['gateway=2147483', () => []],
    ['checks=any', () => ['failing']],
    ['checks=postcode', () => ['failing']],
    ['checks=phone', () => []],
    ['marked=look', () => ['asked']],
    ['marked=card', () => []],
    ['marked=request', () => []],
    ['marked=submit%20again', () => ['amended']],
    ['dispute=any', () => ['disputed']],
    ['dispute=waiting', () => ['disputed']],
    ['dispute=won', () => []],
    ['dispute=none', () => allBut('disputed')],
    ['mail=none', () => allBut('mailed')],
    ['mail=bounced', () => ['mailed']],
    ['mail=delivered', () => []],
    ['card=differs', () => ['crossed']],
    ['card=unreadable', () => ['mailed']],
    ['card=agrees', () => []],
    ['card=none', () => allBut('crossed', 'mailed')],
    ['card=differs&holder=nobody', () => ['crossed']],
    ['standing=at%20risk', () => allBut('later')],
    ['standing=today', () => ['later']],
    ['standing=safe', () => []],
    ['holder=nobody&checks=any&mode=Standard', () => ['failing']],
    ['holder=anybody&dispute=any', () => []],
  ])('%s', async (query, expected) => {
    const { code, body } = await list(query);
    expect([code, names(body.data), body['total']]).toEqual([200, expected(), expected().length]);
    const filters = Object.fromEntries(new URLSearchParams(query));
    const keys = await app.call('POST', '/api/admin/matching-ids', {
      as: 'admin',
      body: { folderName: 'allOrder', ...filters },
    });
    expect([names(keys.body.data), keys.body['total']]).toEqual([expected(), expected().length]);
    const csv = await fetch(`${app.url}/admin/export/allOrder?${query}`, {
      headers: { authorization: `Bearer ${await app.signIn('admin')}` },
    });
    expect((await csv.text()).trim().split('\r\n')).toHaveLength(1 + expected().length);
  });

  test('goes with the text of a search and with each order of rows; me is who asks', async () => {
    const search = (searchVal: string, more: object) =>
      app.call('POST', '/api/admin/search-order', {
        as: 'admin',
        body: { folderName: 'allOrder', searchVal, end: 50, ...more },
      });
    expect(names((await search('example', { holder: 'nobody', mode: 'Priority' })).body.data)).toEqual(['priority']);
    expect(names((await search('e', { nationality: 'NOR' })).body.data)).toEqual(['norwegian']);
    expect(names((await search(String(made['plain']), { mode: 'Priority' })).body.data)).toEqual([]);
    expect(names((await list('holder=me', 'team')).body.data)).toEqual(['held']);
    const sorted = await list('holder=nobody&sort=full_name&dir=desc');
    expect(sorted.body.data[0].order_id).toBe(made['later']);
    const part = await app.call('GET', `/api/admin/get-orders-list/allOrder?limit=3&holder=nobody&sort=doa&dir=asc`, {
      as: 'admin',
    });
    const rest = await list(`holder=nobody&sort=doa&dir=asc&cursor=${encodeURIComponent(part.body['next_cursor'])}`);
    expect(names([...part.body.data, ...rest.body.data])).toEqual(allBut('held'));
  });

  test('that there is none of is refused; on a screen it counts as not set', async () => {
    for (const query of ['mode=Fast', 'holder=x', 'arrivalFrom=soon', 'mail=lost', 'standing=early', 'gateway=0'])
      expect([query, (await list(query)).code]).toEqual([query, 422]);
    expect((await list('standing=safe', 'telecaller')).code).toBe(403);
    const page = async (query: string) =>
      app.call('GET', `/admin/recent-order?${query}`, { as: 'admin', headers: { 'x-inertia': 'true' } });
    const { props } = (await page('mode=Fast&nationality=NOR&holder=nobody')).body as unknown as {
      props: { filters: unknown; total: number };
    };
    expect(props).toMatchObject({
      total: 1,
      filters: [
        { name: 'nationality', label: 'Nationality', value: 'NOR', text: 'NORWAY' },
        { name: 'holder', label: 'Holder', value: 'nobody', text: 'Nobody' },
      ],
    });
  });

  describe('by disputes', () => {
    const header = async (as: MemberName) => ({ authorization: `Bearer ${await app.signIn(as)}` });
    /** What each way to a list answers a member who filters it so: the codes, and the sentence of the calls. */
    const ways = async (as: MemberName, dispute: string) => {
      const asked = { folderName: 'newOrder', dispute };
      const answers = [
        await list(`dispute=${dispute}`, as, 'newOrder'),
        await app.call('POST', '/api/admin/search-order', { as, body: { ...asked, searchVal: 'e' } }),
        await app.call('POST', '/api/admin/matching-ids', { as, body: asked }),
      ];
      const pages = [`/admin/recent-order?dispute=${dispute}`, `/admin/export/newOrder?dispute=${dispute}`];
      const codes = pages.map(async (path) => (await fetch(app.url + path, { headers: await header(as) })).status);
      return {
        codes: [...answers.map(({ code }) => code), ...(await Promise.all(codes))],
        says: [...new Set(answers.map(({ body }) => body.message))].filter((text) => /dispute/.test(text)),
      };
    };
    const offered = async (as: MemberName) =>
      (await app.call('GET', '/api/admin/order-filters', { as })).body.data.map(({ name }: { name: string }) => name);
    /** Where the page of an order leads back to, when it was opened from a list that is filtered so. */
    const back = async (as: MemberName) => {
      const path = routes.orderOf(encodeOrderId(made['disputed']!), 'recent-order?dispute=any');
      const { code, body } = await app.call('GET', path, { as, headers: { 'x-inertia': 'true' } });
      return [code, (body as unknown as { props: { list: object | null } }).props.list !== null];
    };

    test.each(['team', 'telecaller', 'night'] as const)('is refused to %s everywhere, and not offered', async (as) => {
      for (const dispute of ['any', 'waiting', 'won', 'none'])
        expect([dispute, await ways(as, dispute)]).toEqual([
          dispute,
          { codes: [403, 403, 403, 403, 403], says: ['You are not allowed to filter by dispute.'] },
        ]);
      expect(await offered(as)).not.toContain('dispute');
      expect(await offered(as)).toContain('standing');
      expect(await back(as)).toEqual([200, false]);
    });

    test.each(['admin', 'manager'] as const)('is for %s', async (as) => {
      expect(await ways(as, 'waiting')).toEqual({ codes: [200, 200, 200, 200, 200], says: [] });
      expect(await offered(as)).toContain('dispute');
      expect(await back(as)).toEqual([200, true]);
    });
  });

  test('is offered with its options to members alone', async () => {
    expect((await app.call('GET', '/api/admin/order-filters')).code).toBe(401);
    const { body } = await app.call('GET', '/api/admin/order-filters', { as: 'telecaller' });
    const one = (name: string) => body.data.find((filter: { name: string }) => filter.name === name).options;
    expect(one('holder').map(({ text }: { text: string }) => text)).toContain('Demo Night');
    expect(one('brand')).toContainEqual({ value: 'alt', text: 'Malaysia Arrival Help' });
    expect(one('nationality').length).toBeGreaterThan(200);
  });
});
