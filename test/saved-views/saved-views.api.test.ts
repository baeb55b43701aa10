import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { viewsLimit } from '../../src/shared/limits.js';
import { moveTargets } from '../../src/shared/order-statuses.js';
import { type MemberName, members, startApp, type TestApp, waitForLocks } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';
import { times } from '../support/sample.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const call = (method: string, path: string, as: MemberName, body?: unknown) =>
  app.call(method, `/api/admin/${path}`, { as, body });
type View = { id: number; name: string; path: string; may_change: boolean; shared: boolean };
const viewsOf = async (as: MemberName): Promise<View[]> => (await call('GET', 'saved-views', as)).body.data;
const save = async (as: MemberName, name: string, queue: string, query: object, shared = false): Promise<View> =>
  (await call('POST', 'saved-views', as, { name, queue, query, shared })).body.data;
const page = async (path: string, as: MemberName) =>
  (await app.call('GET', path, { as, headers: { 'x-inertia': 'true' } })).body as unknown as {
    props: { total: number; columns: string[]; limit: number; sort: string; orders: { order_id: number }[] };
  };

test('of two views that get one name at once the second is refused', async () => {
  const [one, other] = [await save('night', 'Renamed', 'newOrder', {}), await save('night', 'Other', 'newOrder', {})];
  const answer = await app.database.transaction(async (manager) => {
    await manager.query("UPDATE saved_views SET name = 'Same' WHERE id = $1", [one.id]);
    const late = call('PUT', `saved-views/${other.id}`, 'night', { name: 'same', shared: false });
    await waitForLocks(manager, 1);
    return { late };
  });
  expect((await answer.late).code).toBe(409);
  for (const { id } of [one, other]) await call('PUT', `saved-views/${id}/delete`, 'night');
});

describe('a saved view', () => {
  test('is refused to strangers, without a name, of a queue that there isn’t or that the role doesn’t see', async () => {
    expect((await app.call('GET', '/api/admin/saved-views')).code).toBe(401);
    expect((await call('POST', 'saved-views', 'team', {})).body.errors).toMatchObject({
      name: 'Please name the view.',
    });
    const wrong = { name: 'x', queue: 'newOrder', query: { mail: 'lost', columns: 'secret' } };
    expect(Object.keys((await call('POST', 'saved-views', 'team', wrong)).body.errors ?? {}).sort()).toEqual([
      'columns',
      'mail',
    ]);
    const all = { name: 'x', queue: 'allOrder', query: {} };
    expect((await call('POST', 'saved-views', 'telecaller', all)).code).toBe(403);
    expect((await call('POST', 'saved-views', 'team', { ...all, queue: 'none' })).code).toBe(422);
  });

  test('made in one browser is in another, with its columns, order and rows; everybody’s is for all who may see it', async () => {
    const { id } = await takeIn(app, { nationality: 'NOR', full_name: 'Åse View' });
    const query = { nationality: 'NOR', columns: 'doa,order_id', sort: 'full_name', dir: 'asc' };
    const own = await save('team', 'Norway', 'newOrder', query);
    const everybodys = await save('admin', 'All of Norway', 'allOrder', { nationality: 'NOR' }, true);
    expect(await viewsOf('team')).toMatchObject([own, { ...everybodys, may_change: false }]);
    expect(await viewsOf('telecaller')).toEqual([]);

    const { props } = await page(own.path, 'team');
    expect(props).toMatchObject({
      total: 1,
      columns: ['order_id', 'doa'],
      sort: 'full_name',
      orders: [{ order_id: id }],
    });
    const counts = (await call('GET', 'saved-views/counts', 'team')).body.data;
    expect(counts).toEqual([
      { id: own.id, count: 1, more: false },
      { id: everybodys.id, count: 1, more: false },
    ]);
    const csv = await fetch(`${app.url}${own.path.replace('/admin/recent-order', '/admin/export/newOrder')}`, {
      headers: { authorization: `Bearer ${await app.signIn('team')}` },
    });
    expect((await csv.text()).split('\r\n')[0]).toBe('Order Id,Arrival Date');
  });

  test('of everybody is changed by who made it and by an Admin alone; nobody’s own is another’s', async () => {
    const shared = await save('team', 'Shared', 'newOrder', { holder: 'nobody' }, true);
    const own = await save('team', 'Own', 'newOrder', {});
    const change = (as: MemberName, { id }: View, name = 'Renamed') =>
      call('PUT', `saved-views/${id}`, as, { name, shared: true });
    expect((await change('manager', shared)).code).toBe(403);
    expect((await change('admin', own)).code).toBe(404);
    expect((await change('admin', shared)).body.data).toMatchObject({ name: 'Renamed', path: shared.path });
    expect((await change('team', own, 'RENAMED')).code).toBe(409);
    for (const as of ['manager', 'admin'] as const)
      expect((await call('PUT', `saved-views/${own.id}/delete`, as)).code).toBe(404);
    expect((await call('PUT', `saved-views/${own.id}/delete`, 'team')).code).toBe(200);
    expect((await viewsOf('team')).map(({ name }) => name)).not.toContain('Own');
  });

  test('has a name of its own, also when ten save at once, and there are not more than the menu shows', async () => {
    await viewsOf('night');
    const saved = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        call('POST', 'saved-views', 'night', { name: n % 2 ? 'Once' : 'ONCE', queue: 'newOrder', query: {} }),
      ),
    );
    expect(saved.filter(({ code }) => code === 200)).toHaveLength(1);
    for (let n = 1; n < viewsLimit; n += 1) await save('night', `View ${n}`, 'newOrder', {});
    expect((await call('POST', 'saved-views', 'night', { name: 'More', queue: 'newOrder', query: {} })).code).toBe(409);
  });
});

test('a view of disputes is for who sees disputes: saved, shown, counted and made of another', async () => {
  const query = { dispute: 'waiting' };
  const { id } = await save('manager', 'To answer', 'newOrder', query, true);
  const own = await save('team2', 'Was a Manager', 'newOrder', {});
  for (const as of ['telecaller', 'team2', 'night'] as const) {
    const refused = await call('POST', 'saved-views', as, { name: 'Disputes', queue: 'newOrder', query });
    expect([as, refused.code, refused.body.message]).toEqual([as, 403, 'You are not allowed to filter by dispute.']);
    expect((await viewsOf(as)).map((view) => view.id)).not.toContain(id);
    expect((await call('GET', 'saved-views/counts', as)).body.data.map((one: { id: number }) => one.id)).not.toContain(
      id,
    );
  }
  expect((await call('PUT', `saved-views/${own.id}`, 'team2', { name: 'Mine', shared: false, query })).code).toBe(403);
  // kept from when the member was one who sees disputes
  await app.database.query('UPDATE saved_views SET query = $2 WHERE id = $1', [own.id, JSON.stringify(query)]);
  expect(await viewsOf('team2')).not.toContainEqual(expect.objectContaining({ id: own.id }));

  for (const as of ['admin', 'manager'] as const) {
    expect((await viewsOf(as)).map((view) => view.id)).toContain(id);
    const counts = (await call('GET', 'saved-views/counts', as)).body.data;
    expect(counts).toContainEqual({ id, count: 0, more: false });
    expect((await call('PUT', `saved-views/${id}`, as, { name: 'To answer', shared: true, query })).code).toBe(200);
  }
  await call('PUT', `saved-views/${id}/delete`, 'manager');
  await call('PUT', `saved-views/${own.id}/delete`, 'team2');
});

test('rows per page and columns are the member’s, in every list', async () => {
  await call('PUT', 'my-settings', 'manager', { perPage: 50, columns: { newOrder: ['order_id', 'create_ts'] } });
  const [own, other] = await Promise.all([page('/admin/recent-order', 'manager'), page('/admin/recent-order', 'team')]);
  expect([own.props.limit, own.props.columns]).toEqual([50, ['order_id', 'create_ts']]);
  expect([other.props.limit, other.props.columns.length]).toEqual([10, 8]);
  expect((await call('PUT', 'my-settings', 'manager', { perPage: 7 })).code).toBe(422);
  expect((await call('PUT', 'my-settings', 'manager', { columns: { newOrder: ['secret'] } })).code).toBe(422);
});

test('a setting that is a list is kept when it gets shorter', async () => {
  const kept = async () => (await page('/admin', 'team')).props as unknown as { settings: object };
  for (const columns of [{ newOrder: ['order_id', 'doa', 'full_name'] }, { newOrder: ['order_id'] }, {}]) {
    await call('PUT', 'my-settings', 'team', { columns, openGroups: Object.keys(columns).length ? ['views'] : [] });
    expect((await kept()).settings).toHaveProperty('columns', columns);
  }
  expect((await kept()).settings).toHaveProperty('openGroups', []);
  await call('PUT', 'my-settings', 'team', { columns: {}, openGroups: ['waiting'] });
});

test('which groups of the menu are open is the member’s, and comes with each page', async () => {
  const open = async (as: MemberName) =>
    (await page('/admin', as)).props as unknown as { settings: { openGroups: string[] } };
  expect((await open('night')).settings.openGroups).toEqual(['waiting']);
  expect((await call('PUT', 'my-settings', 'night', { openGroups: ['insight'] })).code).toBe(200);
  expect((await open('night')).settings.openGroups).toEqual(['insight']);
  expect((await open('team')).settings.openGroups).toEqual(['waiting']);
  expect((await call('PUT', 'my-settings', 'night', { openGroups: ['secret'] })).code).toBe(422);
  expect((await call('PUT', 'my-settings', 'night', { openGroups: 'views' })).code).toBe(422);
});

test('after random changes by five members each view counts its rows', async () => {
  const who = Object.keys(members).slice(0, 5) as MemberName[];
  const orders: number[] = [];
  for (let n = 0; n < 25; n += 1) {
    const more = { nationality: n % 3 ? 'GBR' : 'NOR', doa: dayFromNow(n % 4), passport_no: `R${2_000_000 + n}` };
    orders.push((await takeIn(app, { ...more, processing_mode: n % 2 ? 'Standard' : 'Priority' })).id);
  }
  const asked: [string, object][] = [
    ['newOrder', { holder: 'nobody' }],
    ['myOrder', { mode: 'Priority' }],
    ['completedOrder', { nationality: 'NOR' }],
    ['contactCustomerOrder', { standing: 'late' }],
    ['awaitingOrder', { arrivalFrom: dayFromNow(2) }],
    ['refundOrder', { holder: 'anybody' }],
  ];
  for (const [queue, query] of asked) await save('admin', `Random ${queue}`, queue, query, true);

  let seed = 7;
  const random = <Item>(of: readonly Item[]): Item => {
    seed = (seed * 48_271) % 2_147_483_647;
    return of[seed % of.length]!;
  };
  const one = (as: MemberName) => {
    const orderId = random(orders);
    if (random([true, false]))
      return call('PUT', 'assign-order-status', as, { orderId, assignto: random(['', members[as].name]) });
    return call('PUT', 'move-order-status', as, { orderId, updatingStatus: random(moveTargets) });
  };
  for (let n = 0; n < times(60, 1000); n += 5) await Promise.all(who.map(one));

  for (const as of ['admin', 'team'] as const) {
    const counts = (await call('GET', 'saved-views/counts', as)).body.data as { id: number; count: number }[];
    for (const view of await viewsOf(as)) {
      const { props } = await page(`${view.path}${view.path.includes('?') ? '&' : '?'}limit=500`, as);
      const { count } = counts.find(({ id }) => id === view.id)!;
      expect([as, view.name, count]).toEqual([as, view.name, props.orders.length]);
    }
  }
});
