import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requestsPerDay } from '../../src/shared/limits.js';
import { delivered, move, track } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

type Request = { id: number; kind: string; text: string; ip: string; handled_at: string | null; handled_by: string };

const ask = (token: string | undefined, orderId: number, kind: string, text?: string) =>
  app.call('POST', '/api/front/order-request', { token, body: { orderId, kind, text } });
const handle = (requestId: number, as: 'team' | 'team2' | 'admin' = 'team') =>
  app.call('PUT', '/api/admin/handle-request', { as, body: { requestId } });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data as {
    requests: Request[];
    chargeViews: { ip: string }[];
    activity: { action: string; actor: string; to: string }[];
    process_status: string;
    version: number;
  };
const open = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(app.url + path, { redirect: 'manual', headers });
  const html = await answer.text();
  const text = html.replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
  return { code: answer.status, to: answer.headers.get('location'), html, text: text.replace(/\s+/g, ' ') };
};

describe('POST /api/front/order-request', () => {
  test('nobody asks without having tracked that very order', async () => {
    const { id } = await takeIn(app);
    const { id: other } = await takeIn(app);
    for (const token of [undefined, 'nonsense', await app.signIn('admin'), await track(app, other)])
      expect((await ask(token, id, 'refund')).code).toBe(401);
    expect((await details(id)).requests).toEqual([]);
  });

  test('a bad body gets its sentences', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    const wrong = async (kind: string, text?: string) => (await ask(token, id, kind, text)).body.errors;
    expect(await wrong('money')).toEqual({ kind: 'There is no such request.' });
    expect(await wrong('card', '  ')).toEqual({ text: 'Please write what we should know.' });
    expect(await wrong('flight', 'x'.repeat(2001))).toEqual({ text: 'At most 2000 characters.' });
    expect((await app.call('POST', '/api/front/order-request', { token, body: {} })).body.errors).toMatchObject({
      orderId: 'Please enter your orderId',
    });
  });

  test('a refund is one row however often it is asked for, and changes nothing by itself', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    const { process_status: before, version } = await details(id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(token, id, 'refund', 'ignored')));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
    const after = await details(id);
    expect(after).toMatchObject({ process_status: before, version });
    expect(after.requests).toEqual([
      expect.objectContaining({ kind: 'refund', text: '', ip: '127.0.0.1', handled_at: null, handled_by: null }),
    ]);
    expect(after.activity.filter(({ action }) => action === 'request.made')).toEqual([
      expect.objectContaining({ actor: 'Customer', to: 'refund' }),
    ]);
  });

  test('a message is kept as it was written; the same one twice is one row', async () => {
    const { id } = await delivered(app);
    const token = await track(app, id);
    const written = 'Имя неверно\n‫الاسم خطأ‬ <b>x</b>';
    for (const text of [written, written, 'And the date']) await ask(token, id, 'card', text);
    expect((await details(id)).requests.map(({ kind, text }) => [kind, text])).toEqual([
      ['card', 'And the date'],
      ['card', written],
    ]);
  });

  test('what a signed-in member sends is no customer’s request', async () => {
    const { id } = await takeIn(app);
    const visitor = await track(app, id);
    const session = await app.signIn('team');
    const page = await fetch(`${app.url}/track-order`, { headers: { cookie: `session=${session}` } });
    const [, proof] = /XSRF-TOKEN=([^;]+)/.exec(page.headers.get('set-cookie') ?? '') ?? [];
    const cookie = `visitor=${visitor}; session=${session}; XSRF-TOKEN=${proof}`;
    const answer = await fetch(`${app.url}/api/front/order-request`, {
      method: 'POST',
      headers: { cookie, 'x-xsrf-token': proof!, 'content-type': 'application/json' },
      body: JSON.stringify({ orderId: id, kind: 'refund' }),
    });
    expect(answer.status).toBe(403);
    await open(`/get-new-order-details/${id}/charge`, { cookie });
    expect(await details(id)).toMatchObject({ requests: [], chargeViews: [] });
  });

  test('an order that is refunded takes no request for a refund; a flood ends at twenty a day', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    await move(app, id, 'Refunds');
    expect((await ask(token, id, 'refund')).body.message).toBe('This order is being refunded already.');
    for (let turn = 1; turn < requestsPerDay; turn++)
      expect((await ask(token, id, 'flight', `${turn}`)).code).toBe(200);
    expect((await ask(token, id, 'flight', 'once more')).code).toBe(429);
  });
});

describe('PUT /api/admin/handle-request', () => {
  test('marks it once, with who and when; the holder’s order is the holder’s', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    await ask(token, id, 'refund');
    const [{ id: requestId }] = (await details(id)).requests as [Request];
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team2',
      body: { orderId: id, assignto: 'Demo Team Two' },
    });
    expect((await handle(requestId)).code).toBe(409);

    const both = await Promise.all([handle(requestId, 'team2'), handle(requestId, 'admin')]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)!.body.message).toMatch(/^Demo \w+( Two)? handled this request on /);
    const { requests, activity } = await details(id);
    expect(requests[0]!.handled_at).not.toBeNull();
    expect(activity.filter(({ action }) => action === 'request.handled')).toHaveLength(1);

    await ask(token, id, 'refund');
    expect((await details(id)).requests.map(({ handled_at: at }) => at === null)).toEqual([true, false]);
  });

  test('a bad body, and a request that is none', async () => {
    expect((await app.call('PUT', '/api/admin/handle-request', { as: 'team', body: {} })).body.errors).toEqual({
      requestId: 'Please choose a request.',
    });
    expect((await handle(9_999_999_999)).code).toBe(422);
  });
});

describe('the customer’s pages', () => {
  const paid = { statement_descriptor: 'CARD*ARRIVAL', card_brand: 'Visa', card_last4: '4242' };

  test('the order’s page says what was paid, and only what is on record', async () => {
    const { id } = await delivered(app, { ...paid, paid_at: '2026-03-04T14:03:00Z' });
    const { text } = await open(`/get-new-order-details/${id}`, { authorization: `Bearer ${await track(app, id)}` });
    for (const words of [
      'USD 49.00',
      'Visa ending 4242',
      'CARD*ARRIVAL',
      'as a third party',
      '4 March 2026, 14:03 UTC',
    ])
      expect(text).toContain(words);
    for (const link of ['I don’t recognise this charge', 'Something is wrong on my card', 'My flight changed'])
      expect(text).toContain(link);

    const { id: bare } = await takeIn(app, { doa: dayFromNow(2) });
    const page = await open(`/get-new-order-details/${bare}`, { authorization: `Bearer ${await track(app, bare)}` });
    expect(page.text).not.toMatch(/On your card statement|Card used|Something is wrong/);
    const { id: unpaid } = await takeIn(app, { paid: false });
    const none = await open(`/get-new-order-details/${unpaid}`, {
      authorization: `Bearer ${await track(app, unpaid)}`,
    });
    expect(none.text).not.toMatch(/Your payment Amount|recognise this charge/);
  });

  test('the page of the charge says what was bought, and each look at it is noted once a minute', async () => {
    const { id, encoded } = await takeIn(app, paid);
    const headers = { authorization: `Bearer ${await track(app, id)}` };
    const path = `/get-new-order-details/${encoded}/charge`;
    const { text, html } = await open(path, headers);
    for (const words of ['Malaysia Digital Arrival Card service', 'USD 49.00', 'Visa ending 4242', 'Ann Example'])
      expect(text).toContain(words);
    expect(html).toContain('ASK FOR A REFUND');
    await open(path, headers);
    expect((await details(id)).chargeViews).toEqual([expect.objectContaining({ ip: '127.0.0.1' })]);
    await app.database.query(
      `INSERT INTO charge_views (order_id, visitor_session_id, ip, user_agent, create_ts)
       SELECT order_id, visitor_session_id, '127.9.9.9', user_agent, now() - interval '61 seconds' FROM charge_views WHERE order_id = $1`,
      [id],
    );
    const later = { authorization: `Bearer ${await track(app, id)}` };
    await open(path, later);
    // an IPv6 network has more addresses than a table has room for
    for (const host of ['1', '2']) await open(path, { ...later, 'x-forwarded-for': `2001:db8:1:2::${host}` });
    expect((await details(id)).chargeViews).toHaveLength(4);
    expect((await open(path)).to).toBe(`/track-order/${encoded}`);
  });

  test('it says where the request stands', async () => {
    const { id } = await takeIn(app);
    const token = await track(app, id);
    const page = async () =>
      (await open(`/get-new-order-details/${id}/charge`, { authorization: `Bearer ${token}` })).text;
    expect(await page()).toContain('Order placed');
    await app.database.query(
      `UPDATE orders SET paid_at = create_ts - interval '1 day', paid_time_told = true WHERE id = $1`,
      [id],
    );
    // it came to us later than it was paid: when it was placed nobody told
    expect(await page()).not.toContain('Order placed');
    await ask(token, id, 'refund');
    expect(await page()).toContain('You asked for a refund on ');
    expect(await page()).not.toContain('ASK FOR A REFUND');
    await handle((await details(id)).requests[0]!.id);
    expect(await page()).toContain('A member of our team looked at it on');
    expect(await page()).toContain('ASK FOR A REFUND');
    await move(app, id, 'Refunds');
    expect(await page()).toContain('You get your money back.');
    await app.call('PUT', '/api/admin/mark-refunded', { as: 'admin', body: { orderId: id } });
    expect(await page()).toContain('We gave this money back on ');
  });

  test('by a plain form: sent, then said; without a text the sentence stands at the field', async () => {
    const { id, encoded } = await takeIn(app);
    const path = `/get-new-order-details/${encoded}/flight`;
    const visitor = await track(app, id);
    const jar = new Map([['visitor', visitor]]);
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const visit = async (to: string, body?: Record<string, string>) => {
      const answer = await fetch(app.url + to, {
        redirect: 'manual',
        headers: { cookie: cookie(), referer: app.url + path },
        ...(body && { method: 'POST', body: new URLSearchParams(body) }),
      });
      for (const set of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
        jar.set(name!, value!);
      }
      return { to: answer.headers.get('location'), html: await answer.text() };
    };
    const { html } = await visit(path);
    const [, csrf] = /name="_csrf" value="([^"]+)"/.exec(html)!;
    const form = { _csrf: csrf!, orderId: encoded, kind: 'flight' };
    expect((await visit('/api/front/order-request', { ...form, text: ' ' })).to).toBe(path);
    expect((await visit(path)).html).toContain('Please write what we should know.');

    expect((await visit('/api/front/order-request', { ...form, text: 'Now MH 2' })).to).toBe(path);
    const sent = await visit(path);
    expect(sent.html).toContain('We have your request. A member of our team reads it.');
    expect(sent.html).toContain('Now MH 2');
    expect(sent.html).toContain('data-keep="sent"');

    await app.database.query("UPDATE visitor_sessions SET last_used_at = now() - interval '31 minutes'");
    expect((await visit('/api/front/order-request', { ...form, text: 'late' })).to).toBe(`/track-order/${encoded}`);
    expect((await visit(`/track-order/${encoded}`)).html).toContain('Please enter your order id and email again.');
  });
});

describe('/admin/requests', () => {
  const list = async (as: 'team' | 'telecaller', query = '') => {
    const page = await fetch(`${app.url}/admin/requests${query}`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${await app.signIn(as)}` },
    });
    return { code: page.status, to: page.headers.get('location'), html: await page.text() };
  };

  test('lists what nobody has handled, the oldest first, and the menu counts it', async () => {
    const guest = await fetch(`${app.url}/admin/requests`, { redirect: 'manual' });
    expect([guest.status === 200, guest.headers.get('location')]).toEqual([false, expect.any(String)]);
    await app.database.query(`UPDATE order_requests SET handled_at = now(), handled_by = 'x' WHERE handled_at IS NULL`);
    const [{ id: first }, { id: second }] = [await takeIn(app, { full_name: 'Żółć 王' }), await takeIn(app)];
    await ask(await track(app, second), second, 'card', 'The name is wrong');
    await ask(await track(app, first), first, 'refund');
    await app.database.query(`UPDATE order_requests SET create_ts = now() - interval '1 day' WHERE order_id = $1`, [
      first,
    ]);

    const { html } = await list('telecaller');
    expect(html.indexOf('Żółć 王')).toBeGreaterThan(-1);
    expect(html.indexOf('Żółć 王')).toBeLessThan(html.indexOf('The name is wrong'));
    expect(html).toContain('"waitingRequests":2');
    const marked = async () => {
      const { body } = await app.call('GET', '/api/admin/get-orders-list/allOrder?limit=50', { as: 'team' });
      const orders = body.data as { order_id: number; has_request: boolean }[];
      return orders.filter(({ has_request: has }) => has).map((one) => one.order_id);
    };
    expect((await marked()).sort()).toEqual([first, second].sort());
    const [{ id: requestId }] = (await details(first)).requests as [Request];
    await handle(requestId);
    expect(await marked()).toEqual([second]);
    const after = (await list('team')).html;
    expect(after).not.toContain('Żółć 王');
    expect(after).toContain('"waitingRequests":1');
    expect(await list('team', '?page=9')).toMatchObject({ to: '/admin/requests' });
    expect((await list('team', '?page=x')).code).toBe(200);
  });
});
