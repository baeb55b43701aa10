import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Staff } from '../../src/auth/staff.js';
import type { OrdersService } from '../../src/orders/orders.service.js';
import type { Refused } from '../../src/platform/reply.js';
import { queueNames, queueRows } from '../../src/shared/order-queues.js';
import { allStatuses, moveTargets } from '../../src/shared/order-statuses.js';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { dice } from '../support/dice.js';
import { dayFromNow, takeIn } from '../support/orders.js';
import { times } from '../support/sample.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, as: MemberName, body: unknown) => app.call('PUT', `/api/admin/${path}`, { as, body });
const take = (as: MemberName, orderId: unknown) =>
  put('assign-order-status', as, { orderId, assignto: members[as].name });

describe('twenty takers', () => {
  const rounds = times(30, 200);

  test(`${rounds} times: one wins, the others are told who`, async () => {
    const service = app.web.get<OrdersService>('OrdersService');
    const takers = await Promise.all((['team', 'team2', 'telecaller', 'night'] as const).map(staff));
    for (let round = 0; round < rounds; round += 1) {
      const { id } = await takeIn(app);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const taker = takers[index % takers.length]!;
          const said = await service.assign(taker, [id], taker.name).then(
            ({ result }) => result.done,
            (refused: Refused) => [refused.code, refused.message],
          );
          return { taker, said };
        }),
      );

      const [{ winner }] = await app.database.query(
        'SELECT m.name AS winner FROM orders o JOIN members m ON m.id = o.held_by WHERE o.id = $1',
        [id],
      );
      for (const { taker, said } of answers)
        expect(said).toEqual(taker.name === winner ? [id] : [409, `Order is already held by ${winner}`]);
      const taken = await app.database.query("SELECT FROM activity WHERE order_id = $1 AND action = 'order.assigned'", [
        id,
      ]);
      expect(taken).toHaveLength(1);
    }
  });

  async function staff(who: MemberName): Promise<Staff> {
    const { body } = await app.call('GET', '/api/user_info', { as: who });
    return { ...body.data, sessionId: '' };
  }
});

const actions = times(15, 50);

describe(`${4 * 5 * actions} random actions by five members at once`, () => {
  const actors: MemberName[] = ['admin', 'manager', 'team', 'telecaller', 'night'];
  const seed = Number(process.env.TEST_SEED ?? 20_261);

  test(`counts equal their lists and reports, seed ${seed}`, async () => {
    const orders: number[] = [];
    for (let made = 0; made < 30; made += 1) orders.push(await arrival(randomFrom(seed + made), orders));
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(actors.map((as, index) => act(as, actions, orders, randomFrom(seed * 31 + round * 5 + index))));
      await expectSums();
    }
  });

  async function act(as: MemberName, count: number, orders: number[], random: Random): Promise<void> {
    let offer: { token: string } | undefined;
    for (let done = 0; done < count; done += 1) {
      const one = random.pick(orders);
      const some = Array.from({ length: random.below(5) + 1 }, () => random.pick(orders));
      const actions: (() => Promise<{ code: number; body: { undo?: { token: string } } }>)[] = [
        () => take(as, some),
        () => put('assign-order-status', as, { orderId: some, assignto: '' }),
        () => put('move-order-status', as, { orderId: some, updatingStatus: random.pick(moveTargets) }),
        () => put('move-order-status', as, { orderId: one, updatingStatus: 'Completed' }),
        () => put('change-order-status', as, { orderId: some }),
        () => put('mark-refunded', as, { orderId: some }),
        () => put('reopen-order', as, { orderId: one }),
        () => put('restore-order', as, { orderId: one }),
        () => put('undo', as, { token: offer?.token }),
        async () => ({ code: 200, body: { id: await arrival(random, orders) } as object }),
      ];
      const { code, body } = await random.pick(actions)();
      expect([200, 403, 404, 409, 422]).toContain(code);
      offer = body.undo ?? offer;
    }
  }

  async function arrival(random: Random, orders: number[]): Promise<number> {
    const { id } = await takeIn(app, {
      paid: random.below(4) > 0,
      processing_mode: random.pick(['Standard', 'Priority']),
      doa: dayFromNow(random.pick([1, 40, 80])),
      nationality: random.pick(['GBR', 'FRA', 'KOR']),
    });
    orders.push(id);
    return id;
  }

  async function expectSums(): Promise<void> {
    const rows: Row[] = await app.database.query(
      'SELECT o.*, m.name AS holder FROM orders o LEFT JOIN members m ON m.id = o.held_by',
    );
    for (const as of actors) {
      const counts = (await app.call('GET', '/api/admin/get-folder-count', { as })).body.data;
      for (const name of queueNames) {
        if (name === 'allOrder' && as === 'telecaller') continue;
        const { body } = await app.call('GET', `/api/admin/get-orders-list/${name}?limit=10000`, { as });
        const wanted = rows.filter((row) => standsIn(row, name, members[as].name)).map(({ id }) => id);
        expect((body.data as { order_id: number }[]).map(({ order_id }) => order_id).sort()).toEqual(wanted.sort());
        expect([body.total, counts[queueRows[name].count]]).toEqual([wanted.length, wanted.length]);
      }
    }
    expect(await reported('get-country-order-list', 'citizenship_id')).toEqual(
      countBy(rows.filter((row) => row.process_status !== 'Deleted').map((row) => row.nationality)),
    );
    expect(await reported('get-processed-by-count', 'processed_by')).toEqual(
      countBy(rows.flatMap((row) => row.processed_by ?? [])),
    );
    expect(new Set(rows.map((row) => row.process_status)).size).toBeGreaterThan(allStatuses.length / 2);
  }

  async function reported(path: string, key: string): Promise<Record<string, number>> {
    const { body } = await app.call('POST', `/api/admin/${path}`, { as: 'admin', body: {} });
    return Object.fromEntries(body.data.map((row: Record<string, unknown>) => [row[key], row.count]));
  }
});

type Row = {
  id: number;
  process_status: string;
  holder: string | null;
  nationality: string;
  processed_by: string | null;
};

/** The content of a queue, written independently of the product's own SQL. */
function standsIn(row: Row, name: (typeof queueNames)[number], me: string): boolean {
  const { filter } = queueRows[name];
  if ('status' in filter) return row.process_status === filter.status;
  if ('everything' in filter) return true;
  return row.holder === me && !['Completed', 'Refunds', 'Deleted'].includes(row.process_status);
}

function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

type Random = { below(end: number): number; pick<Value>(from: readonly Value[]): Value };

/** Choices by dice; the same seed gives the same ones. */
function randomFrom(seed: number): Random {
  const random = dice(seed);
  const below = (end: number) => Math.floor(random() * end);
  return { below, pick: (from) => from[below(from.length)]! };
}
