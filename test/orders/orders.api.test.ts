import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { queueNames } from '../../src/shared/order-queues.js';
import { type Answer, type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { searchDepth } from '../../src/shared/limits.js';
import { dayFromNow, takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, as: MemberName, body: unknown): Promise<Answer> =>
  app.call('PUT', `/api/admin/${path}`, { as, body });
const take = (as: MemberName, orderId: unknown) =>
  put('assign-order-status', as, { orderId, assignto: members[as].name });
const giveBack = (as: MemberName, orderId: unknown) => put('assign-order-status', as, { orderId, assignto: '' });
const move = (as: MemberName, orderId: unknown, updatingStatus: string, more = {}) =>
  put('move-order-status', as, { orderId, updatingStatus, ...more });
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const counts = async (as: MemberName = 'admin') =>
  (await app.call('GET', '/api/admin/get-folder-count', { as })).body.data;
const list = (queue: string, query = '', as: MemberName = 'admin') =>
  app.call('GET', `/api/admin/get-orders-list/${queue}${query}`, { as });
const search = (folderName: string, searchVal: string, more = {}, as: MemberName = 'admin') =>
  app.call('POST', '/api/admin/search-order', { as, body: { folderName, searchVal, ...more } });
const idsOf = ({ body }: Answer) => (body.data as { order_id: number }[]).map(({ order_id }) => order_id);

describe('GET /api/admin/get-orders-list/{queue}', () => {
  test('nobody reads a list without signing in', async () => {
    const { code, body } = await app.call('GET', '/api/admin/get-orders-list/newOrder');
    expect([code, body.status]).toEqual([401, 401]);
    expect(body.ref).toMatch(/^[\da-f-]{36}$/);
  });

  test.each(['?limit=0', '?limit=10001', '?page=0', '?page=x', '?sort=passport_no', '?dir=up', '?cursor=abc'])(
    'refuses %s',
    async (query) => expect((await list('newOrder', query)).code).toBe(422),
  );

  test('answers 404 for a queue there is not, and for names of the prototype', async () => {
    for (const name of ['nope', 'constructor', '__proto__', 'toString']) expect((await list(name)).code).toBe(404);
  });

  test('Order History is closed to a Telecaller, in list and in search', async () => {
    expect((await list('allOrder', '', 'telecaller')).code).toBe(403);
    expect((await search('allOrder', 'x', {}, 'telecaller')).code).toBe(403);
    expect((await list('allOrder', '', 'night')).code).toBe(200);
  });

  test('every queue answers, and its total is its count', async () => {
    await takeIn(app, { paid: false });
    await takeIn(app, { processing_mode: 'Priority' });
    await takeIn(app, { doa: dayFromNow(40) });
    const all = await counts();
    const { orderQueues } = await import('../../src/shared/order-queues.js');
    for (const name of queueNames) {
      const { code, body } = await list(name);
      expect([code, body.total]).toEqual([200, all[orderQueues[name].count]]);
    }
  });

  test('reads on by cursor without losing or doubling a row, in every order', async () => {
    for (let made = 0; made < 7; made += 1) await takeIn(app, { full_name: `Cursor ${made % 3}` });
    for (const sort of [
      'create_ts',
      'order_id',
      'doa',
      'full_name',
      'contact_email_address',
      'processing_date',
      'refund_date',
    ]) {
      for (const dir of ['asc', 'desc']) {
        const whole = idsOf(await list('newOrder', `?limit=10000&sort=${sort}&dir=${dir}`));
        const read: number[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: Answer = await list(
            'newOrder',
            `?limit=3&sort=${sort}&dir=${dir}${cursor && `&cursor=${cursor}`}`,
          );
          read.push(...idsOf(page));
          cursor = page.body.next_cursor as string | null;
        }
        expect(read).toEqual(whole);
      }
    }
  });

  test('a page past the end is empty, and old spellings are understood', async () => {
    const { body } = await list('newOrder', '?page=999&perPage=25&delay=1');
    expect(body).toMatchObject({ data: [], page: 999, limit: 25 });
  });
});

describe('POST /api/admin/search-order', () => {
  test('needs a queue, and a range of at most 10000 rows', async () => {
    expect((await search('', 'x')).code).toBe(422);
    expect((await search('newOrder', 'x', { start: 0, end: 10_001 })).code).toBe(422);
    expect((await search('newOrder', 'x', { start: 5, end: 1 })).code).toBe(422);
    expect((await search('nope', 'x')).code).toBe(404);
  });

  test('finds every field by any part of it, whatever the case, and takes % and _ for letters', async () => {
    const { id } = await takeIn(app, {
      full_name: 'Søren 100%_Ünique',
      contact_email_address: 'Find.Me@Example.com',
      passport_no: 'ZZ998877',
      phone_code: '+44',
      phone_number: '7700 900123',
      transaction_id: 'txn_ABC',
    });
    for (const text of [
      String(id),
      'søren',
      'ÜNIQUE',
      '100%_',
      'find.me@',
      'zz9988',
      '4477009',
      '+44 7700',
      'TXN_abc',
      'ü',
    ]) {
      expect(idsOf(await search('newOrder', text))).toContain(id);
    }
    for (const text of ['100_', 'zz%77', 'Søren\nzz', 'nobody at all'])
      expect(idsOf(await search('newOrder', text))).not.toContain(id);
  });

  test('a whole order id, address, passport or transaction finds the orders with it, and no others', async () => {
    const { id } = await takeIn(app, { contact_email_address: 'whole@example.com', passport_no: 'WW112233' });
    const { id: another } = await takeIn(app, {
      contact_email_address: 'not-whole@example.com',
      phone_number: `7${id}7`,
    });
    expect(idsOf(await search('newOrder', String(id)))).toEqual([id]);
    expect(idsOf(await search('newOrder', 'Whole@Example.com'))).toEqual([id]);
    expect(idsOf(await search('newOrder', 'ww112233'))).toEqual([id]);
    // in a list without that order its id is matched as a substring, like any other text
    expect(idsOf(await search('completedOrder', String(id)))).toEqual([]);
    expect(idsOf(await search('newOrder', 'hole@example.com')).sort()).toEqual([id, another]);
    expect(idsOf(await search('newOrder', `7${id}7`))).toEqual([another]);
  });

  test('of an open queue finds an order while it is there, and nowhere else; the move writes no row of the search', async () => {
    const { id } = await takeIn(app, { full_name: 'Wanda Wanderova' });
    const version = async () =>
      (await app.database.query('SELECT xmin FROM order_search WHERE id = $1', [id])) as unknown[];
    const queues = {
      New: 'newOrder',
      Awaiting: 'awaitingOrder',
      'Customer Called': 'customerCalledOrder',
      Completed: 'completedOrder',
    } as const;
    const foundIn = async () => {
      const found: string[] = [];
      for (const [status, queue] of Object.entries(queues))
        if (idsOf(await search(queue, 'wanderova')).includes(id)) found.push(status);
      return found;
    };
    expect(await foundIn()).toEqual(['New']);
    const first = await version();
    for (const updatingStatus of ['Awaiting', 'Customer Called']) {
      await app.call('PUT', '/api/admin/move-order-status', { as: 'admin', body: { orderId: id, updatingStatus } });
      expect(await foundIn()).toEqual([updatingStatus]);
      expect(await version()).toEqual(first);
    }
    for (const updatingStatus of ['Completed', 'Awaiting']) {
      await app.call('PUT', '/api/admin/move-order-status', { as: 'admin', body: { orderId: id, updatingStatus } });
      expect(await foundIn()).toEqual([updatingStatus]);
    }
    expect(await version()).not.toEqual(first);
  });

  test('a name of two Chinese letters is found; of a list that is too long for it, it says how much was looked through', async () => {
    const { id } = await takeIn(app, { full_name: '黄强' });
    const found = await search('newOrder', '黄强');
    expect(idsOf(found)).toEqual([id]);
    expect(found.body).not.toHaveProperty('among');

    const long = (n: number) => app.database.query(`INSERT INTO queue_tally VALUES ('New', NULL, $1)`, [n]);
    await long(searchDepth);
    expect((await search('newOrder', '黄')).body).toMatchObject({ total: 1, among: searchDepth });
    expect((await search('newOrder', '黄强黄')).body).not.toHaveProperty('among');
    await long(-searchDepth);
  });

  test('on Future Orders it looks at order id, name and email alone', async () => {
    const { id } = await takeIn(app, { doa: dayFromNow(60), full_name: 'Later Person', passport_no: 'QQ445566' });
    expect(idsOf(await search('futureOrder', 'later person'))).toEqual([id]);
    expect(idsOf(await search('futureOrder', 'QQ445566'))).toEqual([]);
  });

  test('an empty text is the plain list', async () => {
    const { body } = await search('newOrder', '', { start: 0, end: 5 });
    expect(body.total).toBe((await counts()).newOrdersCount);
    expect(body.data).toHaveLength(5);
    expect((await search('newOrder', '', { start: 5, end: 5 })).body).toMatchObject({ data: [], total: body.total });
  });
});

describe('POST /api/admin/matching-ids', () => {
  const ask = (body: unknown, as: MemberName = 'team') => app.call('POST', '/api/admin/matching-ids', { as, body });

  test('refuses guests, no queue, unknown ones, and Order History for a Telecaller', async () => {
    expect((await app.call('POST', '/api/admin/matching-ids', { body: {} })).code).toBe(401);
    expect((await ask({})).code).toBe(422);
    expect((await ask({ folderName: 'nope' })).code).toBe(404);
    expect((await ask({ folderName: 'allOrder' }, 'telecaller')).code).toBe(403);
  });

  test('answers every order the list shows, with what a selection keeps', async () => {
    for (let made = 0; made < 12; made += 1) await takeIn(app, { full_name: `Chosen ${made}` });
    const { body } = await ask({ folderName: 'newOrder', searchVal: 'chosen' });
    const shown = await search('newOrder', 'chosen', { start: 0, end: 100 });
    const keys = (shown.body.data as Record<string, unknown>[]).map(
      ({ order_id, encoded_id, process_status, version }) => ({ order_id, encoded_id, process_status, version }),
    );
    expect(body).toMatchObject({ status: 1, total: 12, data: keys });

    const all = await ask({ folderName: 'newOrder' });
    expect([all.body.total, all.body.data.length]).toEqual(Array(2).fill((await counts()).newOrdersCount));
    expect((await ask({ folderName: 'futureOrder', month: '2001-01' })).body).toMatchObject({ total: 0, data: [] });
  });
});

describe('PUT /api/admin/assign-order-status', () => {
  test('refuses guests, nonsense and unknown names', async () => {
    expect((await app.call('PUT', '/api/admin/assign-order-status', { body: {} })).code).toBe(401);
    const { code, body } = await put('assign-order-status', 'team', {});
    expect([code, body.errors]).toEqual([422, { orderId: 'Please enter your order id.' }]);
    const { id } = await takeIn(app);
    expect((await put('assign-order-status', 'admin', { orderId: id, assignto: 'Nobody' })).code).toBe(422);
    expect((await take('team', 99_999_999)).code).toBe(404);
  });

  test('takes an order by its plain or encoded id; taking what one holds changes nothing', async () => {
    const { id, encoded } = await takeIn(app);
    const { body } = await take('team', encoded);
    expect(body).toMatchObject({
      status: 1,
      message: 'Order has been assigned successfully',
      data: { done: [id], failed: [] },
    });
    const { version } = await details(id);
    expect((await take('team', id)).code).toBe(200);
    expect(await details(id)).toMatchObject({ assign_to: 'Demo Team', version });
  });

  test('of twenty takers one wins, and the others are told who', async () => {
    const { id } = await takeIn(app);
    const takers: MemberName[] = ['team', 'team2', 'telecaller', 'night'];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => take(takers[index % 4]!, id)));
    const { assign_to: holder } = await details(id);
    const mine = (index: number) => members[takers[index % 4]!].name === holder;
    for (const [index, { code, body }] of answers.entries()) {
      expect([code, body.message]).toEqual(
        mine(index) ? [200, 'Order has been assigned successfully'] : [409, `Order is already held by ${holder}`],
      );
    }
  });

  test('a member neither takes over nor gives back what another holds; a Manager may both', async () => {
    const { id } = await takeIn(app);
    await take('team', id);
    expect((await take('team2', id)).code).toBe(409);
    const refused = await giveBack('team2', id);
    expect([refused.code, refused.body.message]).toEqual([
      403,
      'Order is held by Demo Team. Only the holder, an Admin or a Manager can give it back.',
    ]);
    const free = await takeIn(app);
    expect((await giveBack('team2', [id, free.id])).body.message).toBe('1 done, 1 held by others');
    expect((await put('assign-order-status', 'team2', { orderId: id, assignto: 'Demo Team' })).code).toBe(403);
    expect((await put('assign-order-status', 'team2', { orderId: id, assignto: 'Nobody' })).code).toBe(422);
    expect((await put('assign-order-status', 'manager', { orderId: id, assignto: 'Demo Team Two' })).code).toBe(200);
    expect((await details(id)).assign_to).toBe('Demo Team Two');
    expect((await giveBack('manager', id)).code).toBe(200);
    expect((await giveBack('team', id)).code).toBe(200);
    expect((await details(id)).assign_to).toBeNull();
  });

  test.each(['Completed', 'Refunds', 'Deleted'])('nobody is given what is %s, but it can be given back', async (to) => {
    const [over, open] = [await takeIn(app), await takeIn(app)];
    await move('admin', over.id, to);
    const { version } = await details(over.id);
    for (const who of ['team', 'admin'] as const) {
      const { code, body } = await take(who, over.id);
      expect([code, body.message]).toEqual([409, `Order is in ${to} and can’t be assigned`]);
    }
    const other = { orderId: over.id, assignto: members.team.name };
    expect((await put('assign-order-status', 'manager', other)).code).toBe(409);
    const { body } = await take('admin', [over.id, open.id]);
    expect([body.data.done, body.data.failed.length]).toEqual([[open.id], 1]);
    expect(await details(over.id)).toMatchObject({ assign_to: null, version });

    await app.database.query(
      `UPDATE orders SET held_by = (SELECT id FROM members WHERE name = 'Demo Team') WHERE id = $1`,
      [over.id],
    );
    expect((await put('assign-order-status', 'manager', { ...other, assignto: 'Demo Manager' })).code).toBe(409);
    expect((await giveBack('team', over.id)).code).toBe(200);
    expect((await details(over.id)).assign_to).toBeNull();
  });

  test('many at once answer one by one', async () => {
    const [free, held] = [await takeIn(app), await takeIn(app)];
    await take('team2', held.id);
    const { code, body } = await take('team', [free.id, held.encoded, free.id, 'bm90aGluZw==']);
    expect(code).toBe(200);
    expect(body.data).toEqual({
      done: [free.id],
      failed: [
        { order_id: held.id, message: 'Order is already held by Demo Team Two' },
        { order_id: 0, message: 'Order not found' },
      ],
    });
    expect((await take('team', [])).code).toBe(422);
    expect(
      (
        await take(
          'team',
          Array.from({ length: 501 }, (_, index) => index + 1),
        )
      ).code,
    ).toBe(422);
  });

  test('what is held stands in My Orders of its holder alone, and a Manager may look', async () => {
    const { id } = await takeIn(app);
    await take('night', id);
    expect(idsOf(await list('myOrder', '', 'night'))).toContain(id);
    expect(idsOf(await list('myOrder', '?userName=Demo%20Night', 'team'))).not.toContain(id);
    expect(idsOf(await list('myOrder', '?userName=Demo%20Night', 'manager'))).toContain(id);
  });
});

describe('PUT /api/admin/move-order-status', () => {
  test('refuses guests, unknown statuses, and erasing', async () => {
    const { id } = await takeIn(app);
    expect((await app.call('PUT', '/api/admin/move-order-status', { body: {} })).code).toBe(401);
    expect((await move('team', id, 'New')).code).toBe(422);
    const { code, body } = await move('admin', id, 'Deleted', { permanentDeletedFlag: true });
    expect([code, body.message]).toEqual([422, 'Permanent deletion is not available']);
  });

  test('notes when an order was completed and refunded by the clock that its history has, not by the web’s own', async () => {
    const { id } = await takeIn(app);
    const { id: alone } = await takeIn(app);
    // the clock of this process is an hour ahead
    const timers = [
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ] as const;
    const others = ['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const;
    jest.useFakeTimers({ now: Date.now() + 3_600_000, doNotFake: [...timers, ...others] });
    try {
      await move('admin', [id, alone], 'Completed');
      await move('admin', id, 'Refunds');
      await app.call('PUT', '/api/admin/mark-refunded', { as: 'admin', body: { orderId: id } });
    } finally {
      jest.useRealTimers();
    }
    const noted: { same: boolean }[] = await app.database.query(
      `SELECT abs(extract(epoch FROM a.create_ts - CASE a.action WHEN 'order.refunded' THEN o.refund_date ELSE o.processed_at END))
         < 0.001 AS same
       FROM activity a JOIN orders o ON o.id = a.order_id
       WHERE o.id = ANY($1) AND (a.action = 'order.refunded' OR a."to" = 'Completed')`,
      [[id, alone]],
    );
    expect(noted).toEqual([{ same: true }, { same: true }, { same: true }]);
  });

  test('lists and counts follow, and completing gives the order up', async () => {
    const { id, encoded } = await takeIn(app);
    await take('team', id);
    const before = await counts('team');
    expect((await move('team', encoded, 'Completed')).code).toBe(200);
    const after = await counts('team');
    expect(after.newOrdersCount).toBe(before.newOrdersCount - 1);
    expect(after.completedOrdersCount).toBe(before.completedOrdersCount + 1);
    expect(after.myOrdersCount).toBe(before.myOrdersCount - 1);
    expect(await details(id)).toMatchObject({
      process_status: 'Completed',
      processed_by: 'Demo Team',
      assign_to: null,
    });
    expect(idsOf(await list('completedOrder'))).toContain(id);
  });

  test('an order cannot move to the status it already has', async () => {
    const { id } = await takeIn(app);
    await move('team', id, 'Awaiting');
    const { code, body } = await move('team', id, 'Awaiting');
    expect([code, body.status, body.message]).toEqual([409, 0, 'Order is already in Awaiting']);
  });

  test('a stale version changes nothing and says who was faster', async () => {
    const { id } = await takeIn(app);
    const { version } = await details(id);
    await move('admin', id, 'Completed', { version });
    const { code, body } = await move('team', id, 'Awaiting', { version });
    expect(code).toBe(409);
    expect(body.message).toMatch(/^Order was moved to Completed by Demo Admin at \d{1,2} \w{3} \d{4}, \d\d:\d\d UTC$/);
    expect((await details(id)).process_status).toBe('Completed');
    expect((await move('team', [id], 'Awaiting', { version })).code).toBe(422);
  });

  test('what somebody else holds moves only for a lead', async () => {
    const { id } = await takeIn(app);
    await take('team', id);
    expect((await move('night', id, 'Awaiting')).body.message).toBe('Order is already held by Demo Team');
    expect((await move('manager', id, 'Awaiting')).code).toBe(200);
    expect((await details(id)).assign_to).toBe('Demo Team');
  });

  test('every move writes who, when and what', async () => {
    const { id } = await takeIn(app);
    await move('night', id, 'AwaitingGovt');
    const [entry] = (await details(id)).activity;
    expect(entry).toMatchObject({ actor: 'Demo Night', action: 'order.moved', from: 'New', to: 'AwaitingGovt' });
    expect(Date.now() - Date.parse(entry.create_ts)).toBeLessThan(10_000);
  });
});

describe('deleting and restoring', () => {
  test.each(['team', 'telecaller', 'night'] as const)('%s may not delete', async (who) => {
    const { id } = await takeIn(app);
    expect((await put('change-order-status', who, { orderId: id })).code).toBe(403);
    expect((await move(who, id, 'Deleted')).code).toBe(403);
  });

  test('a held order only an Admin deletes', async () => {
    const { id } = await takeIn(app);
    await take('team', id);
    expect((await put('change-order-status', 'manager', { orderId: id })).code).toBe(403);
    const { body } = await put('change-order-status', 'admin', { orderId: id });
    expect(body.message).toBe('Order has been deleted successfully');
  });

  test('a deleted order goes back to the status it had, by a lead', async () => {
    const { id } = await takeIn(app);
    await move('team', id, 'Contact Customer');
    await put('change-order-status', 'manager', { orderId: id });
    expect((await move('team', id, 'Awaiting')).code).toBe(403);
    expect((await put('restore-order', 'team', { orderId: id })).code).toBe(403);
    expect((await put('restore-order', 'manager', { orderId: id })).code).toBe(200);
    expect((await details(id)).process_status).toBe('Contact Customer');
    expect((await put('restore-order', 'manager', { orderId: id })).code).toBe(409);
  });
});

describe('refunds', () => {
  test('are given once, and then only an Admin takes the order out', async () => {
    const { id, encoded } = await takeIn(app);
    expect((await put('mark-refunded', 'team', { orderId: id })).code).toBe(409);
    expect((await put('move-to-complete-refund', 'team', { orderId: encoded })).code).toBe(200);
    expect((await put('mark-refunded', 'team', { orders: [{ id, status: 'Completed' }] })).code).toBe(409);
    expect((await put('mark-refunded', 'telecaller', { orders: [{ id: encoded, status: 'Refunds' }] })).code).toBe(200);
    const { refund_date } = await details(id);
    expect(Date.parse(refund_date)).not.toBeNaN();
    expect((await put('mark-refunded', 'team', { orderId: id })).body.message).toBe('Order is already refunded');
    expect((await move('manager', id, 'Awaiting')).code).toBe(403);
    expect((await move('admin', id, 'Awaiting')).code).toBe(200);
    expect((await put('reopen-order', 'admin', { orderId: id })).code).toBe(409);
    expect((await put('mark-refunded', 'team', {})).code).toBe(422);
  });
});

describe('PUT /api/admin/reopen-order', () => {
  test('a lead sends an order back to where it would enter today', async () => {
    const { id } = await takeIn(app, { processing_mode: 'Priority' });
    expect((await put('reopen-order', 'manager', { orderId: id })).code).toBe(409);
    await move('team', id, 'Completed');
    expect((await put('reopen-order', 'team', { orderId: id })).code).toBe(403);
    expect((await put('reopen-order', 'manager', { orderId: id })).code).toBe(200);
    expect((await details(id)).process_status).toBe('Priority');
  });
});

describe('POST /api/admin/save-transaction-details', () => {
  test('names what is missing', async () => {
    const { body } = await app.call('POST', '/api/admin/save-transaction-details', {
      as: 'manager',
      body: { orderId: 100_001 },
    });
    expect(body.errors).toEqual({
      transactionId: 'Please enter your Transaction Id',
      merchantName: 'Please enter your Merchant Name',
    });
  });

  test('keeps both, and the old ones in the activity', async () => {
    const { id } = await takeIn(app);
    const save = (transactionId: string) =>
      app.call('POST', '/api/admin/save-transaction-details', {
        as: 'manager',
        body: { orderId: id, transactionId, merchantName: 'Shop' },
      });
    await save('txn-1');
    await save('txn-2');
    const order = await details(id);
    expect(order).toMatchObject({ transaction_id: 'txn-2', merchant_name: 'Shop' });
    expect(order.activity[0]).toMatchObject({ action: 'transaction.saved', from: 'txn-1 · Shop', to: 'txn-2 · Shop' });
  });
});

describe('GET /api/admin/get-orders-details/{orderId}', () => {
  test('answers by plain and by encoded id, and 404 to what names no order', async () => {
    const forForm = {
      place_of_birth: 'Viet Nam',
      embarkation_country: 'SGP',
      accommodation_type: 'Hotel',
      address2: 'Lot 2',
    };
    const { id } = await takeIn(app, { accommodation_of_Stay: 'Hotel', nationality: 'unk', ...forForm });
    await app.database.query(`UPDATE orders SET form_choices = '{"pob":"VNM"}' WHERE id = $1`, [id]);
    const byEncoded = await app.call('GET', `/api/admin/get-orders-details/${encodeOrderId(id)}`, { as: 'team' });
    expect(byEncoded.body.data).toMatchObject({
      order_id: id,
      accommodation_of_Stay: 'Hotel',
      ...forForm,
      form_choices: { pob: 'VNM' },
      downloadHistory: [],
      mailHistory: [],
      uploadDoc: [],
      remark: [],
      mailbox: expect.stringContaining(`${id}@`),
    });
    for (const wrong of ['99999999', 'MQ==', 'abc', encodeOrderId(99_999_999)]) {
      expect((await app.call('GET', `/api/admin/get-orders-details/${wrong}`, { as: 'team' })).body).toMatchObject({
        status: 0,
        message: 'Order not found',
      });
    }
  });
});

describe('the activity', () => {
  test('is append-only for the application and for the owner', async () => {
    const { dataSource } = await import('../../src/database/data-source.js');
    const asApplication = await dataSource(app.env.DATABASE_URL!).initialize();
    try {
      for (const role of [asApplication, app.database]) {
        await expect(role.query("UPDATE activity SET actor = 'x'")).rejects.toThrow();
        await expect(role.query('DELETE FROM activity')).rejects.toThrow();
      }
      await expect(asApplication.query('TRUNCATE activity')).rejects.toThrow();
    } finally {
      await asApplication.destroy();
    }
  });
});

describe('the tallies', () => {
  test('are folded without changing a count', async () => {
    const { TalliesQueries } = await import('../../src/orders/tallies.queries.js');
    const before = await counts();
    await app.web.get(TalliesQueries).fold();
    expect(await counts()).toEqual(before);
    const [{ n }] = await app.database.query('SELECT count(*)::int AS n FROM queue_tally');
    expect(n).toBeLessThan(20);
  });

  test('have a move as one row until it is folded, and every count counts it at once', async () => {
    const { TalliesQueries } = await import('../../src/orders/tallies.queries.js');
    const queries = app.web.get(TalliesQueries);
    await queries.fold();
    const moves = async () => (await app.database.query('SELECT from_status, to_status FROM queue_moves')) as unknown[];
    expect(await moves()).toEqual([]);

    const before = await counts();
    const { id } = await takeIn(app);
    for (const updatingStatus of ['Awaiting', 'Contact Customer'])
      await app.call('PUT', '/api/admin/move-order-status', { as: 'admin', body: { orderId: id, updatingStatus } });
    expect(await moves()).toEqual([
      { from_status: 'New', to_status: 'Awaiting' },
      { from_status: 'Awaiting', to_status: 'Contact Customer' },
    ]);
    const after = await counts();
    expect(after).toEqual({
      ...before,
      contactCustomerOrdersCount: before.contactCustomerOrdersCount! + 1,
      allOrdersCount: before.allOrdersCount! + 1,
    });
    await queries.fold();
    expect(await moves()).toEqual([]);
    expect(await counts()).toEqual(after);
  });

  test('are written where something changed, and otherwise not at all', async () => {
    const { TalliesQueries } = await import('../../src/orders/tallies.queries.js');
    const { dataSource } = await import('../../src/database/data-source.js');
    const alone = await dataSource(app.env.DATABASE_URL!, 1).initialize();
    const written = async () => {
      await alone.query('SELECT pg_stat_force_next_flush()');
      const [{ n }] = await alone.query('SELECT wal_bytes::int AS n FROM pg_stat_get_backend_wal(pg_backend_pid())');
      return n as number;
    };
    const tallies = `SELECT ctid, xmin, process_status, process_month, n FROM queue_tally ORDER BY 3, 4`;
    const queries = new TalliesQueries(alone);
    try {
      await takeIn(app);
      await queries.fold();
      const rows = await alone.query(tallies);
      // A read may write a few bytes too, when it clears a page of old versions. A fold that writes does so each time.
      const bytes: number[] = [];
      for (let fold = 0; fold < 5; fold++) {
        const before = await written();
        await queries.fold();
        bytes.push((await written()) - before);
      }
      expect(await alone.query(tallies)).toEqual(rows);
      expect(Math.min(...bytes)).toBe(0);

      await takeIn(app);
      await queries.fold();
      const changed = (await alone.query(tallies)).filter(({ xmin }: { xmin: string }) =>
        rows.every((row: { xmin: string }) => row.xmin !== xmin),
      );
      expect(changed).toHaveLength(1);
    } finally {
      await alone.destroy();
    }
  });
});

describe('promotion', () => {
  test('moves Future orders whose day has come, once', async () => {
    const { id } = await takeIn(app, { doa: dayFromNow(30), processing_mode: 'Priority' });
    await app.database.query('UPDATE orders SET processing_date = $2 WHERE id = $1', [id, dayFromNow(0)]);
    const { PromotionService } = await import('../../src/orders/promotion.service.js');
    const promotion = app.web.get(PromotionService);
    expect(await promotion.promoteDue()).toBeGreaterThanOrEqual(1);
    expect(await promotion.promoteDue()).toBe(0);
    const order = await details(id);
    expect(order).toMatchObject({ process_status: 'Priority', processing_mode: 'Priority Processing' });
    expect(order.activity[0]).toMatchObject({
      actor: 'System',
      action: 'order.promoted',
      from: 'Future',
      to: 'Priority',
    });
  });
});
