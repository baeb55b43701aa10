import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const assign = (as: MemberName, orderId: number | number[], assignto: string) =>
  app.call('PUT', '/api/admin/assign-order-status', { as, body: { orderId, assignto } });
const holders = async (ids: number[]) =>
  (
    await app.database.query(
      'SELECT DISTINCT m.name FROM orders o LEFT JOIN members m ON m.id = o.held_by WHERE o.id = ANY($1)',
      [ids],
    )
  ).map(({ name }: { name: string | null }) => name);

describe('handing over', () => {
  test('a member hands fourteen held orders to a colleague in one call, and can take it back', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 14; n += 1) ids.push((await takeIn(app)).id);
    await assign('team', ids, members.team.name);
    const { code, body } = await assign('team', ids, members.telecaller.name);
    expect([code, body.data.done.length]).toEqual([200, 14]);
    expect(await holders(ids)).toEqual([members.telecaller.name]);

    const late = await assign('team', ids[0]!, '');
    expect([late.code, late.body.message]).toEqual([403, expect.stringContaining('held by Demo Telecaller')]);
    expect((await app.call('PUT', '/api/admin/undo', { as: 'team', body: { token: body.undo.token } })).code).toBe(200);
    expect(await holders(ids)).toEqual([members.team.name]);
  });

  test('nobody hands on what is free or what a colleague holds, to nobody who is no member', async () => {
    const { id } = await takeIn(app);
    expect((await assign('team', id, members.team2.name)).code).toBe(403);
    await assign('team2', id, members.team2.name);
    expect((await assign('team', id, members.night.name)).code).toBe(403);
    expect((await assign('team2', id, 'Nobody Of Ours')).code).toBe(422);
    expect(await holders([id])).toEqual([members.team2.name]);
  });
});
