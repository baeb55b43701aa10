import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allRowsBatch, exactTotalLimit } from '../../src/shared/limits.js';
import { type OrderRow, sortKeys } from '../../src/shared/orders.js';
import { startApp, type TestApp } from '../support/app.js';
import { sampleOf } from '../support/sample.js';

// With 'All' a screen reads its list batch by batch, while colleagues change the orders.

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Adds `count` orders in a status. Many share a value in every column, and their times differ by microseconds. */
async function fill(status: string, name: string, count: number): Promise<void> {
  await app.database.query(
    `INSERT INTO orders (external_ref, body_sha256, process_status, processing_mode, wants_priority, full_name,
       contact_email_address, confirm_contact_email_address, email, nationality, passport_no, dob, sex, passport_expiry, doa,
       landing_domain, processing_date, process_month, create_ts, refund_date)
     SELECT gen_random_uuid(), '', $1, 'Standard Processing', false, $2 || n % 7, n % 5 || '@b.test', '', '', 'GBR', 'X',
       '1990-01-01', 'F', '2031-01-01', date '2026-01-01' + n % 3, 'd.test', date '2026-01-01' + n % 4, '2026-01',
       timestamptz '2026-01-01' + n / 3 * interval '1 microsecond',
       CASE WHEN n % 2 = 0 THEN timestamptz '2026-02-01' + n / 6 * interval '1 microsecond' END
     FROM generate_series(1, $3) n`,
    [status, name, count],
  );
}

type Props = { orders: OrderRow[]; next: string | null; total: number };

/** One batch of a list, as its screen requests it; `joins` tells that it is appended to the rows already shown. */
async function batch(list: string, after?: string) {
  const { body } = await app.call('GET', `/admin/${list}&limit=10000${after ? `&after=${after}` : ''}`, {
    as: 'admin',
    headers: {
      'x-inertia': 'true',
      'x-inertia-partial-component': 'orders/queue',
      'x-inertia-partial-data': 'orders,next,total',
    },
  });
  const { props, mergeProps = [] } = body as unknown as { props: Props; mergeProps?: string[] };
  return { ids: props.orders.map(({ order_id }) => order_id), ...props, joins: mergeProps.includes('orders') };
}

/** Reads all batches one after the other; `meanwhile` runs after each but the last. */
async function readAll(list: string, meanwhile: (read: number[]) => Promise<void> = async () => undefined) {
  const { ids: read, ...first } = await batch(list);
  for (let { next } = first; next !== null;) {
    await meanwhile(read);
    const further = await batch(list, next);
    expect(further.joins).toBe(true);
    read.push(...further.ids);
    ({ next } = further);
  }
  return read;
}

const put = async (path: string, body: object) =>
  expect((await app.call('PUT', `/api/admin/${path}`, { as: 'admin', body })).code).toBe(200);

const orders = sortKeys.flatMap((sort) => [`sort=${sort}&dir=asc`, `sort=${sort}&dir=desc`]);

describe('all rows of a list', () => {
  const cases = [...orders, 'sort=full_name&q=rest', 'sort=refund_date&dir=asc&q=re'];
  // in the gate a sorting of each kind: the usual one, empty values first, with a search
  test.each(sampleOf(cases, [1, cases.length - 2, cases.length - 1]))(
    'with %s hold every order once that stays in it, whatever becomes of the others',
    async (query) => {
      const list = `refund-order?${query}`;
      await fill('Refunds', 'Rest ', 2.5 * allRowsBatch);
      const whole = await readAll(list);
      const touched = new Set<number>();
      const rows: { id: number }[] = await app.database.query('SELECT id FROM orders WHERE refund_date IS NULL');
      const undated = new Set(rows.map(({ id }) => id));

      const read = await readAll(list, async (ids) => {
        const unread = whole.filter((id) => !ids.includes(id) && !touched.has(id));
        const known = ids.filter((id) => !touched.has(id));
        // the order stays in the list, but its new refund date changes its position
        const refunded = known.findLast((id) => undated.has(id));
        const [last, lastButOne] = known.filter((id) => id !== refunded).reverse();
        const deleted = [last!, unread[0]!];
        const moved = [lastButOne!, known[0]!, unread.at(-1)!];
        if (refunded) await put('mark-refunded', { orderId: refunded });
        await put('change-order-status', { orderId: deleted });
        await put('move-order-status', { orderId: moved, updatingStatus: 'Awaiting' });
        await fill('Refunds', 'Rest come ', 30);
        [refunded ?? 0, ...deleted, ...moved].forEach((id) => touched.add(id));
      });

      const stays = (id: number) => !touched.has(id);
      expect(read.filter((id) => whole.includes(id) && stays(id))).toEqual(whole.filter(stays));
      const others = read.filter(stays);
      expect(new Set(others).size).toBe(others.length);
      await app.database.query(`UPDATE orders SET process_status = 'Deleted' WHERE process_status = 'Refunds'`);
    },
  );

  test('of a month of Future Orders are all of it', async () => {
    await fill('Future', 'Later ', 1.5 * allRowsBatch);
    expect(await readAll('future-order/2026-01?sort=doa')).toHaveLength(1.5 * allRowsBatch);
    expect(await readAll('future-order/2026-02?sort=doa')).toEqual([]);
  });

  test('that bear the longest of names go on, too', async () => {
    await fill('AwaitingGovt', '漢'.repeat(199), allRowsBatch + 1);
    expect(await readAll('awaiting-govt?sort=full_name')).toHaveLength(allRowsBatch + 1);
  });

  test('are read from the first one on after a place that is none, or was of another order of rows', async () => {
    const first = await batch('awaiting-govt?sort=doa');
    const { next } = await batch('awaiting-govt?sort=full_name');
    for (const after of [next!, 'abc', 'bnVsbA', Buffer.from('{"after":1}').toString('base64url'), 'A'.repeat(3_000)]) {
      expect(await batch('awaiting-govt?sort=doa', after)).toEqual({ ...first, joins: false });
    }

    const made = { sorted: 'never', id: 1, sort: 'doa', dir: 'desc' };
    const path = `/admin/awaiting-govt?limit=10000&sort=doa&after=${Buffer.from(JSON.stringify(made)).toString('base64url')}`;
    expect((await app.call('GET', path, { as: 'admin' })).code).toBe(422);
  });

  test('more than can be sorted come newest first, until there are fewer', async () => {
    await fill('Completed', 'Crowd ', exactTotalLimit + 1);
    const list = 'completed-order?sort=full_name&dir=asc&q=crowd';
    const first = await batch(list);
    const second = await batch(list, first.next!);
    expect([second.joins, new Set([...first.ids, ...second.ids]).size]).toEqual([true, 2 * allRowsBatch]);
    expect(Math.min(...first.ids)).toBeGreaterThan(Math.max(...second.ids));

    await put('move-order-status', { orderId: second.ids[0], updatingStatus: 'Awaiting' });
    const sorted = await batch(list, second.next!);
    expect([sorted.joins, sorted.total]).toEqual([false, exactTotalLimit]);
    expect(new Set(sorted.orders.map(({ full_name }) => full_name))).toEqual(new Set(['Crowd 0']));
  });
});

test('a page with a number names no place to go on from', async () => {
  const { body } = await app.call('GET', '/admin/awaiting-govt?limit=500', {
    as: 'admin',
    headers: { 'x-inertia': 'true' },
  });
  expect((body as unknown as { props: Props }).props.next).toBeNull();
});
