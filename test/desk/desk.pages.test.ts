import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../src/shared/routes.js';
import { delivered, move, track } from '../documents/cards.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The head of an order's page, as text. */
const headOf = async (encoded: string) => textOf(encoded, /<main.*?<header.*?>(.*?)<\/header>/s);
/** What needs attention on it. */
const attentionOf = async (encoded: string) => textOf(encoded, /aria-label="Needs attention".*?>(.*?)<\/section>/s);

async function textOf(encoded: string, part: RegExp): Promise<string> {
  const answer = await fetch(app.url + routes.order(encoded), {
    headers: { authorization: `Bearer ${await app.signIn('team')}` },
  });
  const [, found = ''] = part.exec(await answer.text()) ?? [];
  return found.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
}

describe('the head of an order’s page', () => {
  test('an order that waits for a call keeps its deadline until there is a card', async () => {
    const { id, encoded } = await takeIn(app);
    await move(app, id, 'Customer Called');
    expect(await headOf(encoded)).toMatch(/Customer Called .*No card uploaded .*Submit by/);

    const done = await delivered(app);
    await move(app, done.id, 'Customer Called');
    expect(await headOf(done.encoded)).toMatch(/Customer Called .*Arrives/);
    expect(await headOf(done.encoded)).not.toMatch(/No card|Submit by/);
  });

  test('says when the card did not arrive, until it is mailed again', async () => {
    const { id, encoded, mailId } = await delivered(app);
    expect(await attentionOf(encoded)).not.toMatch(/Mail (?:bounced|failed)/);

    await app.database.query(`UPDATE mails SET state = 'bounced' WHERE id = $1`, [mailId]);
    expect(await attentionOf(encoded)).toContain('Mail bounced');

    await app.call('POST', routes.api.resendMail, { as: 'team', body: { orderId: id, email: 'other@example.com' } });
    expect(await attentionOf(encoded)).not.toMatch(/Mail (?:bounced|failed)/);
  });
});

test('Order Details has the signature’s name, and Personal Information the traveller’s', async () => {
  const { id, encoded } = await takeIn(app, { full_name: 'Ann Traveller', signature_name: 'A. Signature' });
  const sections = async () => {
    const { body } = await app.call('GET', routes.order(encoded), { as: 'team' });
    const all = body.message.split(/<section id="/).slice(1);
    return (name: string) => all.find((one) => one.startsWith(`${name}"`));
  };
  const forForm = await sections();
  expect(forForm('personal-information')).toMatch(/ANN TRAVELLER.*Contact Email.*ann@example\.com/s);
  expect(forForm('order-details')).toMatch(/Signature Name.*A\. Signature/s);

  await move(app, id, 'AwaitingGovt');
  const onRecord = await sections();
  expect(onRecord('order-details')).toMatch(/Signature Name.*A\. Signature/s);
  expect(onRecord('personal-information')).toContain('Ann Traveller');
  expect(onRecord('personal-information')).not.toContain('Signature Name');
});

test('the facts have what the authority’s form asks, as the shop sent it; a country’s code by its name', async () => {
  const { id, encoded } = await takeIn(app, {
    place_of_birth: 'Côte d’Ivoire',
    last_port_embarkation: 'Changi',
    embarkation_country: 'sgp',
    accommodation_type: 'With friends',
    address2: 'Lot 2',
  });
  await move(app, id, 'AwaitingGovt');
  const { body } = await app.call('GET', routes.order(encoded), { as: 'team' });
  expect(body.message).toMatch(/Nationality.*Place of Birth.*Côte d’Ivoire.*Last Port of Embarkation.*Changi/s);
  expect(body.message).toMatch(/Country of Embarkation.*SINGAPORE.*Kind of Stay.*With friends.*Address Line 2.*Lot 2/s);
});

test('how much the form will refuse is said until the form was submitted, and where the order is over no more', async () => {
  const refusals = (encoded: string) => textOf(encoded, /(The form will refuse \d+\.)/);
  const { id, encoded } = await takeIn(app, { flight_detail: '' });
  expect(await refusals(encoded)).toMatch(/\d/);
  await move(app, id, 'Completed');
  expect(await refusals(encoded)).toBe('');

  const sent = await takeIn(app, { flight_detail: '' });
  await app.call('PUT', routes.api.move, { as: 'team', body: { orderId: sent.id, updatingStatus: 'AwaitingGovt' } });
  expect(await refusals(sent.encoded)).toBe('');
  await app.database.query('UPDATE orders SET submit_again = true WHERE id = $1', [sent.id]);
  expect(await refusals(sent.encoded)).toMatch(/\d/);
});

test('the page says when the member looked at the order before; a look of the last minutes is this one', async () => {
  const { encoded } = await takeIn(app);
  const lookedAt = async () => {
    const { body } = await app.call('GET', routes.order(encoded), { as: 'team', headers: { 'x-inertia': 'true' } });
    return (body as unknown as { props: { lookedAt: string | null } }).props.lookedAt;
  };
  expect([await lookedAt(), await lookedAt()]).toEqual([null, null]);
  const earlier = new Date(Date.now() - 7_200_000).toISOString();
  await app.database.query(
    `INSERT INTO activity (order_id, member_id, actor, action, create_ts)
     SELECT order_id, member_id, actor, action, $1 FROM activity WHERE action = 'order.viewed'`,
    [earlier],
  );
  expect(await lookedAt()).toBe(earlier);
});

describe('an order that was opened from a list that is no queue', () => {
  type List = { title: string; path: string; previous: string | null; next: string | null } | null;
  const listOf = async (encoded: string, list: string, as: 'admin' | 'telecaller' = 'admin') => {
    const path = routes.orderOf(encoded, list);
    const { body } = await app.call('GET', path, { as, headers: { 'x-inertia': 'true' } });
    return (body as unknown as { props: { list: List } }).props.list;
  };
  /** Five orders; every board has the second, the third and the fourth of them in this order. */
  const five = async () => {
    const orders = [];
    for (const day of [9, 0, 1, 2, 9]) orders.push(await takeIn(app, { doa: dayFromNow(day) }));
    return orders as [Taken, Taken, Taken, Taken, Taken];
  };
  type Taken = Awaited<ReturnType<typeof takeIn>>;

  test('leads along At Risk and Without Card, also when it has left them, and back to its row', async () => {
    await app.database.query('DELETE FROM cards_due');
    const [outside, first, second, third] = await five();
    for (const { id } of [first, second, third])
      await app.database.query(`UPDATE cards_due SET mail_state = 'bounced', mail_at = now() WHERE order_id = $1`, [
        id,
      ]);
    for (const [list, title] of [
      ['at-risk?limit=25', 'At Risk'],
      ['without-card?page=1', 'Without Card'],
    ] as const) {
      const to = ({ encoded }: Taken) => routes.orderOf(encoded, list);
      const path = (of: Taken) => `/admin/${list}#row-${of.encoded}`;
      expect(await listOf(first.encoded, list)).toEqual({ title, path: path(first), previous: null, next: to(second) });
      const between = { title, path: path(second), previous: to(first), next: to(third) };
      expect(await listOf(second.encoded, list)).toEqual(between);
      await app.database.query('DELETE FROM cards_due WHERE order_id = $1', [second.id]);
      expect(await listOf(second.encoded, list)).toEqual(between);
      await app.database.query(
        `INSERT INTO cards_due (order_id, doa, listed_from, mail_state, mail_at)
         SELECT id, doa, doa - 2, 'bounced', now() FROM orders WHERE id = $1`,
        [second.id],
      );
      expect(await listOf(outside.encoded, list)).toMatchObject({ previous: to(third), next: null });
    }
    // one standing of the board
    expect(await listOf(second.encoded, 'at-risk?standing=late')).toMatchObject({
      previous: routes.orderOf(first.encoded, 'at-risk?standing=late'),
      next: null,
    });
  });

  test('leads along Requests by the request that it was opened from, past the other requests of the same order', async () => {
    const [first, second, third] = await five();
    await track(app, first.id);
    const rows: number[] = [];
    for (const [at, { id }] of [first, second, second, third].entries()) {
      const [row] = await app.database.query(
        `INSERT INTO order_requests (order_id, kind, text, visitor_session_id, ip, place, user_agent, create_ts)
         VALUES ($1, 'card', $2, (SELECT id FROM visitor_sessions LIMIT 1), '', '', '', now() + make_interval(secs => $3)) RETURNING id`,
        [id, `Wrong ${at}`, at],
      );
      rows.push(row.id);
    }
    const to = ({ encoded }: Taken, row: number) => routes.orderOf(encoded, `requests?page=2&row=${row}`);
    const open = listOf(second.encoded, `requests?page=2&row=${rows[2]}`);
    expect(await open).toEqual({
      title: 'Requests',
      path: `/admin/requests?page=2#row-${rows[2]}`,
      previous: to(first, rows[0]!),
      next: to(third, rows[3]!),
    });
    await app.database.query(`UPDATE order_requests SET handled_at = now(), handled_by = 'x' WHERE order_id = $1`, [
      second.id,
    ]);
    expect(await listOf(second.encoded, `requests?page=2&row=${rows[2]}`)).toEqual(await open);
    // another order's row, and none: the order's own is meant
    expect(await listOf(third.encoded, `requests?row=${rows[0]}`)).toMatchObject({ previous: null, next: null });
    expect(await listOf(third.encoded, 'requests?row=x')).toMatchObject({
      previous: routes.orderOf(first.encoded, `requests?row=${rows[0]}`),
      next: null,
    });
  });

  test('leads along Disputes by the date of the reply, those without one first, to the part of the page', async () => {
    const [first, second, third] = await five();
    const rows: number[] = [];
    for (const [at, { id }] of [first, second, third].entries()) {
      const [row] = await app.database.query(
        `INSERT INTO disputes (order_id, source, changed_by, reply_by)
         VALUES ($1, 'member', 'x', CASE WHEN $2 > 0 THEN now() + make_interval(days => $2::int) END) RETURNING id`,
        [id, at],
      );
      rows.push(row.id);
    }
    const list = (row: number) => `disputes?state=all&row=${row}`;
    expect(await listOf(second.encoded, list(rows[1]!))).toEqual({
      title: 'Disputes',
      path: `/admin/disputes?state=all#row-${rows[1]}`,
      previous: `${routes.orderOf(first.encoded, list(rows[0]!))}#disputes`,
      next: `${routes.orderOf(third.encoded, list(rows[2]!))}#disputes`,
    });
    expect(await listOf(second.encoded, list(rows[1]!), 'telecaller')).toBeNull();
    for (const none of ['constructor', '__proto__', 'statistics', '?row=1', 'requests/../team'])
      expect(await listOf(second.encoded, none)).toBeNull();
  });
});
