import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import type { LostHold } from '../../src/shared/answers/lost-holds.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const assign = (as: MemberName, orderId: number | number[], assignto: string) =>
  app.call('PUT', '/api/admin/assign-order-status', { as, body: { orderId, assignto } });
/** The lost holds that the next screen tells a member of. */
const lost = async (as: MemberName) => {
  const screen = await app.call('GET', '/admin', { as, headers: { 'x-inertia': 'true' } });
  return (screen.body as unknown as { props: { lostHolds: LostHold[] } }).props.lostHolds;
};
const told = (as: MemberName, upTo: unknown) => app.call('PUT', '/api/admin/holds-told', { as, body: { upTo } });
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

describe('a hold that somebody else took', () => {
  test('is told with the next screen, with what was typed, until the member was told', async () => {
    const { id } = await takeIn(app);
    await assign('team', id, members.team.name);
    const revision = 'b1c2d3e4-0000-4000-8000-000000000001';
    const draft = { form: 'remark', about: id, fields: { remark: 'Half a sentence' }, revision };
    expect((await app.call('PUT', '/api/admin/drafts', { as: 'team', body: draft })).code).toBe(200);
    await assign('admin', id, members.manager.name);
    const [hold, ...others] = await lost('team');
    expect(others).toEqual([]);
    expect(hold).toMatchObject({
      order_id: id,
      by: 'Demo Admin',
      holder: 'Demo Manager',
      status: 'New',
      has_draft: true,
    });
    expect(Date.now() - Date.parse(hold!.at)).toBeLessThan(60_000);
    expect(await lost('manager')).toEqual([]);

    // a colleague tells nothing away
    expect((await told('manager', hold!.id)).code).toBe(200);
    expect(await lost('team')).toHaveLength(1);
    expect((await told('team', hold!.id)).code).toBe(200);
    expect(await lost('team')).toEqual([]);
  });

  test('is told of a completed order, and of one that went back', async () => {
    const [completed, back] = [await takeIn(app), await takeIn(app)];
    await assign('team', [completed.id, back.id], members.team.name);
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'admin',
      body: { orderId: completed.id, updatingStatus: 'Completed' },
    });
    await assign('manager', back.id, '');
    expect(await lost('team')).toMatchObject([
      { order_id: completed.id, by: 'Demo Admin', holder: null, status: 'Completed', has_draft: false },
      { order_id: back.id, by: 'Demo Manager', holder: null, status: 'New' },
    ]);

    // who has the order again has lost nothing
    await assign('team', back.id, members.team.name);
    expect(await lost('team')).toMatchObject([{ order_id: completed.id }]);
  });

  test('is no news when the member gave it away', async () => {
    const { id } = await takeIn(app);
    await assign('team2', id, members.team2.name);
    await assign('team2', id, members.night.name);
    await assign('night', id, '');
    expect([await lost('team2'), await lost('night')]).toEqual([[], []]);
  });

  test('nobody notes without signing in, or what is no number', async () => {
    expect((await app.call('PUT', '/api/admin/holds-told', { body: { upTo: 1 } })).code).toBe(401);
    for (const upTo of [undefined, 'x', 0, 1e300]) expect((await told('team', upTo)).code).toBe(422);
  });
});
