import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pathToFileURL } from 'node:url';
import { serverBundle } from '../../src/platform/paths.js';
import type { PageObject } from '../../src/platform/inertia/page-object.js';
import type { Render } from '../../src/platform/inertia/server-rendering.js';
import { type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const put = (path: string, body: unknown) => app.call('PUT', `/api/admin/${path}`, { as: 'manager', body });
let bundles = 0;

/**
 * Asks for a list, and renders its page once more by a bundle that has rendered nothing: both must be the same, the menu too.
 * @returns the rows
 */
async function rowsOf(who: MemberName, path: string): Promise<string> {
  const { message: html } = (await app.call('GET', path, { as: who })).body;
  const script = /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(html)![1]!;
  const fresh = (await import(`${pathToFileURL(serverBundle).href}?${++bundles}`)) as { default: Render };
  const { markup } = await fresh.default(JSON.parse(script) as PageObject);
  expect(html).toContain(
    `<div data-server-rendered="true" id="app">${Buffer.concat(markup.map((piece) => Buffer.from(piece))).toString()}</div>`,
  );
  return /<tbody>.*<\/tbody>/s.exec(html)![0];
}

test('a kept row is shown to each member, in each list and after each change as if it were rendered anew', async () => {
  const { id } = await takeIn(app, { full_name: 'Амина Чаудхри' });
  const seen = new Set<string>();
  const look = async (who: MemberName, path = '/admin/recent-order') => {
    const rows = await rowsOf(who, path);
    expect(await rowsOf(who, path)).toBe(rows);
    seen.add(rows);
  };

  await look('admin');
  await look('team');
  await look('admin', '/admin/recent-order?limit=25');
  await look('admin', '/admin/recent-order?columns=order_id,full_name');
  await put('assign-order-status', { orderId: id, assignto: members.telecaller.name });
  await look('admin');
  await look('team');
  await look('team2');
  await look('manager');
  // a colleague now has the first letters that the holder is shown by
  await app.database.query(`UPDATE members SET name = 'Demo Tracer' WHERE email = $1`, [members.admin.email]);
  await look('manager');
  await app.database.query(`UPDATE orders SET full_name = '王小明' WHERE id = $1`, [id]);
  await look('admin');
  await put('move-order-status', { orderId: id, updatingStatus: 'Customer Called' });
  await look('admin', '/admin/called');
  expect(seen.size).toBeGreaterThanOrEqual(10);
});
