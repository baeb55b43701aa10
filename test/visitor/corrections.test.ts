import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DraftsClearWorker } from '../../src/drafts/drafts-clear.worker.js';
import { askedOf } from '../../src/shared/corrections.js';
import { correctionFields, correctionNames } from '../../src/shared/correction-fields.js';
import { requestsPerDay } from '../../src/shared/limits.js';
import { delivered, move, track } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => app.close());

let count = 0;
/** An order that lacks nothing but what `more` takes from it. Each has its own passport, so that none is ordered twice. */
const order = (more: Record<string, unknown> = {}) =>
  takeIn(app, { ...wholeForm, passport_no: `K${1_000_000 + ++count}`, ...more });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const versionOf = async (id: number): Promise<number> => (await details(id)).version;
const correct = (token: string | undefined, body: object) =>
  app.call('POST', '/api/front/correct-order', { token, body });
const send = async (id: number, fields: object, more: object = {}) =>
  correct(await track(app, id), { orderId: id, version: await versionOf(id), ...fields, ...more });
const corrections = (id: number) =>
  app.database.query(
    `SELECT actor, member_id, "from", "to", note, changes FROM activity
     WHERE order_id = $1 AND action = 'order.amended' ORDER BY id`,
    [id],
  );

/** A browser without JavaScript. */
function visit(visitor?: string) {
  const jar = new Map(visitor ? [['visitor', visitor]] : []);
  const set: string[] = [];
  let at = '';
  const go = async (path: string, body?: Record<string, string>): Promise<{ path: string; html: string }> => {
    const answer = await fetch(app.url + path, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '), referer: app.url + at },
      ...(body && { method: 'POST', body: new URLSearchParams(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      jar.set(name!, value!);
      set.push(value!);
    }
    const to = answer.headers.get('location');
    if (to) return go(to);
    at = path;
    return { path, html: await answer.text() };
  };
  /** What all cookies of its answers say, as far as they can be read. */
  const cookies = () =>
    set.flatMap((value) => value.split('.').map((part) => Buffer.from(part, 'base64url').toString())).join();
  return Object.assign(go, { cookies });
}
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
/** The fields that the customer can fill in, by name. */
const namesIn = (html: string) =>
  [...html.matchAll(/<(?:input|select)[^>]* name="([^"]+)"/g)]
    .map(([, name]) => name!)
    .filter((name) => !['_csrf', 'orderId', 'version'].includes(name));
const hidden = (html: string) => ({
  _csrf: /name="_csrf" value="([^"]+)"/.exec(html)![1]!,
  orderId: /name="orderId" value="([^"]+)"/.exec(html)![1]!,
  version: /name="version" value="([^"]+)"/.exec(html)![1]!,
});

describe('askedOf', () => {
  const missing = { value: '', sent: null, fault: 'The form needs it.' };
  const days = { dob: '1990-05-17', passport_expiry: '2025-01-31', doa: '2026-12-20' };

  test('asks for what each check is about, and for what the form lacks or refuses, once and in the form’s order', () => {
    const form = [
      { id: 'depDt', ...missing },
      { id: 'sex', value: '', sent: 'X', fault: 'Choose the row that is meant.' },
      { id: 'vesselNm', value: 'MH2', sent: null, fault: null },
    ] as const;
    expect(askedOf(['passport-expired', 'sex', 'mrz', 'doubled', 'unmailable'], form, days)).toEqual([
      expect.objectContaining({ name: 'passport_no', kind: 'also' }),
      expect.objectContaining({ name: 'sex', kind: 'refused', why: expect.stringContaining('male or female alone') }),
      expect.objectContaining({ name: 'passport_expiry', kind: 'refused' }),
      expect.objectContaining({ name: 'dod', kind: 'missing' }),
    ]);
  });

  test('a day of the Thai calendar is asked about with the year of ours', () => {
    expect(askedOf(['passport-long'], [], { ...days, passport_expiry: '2568-06-01' })).toEqual([
      {
        name: 'passport_expiry',
        kind: 'refused',
        why: 'No passport is good for 15 years or more from today. Which year does yours expire in? Is the year 2025 (2568 in the Thai calendar)?',
      },
    ]);
  });

  test('an arrival that the form does not take yet is nothing to correct, and the email address is no field', () => {
    const late = { id: 'arrDt', value: '31/12/2027', sent: null, fault: 'Can be submitted later.' } as const;
    expect(askedOf([], [late], days)).toEqual([]);
    expect(correctionNames).not.toContain('contact_email_address');
    expect(correctionFields).not.toHaveProperty('signature_name');
  });
});

describe('POST /api/front/correct-order', () => {
  test('nobody corrects without having tracked that very order', async () => {
    const { id } = await order({ flight_detail: '' });
    const { id: other } = await order();
    for (const token of [undefined, 'nonsense', await app.signIn('admin'), await track(app, other)])
      expect((await correct(token, { orderId: id, version: 1, flight_detail: 'MH 2' })).code).toBe(401);
    expect(await corrections(id)).toEqual([]);
  });

  test('a signed-in member doesn’t: a member amends', async () => {
    const { id } = await order({ flight_detail: '' });
    const visitor = await track(app, id);
    const session = await app.signIn('team');
    const page = await fetch(`${app.url}/track-order`, { headers: { cookie: `session=${session}` } });
    const [, proof] = /XSRF-TOKEN=([^;]+)/.exec(page.headers.get('set-cookie') ?? '') ?? [];
    const answer = await fetch(`${app.url}/api/front/correct-order`, {
      method: 'POST',
      headers: {
        cookie: `visitor=${visitor}; session=${session}; XSRF-TOKEN=${proof}`,
        'x-xsrf-token': proof!,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ orderId: id, version: 1, flight_detail: 'MH 2' }),
    });
    expect(answer.status).toBe(403);
    expect(await corrections(id)).toEqual([]);
  });

  test('a bad body gets its sentences', async () => {
    const { id } = await order({ flight_detail: '', sex: 'X', post_code: '', dod: '' });
    const token = await track(app, id);
    const errors = async (body: object) => (await correct(token, { orderId: id, version: 1, ...body })).body['errors'];
    expect(await errors({ version: 'x' })).toEqual({ version: 'Please name the version of the page.' });
    expect(await errors({ flight_detail: 7 })).toEqual({ flight_detail: 'Must be text.' });
    expect(await errors({ amount: '1.00' })).toEqual({ body: 'There is no such field: amount.' });
    expect(await errors({ contact_email_address: 'eve@example.com' })).toEqual({
      body: 'There is no such field: contact_email_address.',
    });
    expect(await errors({ address: '1 Other Street', flight_detail: 'MH 2' })).toEqual({
      address: 'This is not asked for.',
    });
    expect(await errors({ sex: 'W', dod: '2026-02-30', flight_detail: 'x'.repeat(31), post_code: '123' })).toEqual({
      sex: 'Please choose one from the list.',
      dod: 'Please enter a day of the calendar.',
      flight_detail: 'At most 30 characters.',
    });
    expect(await errors({})).toEqual({
      sex: 'The authority’s form takes male or female alone. Which of the two shall we enter?',
      dod: 'Missing: Day of departure from Malaysia',
      flight_detail: 'Missing: Flight, ship, bus or car',
      post_code: 'Missing: Postcode',
    });
    expect(await corrections(id)).toEqual([]);
  });

  test('amends the order, runs the checks again, and brings it back to its queue; one row says who', async () => {
    const { id } = await order({ nationality: 'ATLANTIS', state: 'Wilayah Persekutuan', post_code: '' });
    await move(app, id, 'Awaiting');
    const { version } = await details(id);
    const { code, body } = await send(id, { nationality: 'DEU', state: 'WP KUALA LUMPUR' });
    expect([code, body.message]).toEqual([
      200,
      'Thank you. We have your corrections. Please also look at what is below.',
    ]);
    expect(body.data).toEqual({ changed: ['nationality', 'state'], asked: ['post_code'] });
    expect(await details(id)).toMatchObject({
      process_status: 'Awaiting', nationality: 'DEU', state: 'WP KUALA LUMPUR', version: version + 1,
    }); // prettier-ignore

    const last = await send(id, { post_code: '50450' });
    expect(last.body).toMatchObject({ message: 'Thank you. We have your corrections.', data: { asked: [] } });
    const after = await details(id);
    expect(after).toMatchObject({ process_status: 'New', checks: [], post_code: '50450' });
    expect(await corrections(id)).toEqual([
      expect.objectContaining({
        actor: 'Customer', member_id: null, from: null, to: null, note: 'Sent by the customer on their page.',
        changes: {
          nationality: { from: 'ATLANTIS', to: 'DEU' },
          state: { from: 'Wilayah Persekutuan', to: 'WP KUALA LUMPUR' },
        },
      }),
      expect.objectContaining({ actor: 'Customer', from: 'Awaiting', to: 'New' }),
    ]); // prettier-ignore
  });

  test('is kept with its session and where it came from, and shown with its amendment; what changes nothing is not', async () => {
    const { id } = await order({ flight_detail: '', dod: '' });
    const version = await versionOf(id);
    const token = await track(app, id);
    const body = { orderId: id, version, flight_detail: 'MH 2' };
    const from = (ip: string) => ({ token, body, headers: { 'x-forwarded-for': ip, 'user-agent': 'Safari' } });
    expect((await app.call('POST', '/api/front/correct-order', from('175.136.0.1'))).code).toBe(200);
    expect((await app.call('POST', '/api/front/correct-order', from('175.136.0.2'))).body.data.changed).toEqual([]);
    const rows = await app.database.query(
      `SELECT c.ip, c.place, c.user_agent, c.visitor_session_id = s.id AS own
       FROM corrections c JOIN visitor_sessions s ON s.order_id = c.order_id WHERE c.order_id = $1`,
      [id],
    );
    const [{ ip, place }] = rows as [{ ip: string; place: string }];
    expect(rows).toEqual([{ ip, place, user_agent: 'Safari', own: true }]);
    const { corrections: shown, activity } = await details(id);
    const amended = activity.find(({ action }: { action: string }) => action === 'order.amended');
    expect(shown).toEqual([{ id: expect.any(Number), create_ts: amended.create_ts, ip, location: place }]);
    expect([ip, place]).toEqual(['175.136.0.1', 'Malaysia']);

    await app.call('PUT', '/api/admin/amend-order', {
      as: 'admin',
      body: { orderId: id, version: await versionOf(id), changes: { city: 'Ipoh' }, reason: 'Told' },
    });
    expect((await details(id)).corrections).toHaveLength(1);
  });

  test('an order of Contact Customer goes to the queue of its new arrival; one that nobody has to contact stays', async () => {
    const { id } = await order({ flight_detail: '', processing_mode: 'Priority' });
    await move(app, id, 'Contact Customer');
    expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(200);
    expect((await details(id)).process_status).toBe('Priority');

    const { id: pending } = await order({ flight_detail: '', paid: false });
    await send(pending, { flight_detail: 'MH 2' });
    expect((await details(pending)).process_status).toBe('Pending');

    const { id: past } = await order({ doa: dayFromNow(-2), dod: dayFromNow(-1) });
    await move(app, past, 'Awaiting');
    const early = await send(past, { doa: dayFromNow(30), dod: '' });
    expect(early.body['errors']).toEqual({ dod: 'The departure is before the arrival.' });
    await send(past, { doa: dayFromNow(30), dod: dayFromNow(33) });
    expect(await details(past)).toMatchObject({ process_status: 'Future', doa: dayFromNow(30) });
  });

  test('the same twice changes nothing twice; an older version is told so', async () => {
    const { id } = await order({ flight_detail: '', dod: '' });
    const token = await track(app, id);
    const sent = { orderId: id, version: await versionOf(id), flight_detail: 'MH 2' };
    const both = await Promise.all([correct(token, sent), correct(token, sent)]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    expect(await corrections(id)).toHaveLength(1);
    const stale = await correct(token, { ...sent, flight_detail: 'MH 3' });
    expect([stale.code, stale.body.message]).toEqual([409, expect.stringContaining('was changed in the meantime')]);
    expect((await details(id)).flight_detail).toBe('MH 2');
  });

  test('a value that would be asked for again is refused with the sentence of its check', async () => {
    const soon = dayFromNow(60);
    const { id } = await order({ passport_expiry: dayFromNow(0), sex: 'X' });
    const sentence = 'The passport on your order expires before you arrive. Do you have a new one?';
    expect((await send(id, { passport_expiry: dayFromNow(-4) })).body['errors']).toEqual({ passport_expiry: sentence });
    expect((await send(id, { passport_expiry: dayFromNow(0), sex: 'F' })).body['errors']).toEqual({
      passport_expiry: sentence,
    });
    // another check doubts it, which is asked next, and then may not doubt it again
    expect((await send(id, { passport_expiry: soon })).body.data).toEqual({
      changed: ['passport_expiry'],
      asked: ['sex', 'passport_expiry'],
    });
    expect((await send(id, { passport_expiry: dayFromNow(70) })).body['errors']).toEqual({
      passport_expiry: expect.stringContaining('good for six months'),
    });
    // the new passport has a number of its own
    expect((await send(id, { passport_expiry: '2034-01-31', passport_no: 'a 7654321' })).code).toBe(200);
    const [row] = await app.database.query('SELECT passport_no, sex FROM orders WHERE id = $1', [id]);
    expect(row).toEqual({ passport_no: 'a7654321', sex: 'X' });
    expect(JSON.stringify(await corrections(id))).not.toContain('7654321');
  });

  test('what may be right as it is stays without an error', async () => {
    const { id } = await order({ full_name: 'Suharto', flight_detail: '' });
    expect((await send(id, { full_name: 'Suharto' })).body['errors']).toMatchObject({
      full_name: 'The name on your order has one word. Is it the whole name in your passport?',
    });
    const { code, body } = await send(id, { full_name: 'Suharto', flight_detail: 'MH 2' });
    expect([code, body.data]).toEqual([200, { changed: ['flight_detail'], asked: ['full_name'] }]);
  });

  test('the country that the customer chooses counts more than the port of the shop, also when it is the same', async () => {
    const port = { last_port_embarkation: 'KLIA', embarkation_country: '' };
    const { id } = await order(port);
    expect((await send(id, { embarkation_country: 'MYS' })).body['errors']).toHaveProperty('embarkation_country');
    expect((await send(id, { embarkation_country: 'CHN' })).body.data).toEqual({
      changed: ['embarkation_country'],
      asked: [],
    });
    expect(await details(id)).toMatchObject({ checks: [], form_choices: { embark: 'CHN' } });

    const { id: same } = await order({ last_port_embarkation: 'Singapore', embarkation_country: 'IDN' });
    expect((await send(same, { embarkation_country: 'IDN' })).body.data).toMatchObject({ asked: [] });
    expect(await details(same)).toMatchObject({ checks: [], embarkation_country: 'INDONESIA' });
  });

  test('a city that is no row of its state is a row that the customer chose', async () => {
    const { id } = await order({ state: 'Selangor', post_code: '46000', city: 'Selangor' });
    expect((await send(id, { city: 'SOMEWHERE IN SELANGOR' })).body.data).toEqual({ changed: ['city'], asked: [] });
    expect(await details(id)).toMatchObject({ form_choices: { accommodationCity: '1000' } });
  });

  test('a hold stays, and the holder’s order is corrected anyway', async () => {
    const { id } = await order({ flight_detail: '' });
    await move(app, id, 'Awaiting');
    const body = { orderId: id, assignto: 'Demo Team Two' };
    await app.call('PUT', '/api/admin/assign-order-status', { as: 'team2', body });
    expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(200);
    expect(await details(id)).toMatchObject({ process_status: 'New', assign_to: 'Demo Team Two' });
  });

  test('the mark of an unread message stays', async () => {
    const { id } = await order({ flight_detail: '' });
    await move(app, id, 'Awaiting');
    await app.database.query("INSERT INTO inbox_marks (order_id, mark) VALUES ($1, 'wrote')", [id]);
    expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(200);
    expect(await details(id)).toMatchObject({ process_status: 'New', inbox_marks: ['wrote'] });
  });

  test('an order that has to be submitted again can be corrected once more', async () => {
    const { id } = await order();
    await move(app, id, 'AwaitingGovt');
    const changes = { flight_detail: '' };
    const body = { orderId: id, version: await versionOf(id), changes, reason: 'The customer wrote.' };
    expect((await app.call('PUT', '/api/admin/amend-order', { as: 'team', body })).body.data.moved_to).toBe('New');
    expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(200);
    expect(await details(id)).toMatchObject({ process_status: 'New', submit_again: true, flight_detail: 'MH 2' });
  });

  test('a flood ends at twenty a day', async () => {
    const { id } = await order({ flight_detail: '' });
    const token = await track(app, id);
    const wrong = () => correct(token, { orderId: id, version: 1, flight_detail: '' });
    for (let turn = 0; turn < requestsPerDay; turn++) expect((await wrong()).code).toBe(422);
    expect((await wrong()).code).toBe(429);
  });

  test.each(['AwaitingGovt', 'Refunds', 'Customer Called', 'Completed'])(
    'an order in %s is not corrected',
    async (to) => {
      const { id } = await order({ flight_detail: '' });
      const visitor = await track(app, id);
      await move(app, id, to);
      expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(409);
      const { html } = await visit(visitor)(`/get-new-order-details/${id}/details`);
      expect(namesIn(html)).toEqual([]);
      const words = { AwaitingGovt: 'have gone to the authority', Refunds: 'This order is closed' }[to];
      expect(textOf(html)).toContain(words ?? 'can’t be changed here at the moment');
      expect((await visit(visitor)(`/get-new-order-details/${id}`)).html).not.toContain('Correct your details');
    },
  );

  test('neither is one whose card is there, nor a deleted one', async () => {
    const { id } = await delivered(app, { flight_detail: '' });
    await move(app, id, 'Contact Customer');
    expect((await send(id, { flight_detail: 'MH 2' })).code).toBe(409);
    const { html } = await visit(await track(app, id))(`/get-new-order-details/${id}/details`);
    expect(textOf(html)).toContain('Something is wrong on my card');

    const { id: gone } = await order({ flight_detail: '' });
    const token = await track(app, gone);
    await move(app, gone, 'Deleted');
    expect((await correct(token, { orderId: gone, version: 2, flight_detail: 'MH 2' })).code).toBe(401);
  });
});

describe('the customer’s form', () => {
  test('has exactly what is missing or wrong; passport number and birth date of record are nowhere in it', async () => {
    const { id, encoded } = await order({
      passport_no: 'SECRET-4711', dob: '1903-05-17', dod: '', state: 'Cheras', accommodation_type: 'Airbnb', post_code: '',
    }); // prettier-ignore
    const go = visit(await track(app, id));
    const { html } = await go(`/get-new-order-details/${encoded}/details`);
    expect(namesIn(html).toSorted()).toEqual(
      ['accommodation_type', 'dob', 'dod', 'passport_no', 'post_code', 'state'].toSorted(),
    );
    expect(html).not.toMatch(/SECRET|1903/);
    expect(textOf(html)).toContain('Your order has: …4711');
    expect(textOf(html)).toContain('Your order has: Cheras');
    expect(html).toMatch(/Perhaps you mean"><option value="(?:SELANGOR|WP KUALA LUMPUR)"/);
    expect(html).not.toContain('name="contact_email_address"');

    const { id: whole } = await order();
    const none = await visit(await track(app, whole))(`/get-new-order-details/${whole}/details`);
    expect(namesIn(none.html)).toEqual([]);
    expect(textOf(none.html)).toContain('There is nothing that you need to correct here.');
  });

  test('without a session it leads to the track page, and from there to the form again', async () => {
    const { id, encoded } = await order({ flight_detail: '' });
    const go = visit();
    const there = await go(`/get-new-order-details/${encoded}/details`);
    expect(there.path).toBe(`/track-order/${encoded}?to=details`);
    expect(there.html).toMatch(new RegExp(`id="orderId"[^>]* value="${id}"`));
    const { _csrf } = { _csrf: /name="_csrf" value="([^"]+)"/.exec(there.html)![1]! };
    const wrong = await go('/api/front/track-order', {
      _csrf,
      to: 'details',
      orderId: String(id),
      email: 'x@y.example',
    });
    expect(wrong.path).toBe(`/track-order/${encoded}?to=details`);
    const right = { orderId: String(id), email: 'ann@example.com' };
    const back = await go('/api/front/track-order', { _csrf, to: 'details', ...right });
    expect(back.path).toBe(`/get-new-order-details/${encoded}/details`);
    const elsewhere = await go('/api/front/track-order', { _csrf, to: 'https://evil.example/', ...right });
    expect(elsewhere.path).toBe(`/get-new-order-details/${encoded}`);
  });

  test('by a plain form: what was typed is kept with the errors, then it is amended, and the order’s page says so', async () => {
    const { id, encoded } = await order({ full_name: 'สมชาย ใจดี', flight_detail: '', dod: '' });
    const go = visit(await track(app, id));
    const path = `/get-new-order-details/${encoded}/details`;
    const first = (await go(path)).html;
    const typed = { full_name: '<script>alert("ก")</script>', flight_detail: 'MH "2" <b>', dod: dayFromNow(5) };
    const again = await go('/api/front/correct-order', { ...hidden(first), ...typed });
    expect(again.path).toBe(path);
    expect(again.html).toContain('There is a problem');
    expect(again.html).not.toContain('<script>alert');
    expect(go.cookies()).not.toMatch(/alert|MH "2"/);
    expect(again.html).toContain('value="&lt;script&gt;alert(&quot;ก&quot;)&lt;/script&gt;"');
    expect(again.html).toContain('value="MH &quot;2&quot; &lt;b&gt;"');
    expect(again.html).toContain(`value="${dayFromNow(5)}"`);
    expect(await corrections(id)).toEqual([]);

    const right = { full_name: 'Somchai Jaidee', flight_detail: 'TG 415', dod: dayFromNow(5) };
    // a member changes the order in between
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team',
      body: { orderId: id, assignto: 'Demo Team' },
    });
    const stale = await go('/api/front/correct-order', { ...hidden(again.html), ...right });
    expect(textOf(stale.html)).toContain('Your order was changed in the meantime.');
    for (const value of Object.values(right)) expect(stale.html).toContain(`value="${value}"`);

    const sent = await go('/api/front/correct-order', { ...hidden(stale.html), ...right });
    expect(sent.path).toBe(`/get-new-order-details/${encoded}`);
    expect(textOf(sent.html)).toContain('Thank you. We have your corrections.');
    expect(await details(id)).toMatchObject({
      full_name: 'Somchai Jaidee',
      flight_detail: 'TG 415',
      dod: dayFromNow(5),
    });
  });

  describe('of a session that ended while the customer typed', () => {
    const typed = { full_name: 'Somchai <Jaidee>', flight_detail: 'TG 415', dod: dayFromNow(5) };
    const end = (id: number) =>
      app.database.query(
        `UPDATE visitor_sessions SET last_used_at = now() - interval '31 minutes' WHERE order_id = $1`,
        [id],
      );
    const kept = (id: number) => app.database.query('SELECT fields FROM visitor_drafts WHERE order_id = $1', [id]);
    const signIn = (go: ReturnType<typeof visit>, html: string, id: number) =>
      go('/api/front/track-order', {
        _csrf: /name="_csrf" value="([^"]+)"/.exec(html)![1]!,
        to: 'details',
        orderId: String(id),
        email: 'ann@example.com',
      });

    /** The page to which a browser is led that sent its text too late. */
    async function late() {
      const { id, encoded } = await order({ full_name: 'สมชาย ใจดี', flight_detail: '', dod: '' });
      const go = visit(await track(app, id));
      const { html } = await go(`/get-new-order-details/${encoded}/details`);
      await end(id);
      const led = await go('/api/front/correct-order', { ...hidden(html), ...typed });
      return { id, encoded, go, led };
    }

    test('what was typed is in the form again after the sign-in, and in no address and no cookie', async () => {
      const { id, encoded, go, led } = await late();
      expect(led.path).toBe(`/track-order/${encoded}?to=details`);
      expect(textOf(led.html)).toContain('What you typed is kept for 30 minutes.');
      expect(led.html).not.toContain('There is a problem');
      expect(go.cookies()).not.toMatch(/Somchai|TG 415/);
      expect(await corrections(id)).toEqual([]);

      const back = await signIn(go, led.html, id);
      expect(back.path).toBe(`/get-new-order-details/${encoded}/details`);
      expect(textOf(back.html)).toContain('What you typed is in the fields again. It is not sent yet');
      for (const value of ['Somchai &lt;Jaidee&gt;', typed.flight_detail, typed.dod])
        expect(back.html).toContain(`value="${value}"`);
      const right = { ...typed, full_name: 'Somchai Jaidee' };
      const sent = await go('/api/front/correct-order', { ...hidden(back.html), ...right });
      expect(textOf(sent.html)).toContain('Thank you. We have your corrections.');
      expect(await details(id)).toMatchObject(right);
      expect(await kept(id)).toEqual([]);
    });

    test('another browser of the same order, another order and another address never see it', async () => {
      const { id, encoded, go, led } = await late();
      const other = await visit(await track(app, id))(`/get-new-order-details/${encoded}/details`);
      expect(other.html).not.toContain('TG 415');
      const { id: next, encoded: nextEncoded } = await order({ flight_detail: '' });
      const there = await signIn(go, led.html, next);
      expect(there.path).toBe(`/get-new-order-details/${nextEncoded}/details`);
      expect(there.html).not.toContain('TG 415');

      const changed = await late();
      await app.database.query('UPDATE orders SET address_since = now() WHERE id = $1', [changed.id]);
      const after = await signIn(changed.go, changed.led.html, changed.id);
      expect(after.path).toBe(`/get-new-order-details/${changed.encoded}/details`);
      expect(after.html).not.toContain('TG 415');
    });

    test('nothing is kept of who never tracked the order, or of fields that nobody has', async () => {
      const { id } = await order({ flight_detail: '' });
      const body = { orderId: id, version: 1, flight_detail: 'MH 2' };
      const { id: other } = await order();
      for (const token of [undefined, 'nonsense', await track(app, other)])
        expect((await correct(token, body)).code).toBe(401);
      const own = await track(app, id);
      await end(id);
      expect((await correct(own, { ...body, amount: '1.00' })).code).toBe(401);
      expect(await kept(id)).toEqual([]);
      expect((await correct(own, body)).code).toBe(401);
      expect(await kept(id)).toEqual([{ fields: { flight_detail: 'MH 2' } }]);
    });

    test('it goes after half an hour, and with the order’s personal data', async () => {
      const { id, go, led } = await late();
      await app.database.query(`UPDATE visitor_drafts SET create_ts = now() - interval '31 minutes'`);
      expect((await signIn(go, led.html, id)).html).not.toContain('TG 415');
      const again = await late();
      await app.web.get<DraftsClearWorker>('DraftsClearWorker').work();
      expect([await kept(id), (await kept(again.id)).length]).toEqual([[], 1]);
      await app.database.query('SELECT remove_copies($1)', [again.id]);
      expect(await kept(again.id)).toEqual([]);
    });
  });

  test('the order’s page leads to it while it asks for something', async () => {
    const { id } = await order({ flight_detail: '' });
    const go = visit(await track(app, id));
    const before = textOf((await go(`/get-new-order-details/${id}`)).html);
    expect(before).toContain('Please look at your details');
    expect(before).not.toContain('nothing you need to do');
    await send(id, { flight_detail: 'MH 2' });
    expect(textOf((await go(`/get-new-order-details/${id}`)).html)).not.toContain('Correct your details');
  });

  test('a mailed question leads to it when the form can ask, by a macro too; else it has the order’s page', async () => {
    const { id, encoded } = await order({ flight_detail: '' });
    const ask = (orderId: number) =>
      app.call('POST', '/api/admin/ask-customer', {
        as: 'team',
        body: { orderId, email: 'ann@example.com', mailServiceProvider: 'AWS', question: 'Which flight?' },
      });
    const mailOf = async (orderId: number) =>
      (
        await app.database.query('SELECT html, body FROM mails WHERE order_id = $1 ORDER BY id DESC LIMIT 1', [orderId])
      )[0];
    expect((await ask(id)).code).toBe(200);
    const { html, body } = await mailOf(id);
    const link = `${app.env.publicUrl}/get-new-order-details/${encoded}/details`;
    expect(html).toContain(`href="${link}"`);
    expect(html.split('href="').filter((part: string) => part.startsWith('http'))).toHaveLength(1);
    expect(body.indexOf(link)).toBeLessThan(body.indexOf('answer this email. You can attach pictures.'));

    const { id: whole } = await order();
    await ask(whole);
    expect((await mailOf(whole)).body).not.toContain('/details');
    expect((await mailOf(whole)).body).toContain('Please answer this email. You can attach pictures.');
  });
});
