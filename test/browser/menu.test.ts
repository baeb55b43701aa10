import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { routes } from '../../src/shared/routes.js';
import { type Desk, goTo, shows, startDesk, type Watched } from '../support/browser.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';
import { longTest } from '../support/sample.js';

// The menu of the staff in a real browser: what is where, what folds, and that nothing moves under the hand.

let desk: Desk;
let admin: Watched;
let calls: Calls;
/** An order at risk. It is moved to Contact Customer, away and back. */
let waiting: number;
beforeAll(async () => {
  desk = await startDesk(0);
  calls = await callsOf(desk, 'manager@demo.test');
  admin = await desk.member('admin@demo.test');
  ({ id: waiting } = await takeInto(desk));
});
afterAll(async () => {
  expect(admin.said).toEqual([]);
  expect(await desk.stop()).toBe(0);
});

const go = (page: Page, path: string) => goTo(page, desk.url + path);
const nav = 'nav[aria-label=Main]';
/** The words of the menu's lines from top to bottom, without numbers; a head with ▾ when it is open, else with ▸. */
const lines = (page: Page) =>
  page.$$eval(`${nav} .menu-entry, ${nav} .menu-head`, (all) =>
    all.map((line) => {
      const open = line.getAttribute('aria-expanded');
      const label = line.querySelector(':scope > span:not(.ml-auto), :scope > bdi') ?? line.lastChild;
      const words = [...line.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE) ?? label;
      return `${words?.textContent}${open === null ? '' : open === 'true' ? ' ▾' : ' ▸'}`;
    }),
  );
const linesBecome = (page: Page, expected: string[]) => becomes(() => lines(page), expected);
const head = (name: string) => `#menu-${name}`;
const move = (updatingStatus: string) =>
  calls('PUT', '/api/admin/move-order-status', { orderId: waiting, updatingStatus });
/** Where an entry is in the window, and whether it is wholly seen. */
const placeOf = (page: Page, selector: string) =>
  page.$eval(selector, (one) => {
    const { top, bottom, height } = one.getBoundingClientRect();
    const middle = document.elementFromPoint(40, (top + bottom) / 2);
    return { top, height, seen: bottom <= innerHeight && (one === middle || one.contains(middle)) };
  });

/** Folds or opens a group, by a click unless `act` says otherwise, and waits until the server has kept it. */
async function toggle(page: Page, name: string, act: () => Promise<unknown> = () => page.click(head(name))) {
  const kept = page.waitForResponse((answer) => answer.url().endsWith(routes.api.settings));
  await act();
  expect((await kept).status()).toBe(200);
}

async function becomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  const until = Date.now() + 10_000;
  while (Date.now() < until && JSON.stringify(await read()) !== JSON.stringify(expected))
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await read()).toEqual(expected);
}

const daily = ['Dashboard', 'My Orders', 'New Orders', 'Priority Order', 'Pending Orders', 'Completed Orders'];
const owners = [
  'Awaiting Customer',
  'Awaiting Govt',
  'Contact Customer',
  'Customer Called',
  'Future Orders',
  'Deleted Orders',
  'Order History',
  'Refunds',
  'Country Order List',
  'Order Processed',
  'Manage Invoices',
  'Manage Team',
  'Gateway Setting',
  'Change Password',
  'Logout',
];

describe('the menu', () => {
  test('has the daily work, the groups, and the fifteen entries together; for a Telecaller what the role sees', async () => {
    await move('Contact Customer');
    await go(admin, routes.dashboard);
    const groups = ['Waiting ▾', 'At Risk', 'Call Sheet', 'Insight ▸', 'Admin ▸'];
    await linesBecome(admin, [...daily, ...groups, ...owners]);
    const telecaller = await desk.member('telecaller@demo.test');
    const hidden = ['Order History', 'Order Processed', 'Manage Team'];
    await linesBecome(telecaller, [
      ...daily,
      'Waiting ▾',
      'At Risk',
      'Call Sheet',
      ...owners.filter((label) => !hidden.includes(label)),
    ]);
    await telecaller.browserContext().close();
  });

  test('is low enough: 28 pixels a line, Logout in view on a small screen, above the entries that scroll', async () => {
    await admin.setViewport({ width: 1366, height: 768 });
    for (const path of [routes.dashboard, routes.password]) {
      await go(admin, path);
      expect(await placeOf(admin, `${nav} form button`)).toMatchObject({ height: 28, seen: true });
      expect(await placeOf(admin, `${nav} [aria-current=page]`)).toMatchObject({ height: 28, seen: true });
    }
    expect(await placeOf(admin, head('waiting'))).toMatchObject({ height: 28 });
    await admin.setViewport({ width: 1440, height: 900 });
  });

  test('shows red numbers in At Risk alone here, and a folded group the sum of its numbers', async () => {
    await go(admin, routes.dashboard);
    const red = await admin.$$eval(`${nav} .text-danger`, (all) => all.map((one) => one.closest('a')?.textContent));
    expect(red).toEqual(['At Risk1']);
    await toggle(admin, 'waiting');
    await becomes(() => admin.$eval(head('waiting'), ({ textContent }) => textContent), 'Waiting2');
    await toggle(admin, 'waiting');
  });

  test('is folded by keyboard, and so in another browser from the first byte on', async () => {
    await go(admin, routes.dashboard);
    await admin.focus(head('insight'));
    await toggle(admin, 'insight', () => admin.keyboard.press('Enter'));
    await admin.waitForSelector(`${nav} a[href="${routes.audit}"]`);
    await admin.focus(head('waiting'));
    await toggle(admin, 'waiting', () => admin.keyboard.press('Space'));

    const other = await desk.member('admin@demo.test');
    const answer = await go(other, routes.dashboard);
    const markup = await answer!.text();
    expect(/id="menu-waiting"[^>]*aria-expanded="(\w+)"/.exec(markup)?.[1]).toBe('false');
    expect(/id="menu-insight"[^>]*aria-expanded="(\w+)"/.exec(markup)?.[1]).toBe('true');
    expect((await lines(other)).slice(6, 12)).toEqual([
      'Waiting ▸',
      'Insight ▾',
      'Statistics',
      'Dispute Report',
      'Audit',
      'System',
    ]);
    expect(other.said).toEqual([]);
    await other.browserContext().close();
    await toggle(admin, 'insight');
    await toggle(admin, 'waiting');
    await becomes(async () => (await lines(admin)).slice(6, 8), ['Waiting ▾', 'At Risk']);
  });

  test('opens the group of the current page, which the member may fold, and which stays open when it is left', async () => {
    const answer = await go(admin, routes.shops);
    expect(/id="menu-admin"[^>]*aria-expanded="(\w+)"/.exec(await answer!.text())?.[1]).toBe('true');
    expect(await placeOf(admin, `${nav} [aria-current=page]`)).toMatchObject({ seen: true });
    await admin.click(`${nav} a[href="${routes.dashboard}"]`);
    await admin.waitForFunction(() => location.pathname === '/admin');
    expect(await lines(admin)).toContain('Admin ▾');
    await admin.click(head('admin'));
    await becomes(async () => (await lines(admin)).includes('Admin ▸'), true);
  });

  test('has every screen in the command bar, whatever is folded', async () => {
    await go(admin, routes.dashboard);
    expect(await lines(admin)).toContain('Admin ▸');
    await admin.keyboard.press('/');
    await admin.waitForSelector('[role=combobox]');
    await admin.type('[role=combobox]', 'keeping');
    await admin.waitForFunction(() => document.querySelector('[role=option][aria-selected=true]') !== null);
    await admin.keyboard.press('Enter');
    await admin.waitForFunction((path) => location.pathname === path, {}, routes.retention);
    await becomes(async () => (await lines(admin)).includes('Admin ▾'), true);
  });
});

describe('an entry of Waiting', () => {
  const callSheet = `${nav} a[href="${routes.callSheet}"]`;
  const below = `${nav} a[href="${routes.countries}"]`;

  test('comes and goes with what waits, but not under the pointer', async () => {
    await go(admin, routes.dashboard);
    await admin.mouse.move(800, 400);
    await move('Awaiting');
    await admin.waitForFunction((entry) => !document.querySelector(entry), {}, callSheet);
    await admin.hover(below);
    const { top } = await placeOf(admin, below);
    await move('Contact Customer');
    await admin.waitForFunction(
      (entry) => document.querySelector(entry)?.textContent === 'Contact Customer1',
      {},
      `${nav} a[href="/admin/contact-customer"]`,
    );
    expect([await admin.$(callSheet), (await placeOf(admin, below)).top]).toEqual([null, top]);
    await admin.mouse.move(800, 400);
    await admin.waitForSelector(callSheet);
    expect((await placeOf(admin, below)).top).toBe(top + 28);
  });

  test('does not go under the focus of the keyboard', async () => {
    await admin.focus(callSheet);
    await admin.keyboard.press('Tab');
    await move('Awaiting');
    await admin.waitForFunction((entry) => document.querySelector(entry)?.textContent === 'Call Sheet0', {}, callSheet);
    await admin.focus('#content');
    await admin.waitForFunction((entry) => !document.querySelector(entry), {}, callSheet);
  });

  longTest('stays while it is the current page, also when nothing waits there', async () => {
    await go(admin, routes.callSheet);
    expect(await lines(admin)).toContain('Call Sheet');
    await shows(admin, 'Call Sheet');
    await go(admin, routes.dashboard);
    expect(await lines(admin)).not.toContain('Call Sheet');
    await move('Contact Customer');
  });

  longTest('in the drawer of a small screen the same', async () => {
    await admin.setViewport({ width: 390, height: 844 });
    await go(admin, routes.dashboard);
    await admin.click('button[aria-label=Menu]');
    await admin.waitForSelector(`${nav}[data-open]`);
    await linesBecome(admin, [...daily, 'Waiting ▾', 'At Risk', 'Call Sheet', 'Insight ▸', 'Admin ▸', ...owners]);
    await becomes(async () => (await placeOf(admin, `${nav} form button`)).seen, true);
    await admin.setViewport({ width: 1440, height: 900 });
  });
});
