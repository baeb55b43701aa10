import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HTTPRequest, KeyInput, Page } from 'puppeteer';
import { allRowsBatch } from '../../src/shared/limits.js';
import { queueRows } from '../../src/shared/order-queues.js';
import { routes } from '../../src/shared/routes.js';
import { eventually } from '../support/app.js';
import {
  alive,
  closeToasts,
  countBecomes,
  countBeside,
  type Desk,
  fill,
  goTo,
  ids,
  press,
  reply,
  settled,
  shows,
  startDesk,
  tick,
  type Watched,
} from '../support/browser.js';
import { hold } from '../support/held-requests.js';
import { dayFromNow } from '../support/orders.js';
import { processes } from '../support/process-list.js';
import { type Calls, callsOf, saysOfKilled, takeInto } from '../support/product.js';
import { longTest, sampleOf } from '../support/sample.js';
import { patient } from '../support/patience.js';

// Lists in real browsers on the built product: long, restored and shared lists, a bad network, colleagues who change orders.

let desk: Desk;
let admin: Watched;
let team: Watched;
/** The API as an admin, outside the browsers. */
let colleague: Calls;
beforeAll(async () => {
  desk = await startDesk(850, { provoked: saysOfKilled });
  [admin, team, colleague] = await Promise.all([
    desk.member('admin@demo.test'),
    desk.member('team@demo.test'),
    callsOf(desk, 'manager@demo.test'),
  ]);
});
afterAll(async () => {
  const missing = await desk.pressesWithoutRow();
  expect(await desk.stop()).toBe(0);
  expect(missing).toEqual([]);
});

/** Brings the page to the front, opens a screen, and waits until the requests it makes by itself are answered. */
async function go(page: Watched, path: string): Promise<void> {
  await page.bringToFront();
  await goTo(page, desk.url + path);
  await settled(page);
}

const takeIn = (more: Record<string, unknown> = {}) => takeInto(desk, more);
const order = (orderId: number, path: string, more: object) =>
  colleague('PUT', `/api/admin/${path}`, { orderId, ...more });

/** All ids of a queue, read by the API. */
async function idsOf(queue: string, query = ''): Promise<string[]> {
  const { data } = await colleague('GET', `/api/admin/get-orders-list/${queue}?limit=10000${query}`);
  return (data as { order_id: number }[]).map(({ order_id }) => String(order_id));
}

const addressIs = (page: Page, search: string) =>
  page.waitForFunction((wanted) => decodeURIComponent(location.search) === wanted, {}, search);
const firstIs = (page: Page, id: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector('tbody .copyable.font-medium')?.textContent === wanted,
    {},
    id,
  );
const rowSays = (page: Page, id: number, words: string) =>
  page.waitForFunction(
    (wanted, said) =>
      [...document.querySelectorAll('tbody tr')].some(
        ({ textContent }) => textContent?.includes(wanted) && textContent.includes(said),
      ),
    {},
    String(id),
    words,
  );
const sortBy = (page: Page, key: string) => page.locator(`thead a[href*="sort=${key}"]`).click();

/** Waits until the first row is another order than the given one, and returns its id. */
async function firstAfter(page: Page, id: string): Promise<string> {
  await page.waitForFunction(
    (old) => document.querySelector('tbody .copyable.font-medium')?.textContent !== old,
    {},
    id,
  );
  return (await ids(page))[0]!;
}

/** Scrolls the shown list to its end, batch by batch. */
async function scrollToEnd(page: Page, last: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      document.querySelector('.list')!.scrollBy(0, 4_000);
      return [...document.querySelectorAll('tbody .copyable.font-medium')].at(-1)?.textContent === wanted;
    },
    { polling: 50, timeout: patient(20_000) },
    last,
  );
}

/** Scrolls up to the top and returns the ids seen; fails when an id is shown twice at once. */
async function idsUpwards(page: Page): Promise<Set<string>> {
  const seen = new Set(await ids(page));
  for (let top = 1; top > 0;) {
    top = await page.$eval('.list', (list) => {
      list.scrollBy(0, -1_600);
      return list.scrollTop;
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const shown = await ids(page);
    expect(new Set(shown).size).toBe(shown.length);
    shown.forEach((one) => seen.add(one));
  }
  return seen;
}

/** Loses the page's requests to the path after so many, until what it returns is called. */
async function losing(page: Page, path: string, after: number): Promise<() => Promise<void>> {
  let count = 0;
  const onRequest = (request: HTTPRequest) => {
    const isLost = new URL(request.url()).pathname === path && ++count > after;
    void (isLost ? request.abort() : request.continue()).catch(() => undefined);
  };
  await page.setRequestInterception(true);
  page.on('request', onRequest);
  return async () => {
    page.off('request', onRequest);
    await page.setRequestInterception(false);
  };
}

const asks = (part: string) => (request: HTTPRequest) =>
  request.headers()['x-inertia'] === 'true' && request.url().includes(part);

describe('all rows', () => {
  test('come in batches, each once, and few of them stand in the page', async () => {
    const all = await idsOf('allOrder');
    expect(all.length).toBeGreaterThanOrEqual(850);
    await go(admin, '/admin/order-history?limit=10000');
    const batches: string[] = [];
    const onRequest = (request: HTTPRequest) => {
      const after = new URL(request.url()).searchParams.get('after');
      if (after) batches.push(after);
    };
    admin.on('request', onRequest);
    await shows(admin, `All ${all.length.toLocaleString('en')}`);

    await scrollToEnd(admin, all.at(-1)!);
    expect((await admin.$$('tbody tr')).length).toBeLessThan(100);
    await settled(admin);
    admin.off('request', onRequest);
    const count = Math.ceil(all.length / allRowsBatch);
    expect(batches).toHaveLength(count - 1);
    expect(new URL(admin.url()).search).toBe('?limit=10000');
  });

  longTest('keep what was heard of them while more come, and no order comes twice', async () => {
    const all = await idsOf('allOrder');
    const [newest] = all;
    await go(admin, '/admin/order-history?limit=10000');
    await order(Number(newest), 'assign-order-status', { assignto: 'Demo Manager' });
    await rowSays(admin, Number(newest), 'DM');
    // nor does a new order that goes before all of them
    const { id } = await takeIn({ full_name: 'Pushes All Others' });
    await shows(admin, '1 new order');
    await scrollToEnd(admin, all.at(-1)!);

    expect(await idsUpwards(admin)).toEqual(new Set(all));
    await rowSays(admin, Number(newest), 'DM');
    await press(admin, '1 new order · Show');
    await rowSays(admin, id, 'Pushes All Others');
  });

  test('leave none out that stays, whatever colleagues take away before the next batch comes', async () => {
    const all = await idsOf('completedOrder');
    await go(admin, '/admin/completed-order?limit=10000');
    const taken = [...all.slice(0, 20), ...all.slice(allRowsBatch - 5, allRowsBatch), all.at(-1)!].map(Number);
    const move = (updatingStatus: string) =>
      colleague('PUT', '/api/admin/move-order-status', { orderId: taken, updatingStatus });
    expect((await move('Awaiting')).code).toBe(200);
    await rowSays(admin, taken[0]!, 'moved to Awaiting');
    await scrollToEnd(admin, all.at(-2)!);
    expect(await idsUpwards(admin)).toEqual(new Set(all.slice(0, -1)));
    expect(await admin.evaluate(() => document.body.textContent)).not.toContain('This list may have changed');
    expect((await move('Completed')).code).toBe(200);
  });

  longTest('read anew while a batch is on its way leave no gap', async () => {
    await go(admin, '/admin/order-history?limit=10000');
    const all = await idsOf('allOrder');
    await admin.$eval('.list', (list) => list.scrollTo(0, 150 * 41));
    await settled(admin);
    const slow = await hold(admin, asks('after='));
    await admin.$eval('.list', (list) => list.scrollTo(0, 350 * 41));
    await slow.until(1);
    await press(admin, 'Refresh');
    // again no more than the first two hundred rows
    await admin.waitForFunction(() => {
      const row = document.querySelector<HTMLElement>('.list tbody tr:not(.gap)')!;
      return document.querySelector('.list table')!.clientHeight < 201 * row.offsetHeight;
    });
    await slow.end();
    await settled(admin);
    await admin.$eval('.list', (list) => list.scrollTo(0, 0));
    const seen: string[] = [];
    for (let top = 0; top < 260 * 41; top += 400) {
      await admin.$eval('.list', (list, to) => list.scrollTo(0, to), top);
      await settled(admin, 50);
      for (const id of await ids(admin)) if (!seen.includes(id)) seen.push(id);
    }
    expect(seen.length).toBeGreaterThan(allRowsBatch + 20);
    expect(seen).toEqual(all.slice(0, seen.length));
  });
});

describe('a selection', () => {
  test('of more than one call takes is deleted, told in one sentence, and all of it put back', async () => {
    const before = (await idsOf('completedOrder')).sort();
    const deleted = await countBeside(admin, 'Deleted Orders');
    const count = before.length.toLocaleString('en');
    expect(before.length).toBeGreaterThan(500);
    await go(admin, '/admin/completed-order');
    await admin.locator('::-p-aria([name="Select all rows"])').click();
    await press(admin, `Select all ${count} in this list`);
    await shows(admin, `${count} selected`);
    const deletions = await hold(admin, (request) => request.url().endsWith('/change-order-status'));
    await press(admin, 'Delete Order');
    await reply(admin, 'Yes');
    await deletions.until(1);
    await deletions.release();
    await deletions.until(1);
    await admin.waitForSelector('progress[aria-label="Done so far"]');
    await shows(admin, `500 of ${count} done`);
    await deletions.end();
    await admin.waitForFunction(
      (said) => document.querySelector('.Toastify__toast')?.textContent?.includes(said),
      {},
      `Order has been deleted successfully · ${count} orders`,
    );
    await countBecomes(admin, 'Completed Orders', 0);
    await countBecomes(admin, 'Deleted Orders', deleted + before.length);
    await shows(admin, 'No data available in table');

    // an undo that breaks off after its first batch offers the rest
    const last = before.length % 500 || 500;
    const found = await losing(admin, '/api/admin/undo', 1);
    await press(admin, 'Undo');
    await shows(admin, `${last} were done before.`);
    await found();
    await admin.locator('::-p-xpath(//button[starts-with(., "Undo") and not(@aria-disabled)])').click();
    await shows(admin, 'Undone');
    admin.said.splice(0);
    await countBecomes(admin, 'Completed Orders', before.length);
    await countBecomes(admin, 'Deleted Orders', deleted);
    expect((await idsOf('completedOrder')).sort()).toEqual(before);
    await firstIs(admin, (await idsOf('completedOrder'))[0]!);
    await closeToasts(admin);
  }, 150_000);

  test('of all that match is of the list on show, not of one that it changes into or has been', async () => {
    await go(admin, '/admin/completed-order');
    await admin.locator('::-p-aria([name="Select all rows"])').click();
    await shows(admin, '10 selected');
    const all = await admin.$eval(
      '[aria-label="Selected orders"]',
      ({ textContent }) => /Select all [\d,]+ in this list/.exec(textContent)![0],
    );
    const [id] = await ids(admin);

    const search = await hold(admin, asks('q='));
    await admin.type('[name=q]', id!);
    await press(admin, all);
    await search.until(1);
    await press(admin, all);
    await search.end();
    await addressIs(admin, `?q=${id}`);
    await settled(admin);
    await shows(admin, '10 selected');

    await go(admin, '/admin/completed-order');
    await admin.locator('::-p-aria([name="Select all rows"])').click();
    const choice = await hold(admin, (request) => request.url().endsWith('/matching-ids'));
    await press(admin, all);
    await choice.until(1);
    await admin.type('[name=q]', id!);
    await addressIs(admin, `?q=${id}`);
    await choice.end();
    await settled(admin);
    await shows(admin, '10 selected');
  });

  test('is kept over pages and over a search', async () => {
    const [first, , , , , , , , , , eleventh] = await idsOf('completedOrder');
    await go(admin, '/admin/completed-order');
    await tick(admin, first!);
    await press(admin, 'Page 2', 'link');
    await addressIs(admin, '?page=2');
    await firstIs(admin, eleventh!);
    await tick(admin, eleventh!);
    await shows(admin, '2 selected');
    await admin.type('[name=q]', first!);
    await addressIs(admin, `?q=${first}`);
    await admin.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    const isTicked = (id: string) =>
      admin.evaluate(
        (label) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)?.checked,
        `Select order ${id}`,
      );
    expect(await isTicked(first!)).toBe(true);
    expect(await isTicked(eleventh!)).toBeUndefined();
    await admin.focus('[name=q]');
    for (let n = 0; n < first!.length; n += 1) await admin.keyboard.press('Backspace');
    await addressIs(admin, '');
    await firstIs(admin, first!);
    await shows(admin, '2 selected');
    await press(admin, 'Page 2', 'link');
    await firstIs(admin, eleventh!);
    expect(await isTicked(eleventh!)).toBe(true);
    await press(admin, 'Clear selection');
    await admin.waitForFunction(() => !document.querySelector('[aria-label="Selected orders"]'));
  });
});

describe('the address', () => {
  test('gives the same rows by back, forward, reload and to somebody else', async () => {
    await go(team, '/admin/order-history');
    await sortBy(team, 'full_name');
    await addressIs(team, '?sort=full_name');
    const byName = await idsOf('allOrder', '&sort=full_name&dir=desc');
    await firstIs(team, byName[0]!);
    await sortBy(team, 'full_name');
    await addressIs(team, '?sort=full_name&dir=asc');
    const rising = await idsOf('allOrder', '&sort=full_name&dir=asc');
    await firstIs(team, rising[0]!);
    expect(await team.$eval('th[aria-sort]', (cell) => [cell.textContent, cell.ariaSort])).toEqual([
      'Name',
      'ascending',
    ]);
    await press(team, 'Page 2', 'link');
    await firstIs(team, rising[10]!);
    await press(team, 'Next page', 'link');
    await firstIs(team, rising[20]!);
    expect(await ids(team)).toEqual(rising.slice(20, 30));

    await team.goBack();
    await firstIs(team, rising[10]!);
    await team.goBack();
    await firstIs(team, rising[0]!);
    await team.goBack();
    await firstIs(team, byName[0]!);
    await team.goForward();
    await team.goForward();
    await firstIs(team, rising[10]!);
    await team.reload();
    await alive(team);
    expect(await ids(team)).toEqual(rising.slice(10, 20));

    await go(admin, new URL(team.url()).pathname + new URL(team.url()).search);
    expect(await ids(admin)).toEqual(rising.slice(10, 20));
  });

  test('that was just loaded is not read again, while nobody changes an order', async () => {
    const again: string[] = [];
    const hear = (request: HTTPRequest) => {
      if (request.headers()['x-inertia-partial-data']) again.push(request.url());
    };
    await go(team, '/admin/completed-order');
    team.on('request', hear);
    const hello = team.waitForResponse((response) => response.url().endsWith('/admin/live'));
    await team.reload();
    await hello;
    await settled(team);
    team.off('request', hear);
    expect(again).toEqual([]);
  });

  test('of a page beyond the end shows the last page', async () => {
    const all = await idsOf('completedOrder');
    const last = Math.ceil(all.length / 10);
    await go(team, '/admin/completed-order?page=4000');
    expect(await ids(team)).toEqual(all.slice((last - 1) * 10));
    expect(new URL(team.url()).searchParams.get('page')).toBe(String(last));
    await shows(team, `of ${all.length.toLocaleString('en')}`);
    await go(team, '/admin/completed-order?q=nobody-is-called-so&page=9');
    await shows(team, 'No records found');
  });

  test('holds how many rows a page has, and begins again at the first', async () => {
    const all = await idsOf('allOrder');
    await go(team, '/admin/order-history?page=3');
    for (const size of ['25', '100', '500']) {
      await team.select('[name=limit]', size);
      await addressIs(team, `?limit=${size}`);
      // of five hundred rows only those in view are rendered
      const rendered = size === '500' ? [20, 99] : [Number(size), Number(size)];
      await team.waitForFunction(
        ([least, most]) => {
          const { length } = document.querySelectorAll('tbody tr');
          return length >= least! && length <= most!;
        },
        {},
        rendered,
      );
      await shows(team, `1–${size} of ${all.length.toLocaleString('en')}`);
    }
    await team.select('[name=limit]', '10000');
    await shows(team, `All ${all.length.toLocaleString('en')}`);
    expect(await team.$('nav[aria-label=Pages]')).toBeNull();
    // the number is kept with the account: the other tests expect the usual one
    await team.select('[name=limit]', '10');
    await shows(team, `1–10 of ${all.length.toLocaleString('en')}`);
    await settled(team);
  });
});

describe('Back', () => {
  const isInert = () => team.$eval('main', (main) => [main.inert, main.ariaBusy]);
  const isRead = () => team.waitForFunction(() => !document.querySelector<HTMLElement>('main')!.inert);
  const open = async (id: string) => {
    await team.$eval(`::-p-xpath(//tr[contains(., "${id}")]//a[contains(@class, "row-action")])`, (link) =>
      (link as HTMLElement).click(),
    );
    await team.waitForFunction(() => location.pathname.startsWith('/admin/view-order/'));
    await settled(team);
  };

  test('shows a list that can be pressed once it was read again, with its ticks and place', async () => {
    const people = await Promise.all(
      ['Taken', 'Completed', 'Kept', 'Opened'].map((full_name) => takeIn({ full_name })),
    );
    const [taken, completed, kept, opened] = people.map(({ id }) => id) as [number, number, number, number];
    // enough orders to make the list scroll
    for (let n = 0; n < 12; n += 1) await takeIn({ full_name: 'Further down' });
    const news = (await idsOf('newOrder')).length;
    await go(team, '/admin/recent-order?limit=100');
    for (const id of [taken, completed, kept]) await tick(team, id);
    await team.$eval('.list', (list) => list.scrollTo(0, 30));
    await settled(team);
    await open(String(opened));
    await order(taken, 'assign-order-status', { assignto: 'Demo Manager' });
    await order(completed, 'move-order-status', { updatingStatus: 'Completed' });

    const slow = await hold(team, asks('/admin/recent-order'));
    await team.goBack();
    await slow.until(1);
    await rowSays(team, taken, 'Taken');
    expect(await isInert()).toEqual([true, 'true']);
    await slow.end();
    await isRead();
    expect(await isInert()).toEqual([false, null]);
    await rowSays(team, taken, 'DM');
    expect(await ids(team)).not.toContain(String(completed));
    expect(await team.$(`input[aria-label="Select order ${taken}"]`)).toBeNull();
    await countBecomes(team, 'New Orders', news - 1);
    expect(await team.$eval(`input[aria-label="Select order ${kept}"]`, (box) => box.checked)).toBe(true);
    expect(await team.$eval('.list', ({ scrollTop }) => scrollTop)).toBe(30);
    await shows(team, '1 selected');
    await press(team, 'Clear selection');
  });

  test('without a line says that the list may be old, and reads it as soon as there is one', async () => {
    await go(team, '/admin/recent-order');
    const [first] = await ids(team);
    await open(first!);
    await team.setOfflineMode(true);
    await team.goBack();
    await shows(team, 'The server can’t be reached. This page may be out of date.');
    expect((await isInert())[0]).toBe(true);
    await team.setOfflineMode(false);
    await isRead();
    expect(team.said.splice(0).filter((text) => !/ERR_|Failed to load resource/.test(text))).toEqual([]);
    await closeToasts(team);
  });

  test('pressed while the code of a screen is on its way is not undone when it comes', async () => {
    await go(team, '/admin/order-history');
    const [first] = await ids(team);
    await press(team, 'Page 2', 'link');
    await addressIs(team, '?page=2');
    const second = await firstAfter(team, first!);
    // a screen that this browser has never shown: it keeps the code of the others in memory
    const slow = await hold(team, (request) => request.resourceType() === 'script');
    await team.$eval('nav a[href="/admin/country-order"]', (link) => link.click());
    await slow.until(1);
    await team.goBack();
    await firstIs(team, first!);
    await slow.end();
    await settled(team);
    await firstIs(team, first!);
    expect(new URL(team.url()).pathname).toBe('/admin/order-history');
    await team.goForward();
    await firstIs(team, second);
    await addressIs(team, '?page=2');
    await settled(team);
  });

  test('leads to the row of all rows that one came from', async () => {
    await go(team, '/admin/completed-order?limit=10000');
    const far = (await idsOf('completedOrder'))[allRowsBatch + 150]!;
    await team.waitForFunction(
      (id) => {
        document.querySelector('.list')!.scrollBy(0, 400);
        return [...document.querySelectorAll('tbody .copyable.font-medium')].some(
          ({ textContent }) => textContent === id,
        );
      },
      { polling: 50 },
      far,
    );
    await settled(team);
    const top = await team.$eval('.list', ({ scrollTop }) => scrollTop);
    await open(far);
    await team.goBack();
    await isRead();
    await team.waitForFunction((id) => document.querySelector('tbody')?.textContent?.includes(id), {}, far);
    expect(Math.abs((await team.$eval('.list', ({ scrollTop }) => scrollTop)) - top)).toBeLessThan(200);
  });
});

describe('the columns', () => {
  const standard = ['Order Id', 'Name', 'Email', 'Telephone', 'Date & Time', 'Status', 'Action'];
  const withArrival = standard.toSpliced(2, 0, 'Arrival Date');
  const future = ['Order ID', ...withArrival.slice(1, -2), 'Processing Date', 'Process Month', 'Status', 'Action'];
  const asSpecified: [path: string, columns: string[]][] = [
    ['recent-order?limit=50', withArrival],
    ['priority-order?limit=50', withArrival],
    ['pending-order?limit=50', standard],
    ['completed-order?limit=100', standard],
    ['order-history?limit=100', standard],
    ['future-order/all?limit=100', future],
    ['manage-team', ['#', 'Name', 'Email', 'Password', 'Type', 'Action']],
  ];

  /** What a list shows: its headings, those it leaves out, the line about them, cut emails, the heights of rows. */
  const shownBy = (page: Page) =>
    page.$eval('.list-box', (box) => {
      const isShown = (one: Element) => (one as HTMLElement).offsetParent !== null;
      const headings = [...box.querySelectorAll('th:not(.tick)')];
      // the time zone is a note beside the title
      const titles = (all: Element[]) => all.map((one) => one.textContent.replace(/UTC$/, '').trim());
      const emails = [...box.querySelectorAll<HTMLElement>('td[data-title=Email] .copyable')];
      const list = box.querySelector('.list')!;
      return {
        columns: titles(headings.filter(isShown)),
        missing: titles(headings.filter((one) => !isShown(one))),
        line: [...box.querySelectorAll('.not-fitting > span')].filter(isShown).map((one) => one.textContent),
        cut: emails
          .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
          .map((one) => one.textContent),
        emails: emails.length,
        heights: [...new Set([...box.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height))],
        scrolls: list.scrollWidth > list.clientWidth,
      };
    });
  const lineOf = (count: number) =>
    count === 0 ? [] : [count === 1 ? '1 column doesn’t fit' : `${count} columns don’t fit`];
  afterAll(() => admin.setViewport({ width: 1440, height: 900 }));

  // at 1415 the text grows
  test.each(sampleOf([1440, 1415, 1280], [1, 2]))(
    'are all there at %d pixels, with whole emails and rows of one height',
    async (width) => {
      await admin.setViewport({ width, height: 900 });
      for (const [path, columns] of asSpecified) {
        await go(admin, `/admin/${path}`);
        const shown = await shownBy(admin);
        expect([path, shown]).toEqual([
          path,
          { columns, missing: [], line: [], cut: [], emails: shown.emails, heights: [48], scrolls: false },
        ]);
        expect([path, shown.emails > 0]).toEqual([path, true]);
      }
    },
  );

  test.each(sampleOf([1440, 1280], [1]))(
    'of boards are of one height at %d pixels, and times are whole',
    async (width) => {
      await admin.setViewport({ width, height: 900 });
      for (const path of ['at-risk', 'without-card', 'requests', 'disputes']) {
        await go(admin, `/admin/${path}`);
        const { heights, scrolls } = await shownBy(admin);
        expect([path, heights, scrolls]).toEqual([path, [48], false]);
      }
      const times = await admin.$$eval('td[data-title^="Reply by"] span', (all) =>
        all.map((one) => ({ text: one.textContent, isCut: one.scrollWidth > one.clientWidth })),
      );
      expect(times).not.toEqual([]);
      expect(times.filter(({ isCut }) => isCut)).toEqual([]);
    },
  );

  test('that a narrow list leaves out are counted above it and shown when asked', async () => {
    for (const [path, columns] of sampleOf(asSpecified, [0, 5])) {
      for (const width of [1199, 1100, 1023, 992, 991, 880, 768]) {
        await admin.setViewport({ width, height: 900 });
        if (width === 1199) await go(admin, `/admin/${path}`);
        const { missing, line, scrolls } = await shownBy(admin);
        expect([path, width, line, scrolls]).toEqual([path, width, lineOf(missing.length), false]);
        if (width === 992) expect([path, missing.length > 1]).toEqual([path, true]);
      }
      await admin.setViewport({ width: 992, height: 900 });
      await press(admin, 'Show');
      expect([path, await shownBy(admin)]).toMatchObject([path, { columns, missing: [], cut: [], scrolls: true }]);
      await press(admin, 'Hide');
      expect((await shownBy(admin)).missing.length).toBeGreaterThan(1);
    }
  });

  test('say the deadline below the arrival or the time, without a colour while there is time', async () => {
    const { id } = await takeIn({ doa: dayFromNow(40) });
    for (const [path, column] of [
      ['future-order/all', 'Arrival Date'],
      ['awaiting-response', 'Date & Time'],
    ] as const) {
      if (path === 'awaiting-response') await order(id, 'move-order-status', { updatingStatus: 'Awaiting' });
      await go(admin, `/admin/${path}?limit=50&q=${id}`);
      const cell = `::-p-xpath(//tr[contains(., '${id}')]/td[@data-title='${column}'])`;
      expect(await admin.$eval(cell, ({ textContent }) => textContent)).toMatch(/ \d{1,2} [A-Z][a-z]{2}(?: \d{4})?$/);
      expect(await admin.$eval(cell, (one) => one.querySelector('.tag'))).toBeNull();
    }
  });
});

test('the row that the keys act on has a bar and a ground of its own, ticked or not', async () => {
  await go(admin, '/admin/order-history?limit=50');
  const looks = () =>
    admin.$eval('tbody tr:focus', (row) => {
      const { backgroundColor, boxShadow } = getComputedStyle(row.querySelector('td')!);
      return [backgroundColor !== getComputedStyle(row.nextElementSibling!.children[1]!).backgroundColor, boxShadow];
    });
  await admin.keyboard.press('j');
  const [isOther, bar] = await looks();
  expect([isOther, bar]).toEqual([true, expect.stringMatching(/ 3px 0px 0px 0px inset$/)]);
  await admin.keyboard.press('x');
  await admin.waitForSelector('tbody tr[data-ticked]:focus');
  expect(await looks()).toEqual([true, bar]);
  await admin.keyboard.press('x');
});

test('in forced colours the row of the keys, a current entry and a chosen one have an outline', async () => {
  // Puppeteer's own emulation does not know the feature
  const session = await admin.createCDPSession();
  const force = (value: string) =>
    session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await force('active');
  await go(admin, '/admin/order-history?limit=50');
  const outlineOf = (selector: string) =>
    admin.$eval(selector, (one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return `${outlineStyle} ${outlineWidth}`;
    });
  await admin.keyboard.press('j');
  expect(await outlineOf('tbody tr:focus')).toBe('solid 3px');
  expect(await outlineOf('tbody tr:not(:focus)')).toMatch(/^none /);
  expect(await outlineOf('nav [aria-current=page]')).toBe('solid 2px');
  await go(admin, '/admin/gateway-setting');
  expect(await outlineOf('label:has([type=radio]:checked)')).toBe('solid 2px');
  await force('none');
  await session.detach();
});

test('Export CSV holds just what the list with its search holds', async () => {
  for (const name of ['=HYPERLINK("http://a.example")', 'Comma, Quoted "Exported"', 'Línea Exported']) {
    await takeIn({ full_name: name, contact_email_address: 'exported@example.com' });
  }
  await go(team, '/admin/recent-order?q=exported%40example&sort=full_name&dir=asc');
  await shows(team, 'Línea Exported');
  const shown = await ids(team);
  const { csv, name } = await team.$eval('a[download]', async (link) => {
    const answer = await fetch(link.href);
    return { csv: await answer.text(), name: answer.headers.get('content-disposition') };
  });
  expect(name).toMatch(/^attachment; filename="recent-order-\d{4}-\d\d-\d\d\.csv"$/);
  const [heading, ...lines] = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(heading).toBe('Order Id,Name,Arrival Date,Deadline,Email,Telephone,Date & Time (UTC),Status');
  expect(shown).toHaveLength(3);
  expect(lines.map((line) => line.split(',')[0])).toEqual(shown);
  expect(lines.join('\n')).toContain('"Comma, Quoted ""Exported"""');
  expect(lines.join('\n')).not.toMatch(/(^|,)"?=/m);
});

describe('what colleagues do', () => {
  test('a deletion fades the row, which is gone when the list is read again', async () => {
    const { id } = await takeIn({ full_name: 'Deleted Elsewhere' });
    await go(team, '/admin/recent-order?sort=create_ts');
    await rowSays(team, id, 'Deleted Elsewhere');
    await order(id, 'change-order-status', {});
    await rowSays(team, id, 'deleted by Demo Manager');
    expect(await team.$(`input[aria-label="Select order ${id}"]`)).toBeNull();
    expect(await team.$eval('tr[data-live=left]', (row) => row.querySelector('a'))).toBeNull();
    await press(team, 'Refresh');
    await team.waitForFunction((gone) => !document.querySelector('tbody')?.textContent?.includes(gone), {}, String(id));
  });

  test('while a list was on its way is seen in it, too', async () => {
    const { id } = await takeIn({ full_name: 'Taken On The Way' });
    await go(team, '/admin/awaiting-govt');
    const link = 'nav a[href="/admin/order-history"]';
    const loaded = team.waitForResponse((answer) => answer.url().endsWith('/admin/order-history'));
    await team.hover(link);
    await loaded;
    await order(id, 'assign-order-status', { assignto: 'Demo Manager' });
    const told = team.waitForFunction(
      (count) => document.querySelector('nav[aria-label=Main]')?.textContent !== count,
      {},
      await team.$eval('nav[aria-label=Main]', ({ textContent }) => textContent),
    );
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, 400))]);
    await team.click(link);
    await rowSays(team, id, 'Taken On The Way');
    await rowSays(team, id, 'DM');
  });

  test('under a search the list says that it may have changed, and shows it when asked', async () => {
    await takeIn({ full_name: 'Searched One' });
    await go(team, '/admin/recent-order?q=searched');
    expect(await ids(team)).toHaveLength(1);
    const { id } = await takeIn({ full_name: 'Searched Two' });
    await shows(team, 'This list may have changed');
    expect(await ids(team)).toHaveLength(1);
    await press(team, 'This list may have changed · Show');
    await rowSays(team, id, 'Searched Two');
    await gone(team);

    // an order that doesn't match is neither shown nor offered again
    await takeIn({ full_name: 'Somebody Else' });
    await shows(team, 'This list may have changed');
    await press(team, 'Refresh');
    await gone(team);
    expect(await ids(team)).toHaveLength(2);
  });

  test('on a month of Future Orders the list says so too', async () => {
    const doa = `${new Date().getUTCFullYear() + 1}-06-20`;
    await takeIn({ full_name: 'June One', doa });
    await go(team, `/admin/future-order/${doa.slice(0, 7)}`);
    const { id } = await takeIn({ full_name: 'June Two', doa });
    await press(team, 'This list may have changed · Show');
    await rowSays(team, id, 'June Two');
    await gone(team);
    expect(new URL(team.url()).pathname).toBe(`/admin/future-order/${doa.slice(0, 7)}`);
  });

  test('is right again within three seconds after the line was lost', async () => {
    const [kept, left] = [await takeIn({ full_name: 'Line Kept' }), await takeIn({ full_name: 'Line Left' })];
    await go(team, '/admin/recent-order?limit=25&sort=create_ts');
    await rowSays(team, left.id, 'Line Left');
    const count = await countBeside(team, 'New Orders');

    // the page has no line until the changes are made: an order that comes later is offered, not shown
    await team.setOfflineMode(true);
    process.kill(webProcess(), 'SIGKILL');
    await eventually(async () => (await fetch(`${desk.url}/readyz`).catch(() => undefined))?.status === 200);
    const [{ id }] = await Promise.all([
      takeIn({ full_name: 'Line Came Meanwhile' }),
      order(left.id, 'move-order-status', { updatingStatus: 'Awaiting' }),
      order(kept.id, 'assign-order-status', { assignto: 'Demo Manager' }),
    ]);
    await team.setOfflineMode(false);
    const servesSince = Date.now();
    await rowSays(team, id, 'Line Came Meanwhile');
    await rowSays(team, kept.id, 'DM');
    await countBecomes(team, 'New Orders', count);
    // three seconds are the promise; seven more allow for the other work of a test run
    expect(Date.now() - servesSince).toBeLessThan(patient(10_000));
    // gone when it left before the list was read again, else faded with what became of it
    await team.waitForFunction(
      (id) =>
        [...document.querySelectorAll('tbody tr')].every(
          (row) => !row.textContent.includes(id) || row.querySelector('.row-news') !== null,
        ),
      {},
      String(left.id),
    );

    await order(id, 'assign-order-status', { assignto: 'Demo Manager' });
    await rowSays(team, id, 'DM');
    // the browser itself logs the requests that got no answer
    expect(team.said.splice(0).filter((text) => !/ERR_|Failed to load resource/.test(text))).toEqual([]);
    admin.said.splice(0);
  });

  const gone = (page: Page) =>
    page.waitForFunction(() => !document.body.textContent?.includes('This list may have changed'));

  /** The id of the web process, found among the children of the product's process. */
  function webProcess(): number {
    const ours = processes().filter(({ parent }) => parent === desk.process.pid);
    return ours.find(({ command }) => command.endsWith('main.js'))!.pid;
  }
});

describe('a row under the hand', () => {
  const opened = (page: Page) => page.$eval('main ol button[aria-expanded=true]', ({ textContent }) => textContent);
  const sheetSays = (words: string) =>
    team.waitForFunction(
      (said) => document.querySelector('main ol button[aria-expanded=true]')?.textContent?.includes(said),
      {},
      words,
    );
  /** Takes an order in that waits for a call, before all others. */
  async function toCall(name: string): Promise<number> {
    const { id } = await takeIn({ full_name: name, doa: dayFromNow(1) });
    await order(id, 'move-order-status', { updatingStatus: 'Contact Customer' });
    return id;
  }
  /** What was done to the orders that wait for a call, and to these. */
  async function doneTo(...orders: number[]) {
    const all = new Set([...(await idsOf('contactCustomerOrder')).map(Number), ...orders]);
    return details(...all);
  }
  async function details(...orders: number[]) {
    const read = orders.map(async (id) => {
      const { data } = await colleague('GET', `/api/admin/get-orders-details/${id}`);
      return [id, [data.version, data.activity.length, data.assign_to]] as const;
    });
    return new Map(await Promise.all(read));
  }

  const gone: [how: string, chosen: string, words: string][] = [
    ['moved away', 'chosen by hand', 'moved to Completed by Demo Manager'],
    ['moved away', 'open by itself', 'moved to Completed by Demo Manager'],
    ['called', 'chosen by hand', 'remark by Demo Manager'],
    ['called', 'open by itself', 'remark by Demo Manager'],
  ];
  test.each(sampleOf(gone, [0, 3]))(
    'of the call sheet, %s by a colleague and %s, stays, and its keys do nothing',
    async (how, chosen, words) => {
      const [id, other] = [await toCall('Under The Hand'), await toCall('Next In Line')];
      await go(team, '/admin/call-sheet');
      if (chosen === 'chosen by hand') await team.locator(`main ol button ::-p-text(${id})`).click();
      else await order(other, 'move-order-status', { updatingStatus: 'Awaiting' });
      // the row that is open by itself is the first that nobody has called
      const at = Number((await opened(team)).slice(0, 6));
      if (chosen === 'chosen by hand') expect(at).toBe(id);
      if (how === 'called') {
        const body = { orderId: at, remark: 'Spoke to the customer' };
        expect((await colleague('POST', '/api/admin/add-new-remark', body)).code).toBe(200);
      } else await order(at, 'move-order-status', { updatingStatus: 'Completed' });
      // the event, and the read that follows it within a second
      await settled(team, 2_500);

      const before = await doneTo(at, other);
      for (const key of ['1', 'a', '2'] as const) await team.keyboard.press(key);
      await settled(team, 1_000);
      expect(await doneTo(at, other)).toEqual(before);
      await sheetSays(words);
      expect(await opened(team)).toContain(String(at));

      await team.keyboard.press('j');
      const next = Number((await opened(team)).slice(0, 6));
      expect(next).not.toBe(at);
      await team.keyboard.press('1');
      await shows(team, `No answer: comment added · order ${next}, `);
      const after = await doneTo(at, other);
      const changed = [...after].filter(([one, facts]) => String(facts) !== String(before.get(one)));
      expect(changed.map(([one]) => one)).toEqual([next]);
      await closeToasts(team);
    },
  );

  const words = '[role=dialog] [name=macroQuestion]';
  const text = () => team.$eval(words, (field) => (field as HTMLTextAreaElement).value);
  const sendIs = (selector: string) => team.waitForSelector(`[role=dialog] button[type=submit]${selector}`);
  /** Opens the row of an order on the call sheet. */
  async function openCall(id: number): Promise<void> {
    await go(team, '/admin/call-sheet');
    await team.locator(`main ol button ::-p-text(${id})`).click();
    await team.waitForFunction(
      (wanted) => document.querySelector('main ol button[aria-expanded=true]')?.textContent?.startsWith(wanted),
      {},
      String(id),
    );
  }
  async function read(id: number) {
    const { data } = await colleague('GET', `/api/admin/get-orders-details/${id}`);
    const { process_status, thread } = data as { process_status: string; thread: { text: string }[] };
    return [process_status, thread.map((mail) => mail.text)];
  }

  test('of the call sheet is under a heading of its own, where its arrival has passed', async () => {
    const id = await toCall('Still To Come');
    await go(team, '/admin/call-sheet');
    const { data } = await colleague('GET', '/api/admin/get-orders-list/contactCustomerOrder?limit=10000');
    const arrivals = new Map((data as { order_id: number; doa: string }[]).map((row) => [row.order_id, row.doa]));
    const shownIn = async (label: string) =>
      (
        await team.$$eval(`ol[aria-label="${label}"] > li > button`, (rows) =>
          rows.map(({ textContent }) => Number(textContent?.slice(0, 6))),
        )
      ).map((one) => arrivals.get(one)!);
    const [coming, passed] = [await shownIn('Customers to call'), await shownIn('Arrival has passed')];
    expect(coming).toContain(arrivals.get(id));
    expect(passed.length).toBeGreaterThan(0);
    expect(coming.every((day) => day >= dayFromNow(0))).toBe(true);
    expect(passed.every((day) => day < dayFromNow(0))).toBe(true);
    await shows(team, 'Arrival has passed');
  });

  test('of the call sheet: an outcome that mails a question shows it first, to be changed, and only then goes on', async () => {
    const [id, other] = [await toCall('Photo Missing'), await toCall('Next In Line')];
    await openCall(id);
    const before = await doneTo(id, other);
    await team.keyboard.press('4');
    await team.waitForSelector(`${words}:focus`);
    await shows(team, `Order ${id}, Photo Missing`);
    await shows(team, 'Asked for passport photo mails this to ann@example.com, moves the order to Awaiting');
    // letters are text, and the caret is behind it
    await team.keyboard.type('1aj');
    expect(await text()).toMatch(/^To finish your arrival card .*1aj$/);
    expect(await opened(team)).toContain(String(id));
    await team.keyboard.press('Escape');
    await team.waitForSelector('[role=dialog]', { hidden: true });
    await settled(team, 1_000);
    expect(await doneTo(id, other)).toEqual(before);

    await team.keyboard.press('4');
    await team.waitForSelector(`${words}:focus`);
    await fill(team, 'Text of the mail', 'A photo of the whole page, please.');
    await press(team, 'Send and move');
    await shows(team, `Asked for passport photo: mailed a question, moved to Awaiting · order ${id}, Photo Missing`);
    await team.waitForSelector('[role=dialog]', { hidden: true });
    expect(await read(id)).toEqual(['Awaiting', ['A photo of the whole page, please.']]);
    // the keys go on with another customer
    await team.waitForFunction(() => document.activeElement?.matches('main ol button[aria-expanded=true]'));
    expect(Number((await opened(team)).slice(0, 6))).toBe(other);
    await team.keyboard.press('1');
    await shows(team, `No answer: comment added · order ${other}, Next In Line`);
    await closeToasts(team);
  });

  test('of the call sheet: the text of a question stays, with what became of the row, and nothing is sent', async () => {
    const id = await toCall('Taken While Asking');
    await openCall(id);
    await team.keyboard.press('4');
    await team.waitForSelector(`${words}:focus`);
    await fill(team, 'Text of the mail', 'Half of what I wanted to');

    await order(id, 'assign-order-status', { assignto: 'Demo Manager' });
    await sendIs('[title="Demo Manager works on this order."][aria-disabled]');
    await shows(team, 'This can’t be sent now. Demo Manager works on this order.');
    await order(id, 'assign-order-status', { assignto: '' });
    await sendIs(':not([aria-disabled])');

    await order(id, 'move-order-status', { updatingStatus: 'Completed' });
    await shows(team, 'This can’t be sent now. Moved to Completed by Demo Manager.');
    await shows(team, `Order ${id}, Taken While Asking`);
    expect(await text()).toBe('Half of what I wanted to');
    const before = await doneTo(id);
    await team.locator('[role=dialog] button[type=submit]').click();
    await settled(team, 1_000);
    expect(await doneTo(id)).toEqual(before);
    expect(await text()).toBe('Half of what I wanted to');
    await press(team, 'Cancel');
    await team.waitForSelector('[role=dialog]', { hidden: true });
    await sheetSays('moved to Completed by Demo Manager');
  });

  test('of the call sheet: the text of a question stays when the server refuses it', async () => {
    const id = await toCall('Refused While Asking');
    await openCall(id);
    await team.keyboard.press('4');
    await team.waitForSelector(`${words}:focus`);
    await fill(team, 'Text of the mail', 'Please send it.');
    // the page hears of it after the press
    const line = await hold(team, (request) => new URL(request.url()).pathname === routes.api.applyMacro);
    await press(team, 'Send and move');
    await line.until(1);
    await order(id, 'assign-order-status', { assignto: 'Demo Manager' });
    await line.end();
    await shows(team, `order ${id}, Refused While Asking`);
    await shows(team, 'This can’t be sent now. Demo Manager works on this order.');
    expect(await text()).toBe('Please send it.');
    expect(await read(id)).toEqual(['Contact Customer', []]);
    await press(team, 'Cancel');
    await order(id, 'move-order-status', { updatingStatus: 'Completed' });
    await closeToasts(team);
  });

  test('of the call sheet: a question stays while it is being sent, and a click outside it loses no text', async () => {
    const id = await toCall('Answer On Its Way');
    await toCall('Next In Line');
    await openCall(id);
    await team.keyboard.press('4');
    await team.waitForSelector(`${words}:focus`);
    await team.keyboard.type(' Both pages.');
    const clickOutside = () => team.mouse.click(400, 800);
    await clickOutside();
    await settled(team);
    expect(await text()).toMatch(/ Both pages\.$/);

    const line = await hold(team, (request) => new URL(request.url()).pathname === routes.api.applyMacro);
    await press(team, 'Send and move');
    await line.until(1);
    await team.waitForSelector('[role=dialog] [title="It is being sent."][aria-disabled]');
    for (const key of ['Escape', 'j'] as const) await team.keyboard.press(key);
    await clickOutside();
    await team.locator('[role=dialog] ::-p-text(Cancel)').click();
    await sleep(1_000);
    expect(await text()).toMatch(/ Both pages\.$/);
    expect(await opened(team)).toContain(String(id));
    await line.end();
    await shows(team, `moved to Awaiting · order ${id}, Answer On Its Way`);
    await team.waitForSelector('[role=dialog]', { hidden: true });
    expect(await read(id)).toEqual(['Awaiting', [expect.stringMatching(/ Both pages\.$/)]]);
    await closeToasts(team);
  });

  test('of the call sheet: an outcome that mails a card’s link asks first, with order, customer and address', async () => {
    const { data: macros } = await colleague('GET', routes.api.macros);
    const macro = (macros as { id: number; name: string }[]).find(({ name }) => name === 'Call again')!;
    expect(await colleague('PUT', routes.api.macro(macro.id), { ...macro, mail: 'download-link' })).toMatchObject({
      code: 200,
    });
    const { data: completed } = await colleague('GET', '/api/admin/get-orders-list/completedOrder?limit=100');
    const newest = (completed as { order_id: number; doa: string; full_name: string; card_due: boolean }[])
      .toSorted((one, another) => another.doa.localeCompare(one.doa))
      .find(({ full_name, card_due }) => !card_due && /^[\w ]+$/.test(full_name))!;
    const { order_id: id, full_name } = newest;
    const { data } = await colleague('GET', `/api/admin/get-orders-details/${id}`);
    await order(id, 'move-order-status', { updatingStatus: 'Contact Customer' });
    await openCall(id);
    const before = await doneTo(id);
    const says = `Order ${id}, ${full_name}: Call again: mails the download link. The mail goes to ${data.contact_email_address}. Go on?`;
    await team.keyboard.press('2');
    await shows(team, says);
    await team.keyboard.press('1');
    await reply(team, 'No');
    await settled(team, 1_000);
    expect(await doneTo(id)).toEqual(before);
    await team.keyboard.press('2');
    await shows(team, says);
    await reply(team, 'Yes');
    await shows(team, `Call again: mailed the download link · order ${id}, ${full_name}`);
    await order(id, 'move-order-status', { updatingStatus: 'Completed' });
    expect(await colleague('PUT', routes.api.macro(macro.id), macro)).toMatchObject({ code: 200 });
    await closeToasts(team);
  });

  const focusedRow = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.closest('tr[id]')?.querySelector('a, .copyable.font-medium')?.textContent ?? '',
    );
  const typeKeys = async (keys: string) => {
    for (const key of keys) await team.keyboard.press(key as KeyInput);
  };

  test('of a board stays, faded, with what became of it; its keys do nothing, and j goes on from its place', async () => {
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push(await takeIn({ full_name: `Board ${n}`, doa: dayFromNow(2) }));
    await go(team, '/admin/at-risk?limit=500');
    await team.locator(`tbody tr ::-p-text(Board 1)`).click();
    const [, { id }] = made as [unknown, { id: number }];
    await typeKeys('k');
    const following = await team.$eval('tr:focus + tr + tr a', ({ textContent }) => textContent);
    // as Tab does
    await team.focus('tr:focus + tr a');
    expect(await focusedRow(team)).toBe(String(id));
    await order(id, 'change-order-status', {});
    await rowSays(team, id, 'deleted by Demo Manager');
    await settled(team, 2_500);
    expect(await focusedRow(team)).toBe(String(id));
    expect(await team.$$eval('tr[data-live=left]', (rows) => rows.length)).toBe(1);
    const before = await details(...(await ids(team)).map(Number), id, Number(following));
    await typeKeys('axma');
    await settled(team, 1_000);
    expect(await details(...before.keys())).toEqual(before);
    await typeKeys('j');
    expect(await focusedRow(team)).toBe(following);
    expect(await team.$('tr[data-live=left]')).toBeNull();
  });

  test('is not acted on by a key that was meant for ticks which colleagues took away', async () => {
    const { id } = await takeIn({ full_name: 'Ticked And Taken' });
    await takeIn({ full_name: 'Beside It' });
    await go(team, '/admin/recent-order?sort=create_ts&limit=25');
    await tick(team, id);
    await typeKeys('k');
    const other = Number(await focusedRow(team));
    expect(other).not.toBe(id);
    await order(id, 'move-order-status', { updatingStatus: 'Awaiting' });
    await rowSays(team, id, 'moved to Awaiting');
    const before = await details(id, other);
    await typeKeys('ama');
    await settled(team, 1_000);
    expect(await details(id, other)).toEqual(before);
  });

  test('gets every letter that is typed at it, and no other row, while rows go away', async () => {
    const made = [];
    for (let n = 0; n < 25; n += 1) made.push((await takeIn({ full_name: `Typed ${n}`, doa: dayFromNow(2) })).id);
    // what this member holds may follow on the board, and taking it again leaves no row of the audit
    const { data: held } = await colleague('GET', '/api/admin/get-orders-list/myOrder?userName=Demo%20Team&limit=500');
    const orderId = (held as { encoded_id: string }[]).map(({ encoded_id }) => encoded_id);
    if (orderId.length > 0) await colleague('PUT', '/api/admin/assign-order-status', { orderId, assignto: '' });
    await go(team, '/admin/at-risk?limit=500');
    await team.locator('tbody tr ::-p-text(Typed 0)').click();
    await typeKeys('j');
    await team.evaluate(() => {
      const typed: string[] = [];
      Object.assign(window, { typed });
      const note = ({ key }: KeyboardEvent) => {
        const row = document.activeElement?.closest('tr[id]')?.id.slice('row-'.length) ?? '';
        typed.push(`${key} ${row}`);
      };
      window.addEventListener('keydown', note, { capture: true });
    });
    const sent: string[] = [];
    const onRequest = (request: HTTPRequest) => {
      if (request.url().endsWith('assign-order-status'))
        sent.push(...(JSON.parse(request.postData()!) as { orderId: string[] }).orderId);
    };
    team.on('request', onRequest);
    const random = (n: number) => Math.floor(Math.random() * n);
    const leaving = (async () => {
      for (const id of made) await order(id, 'change-order-status', {});
    })();
    // each row is taken once at the most, because taking it again is no press that leaves a row of the audit
    for (let n = 0; n < 60; n += 1) {
      for (const key of ['j', 'j', 'aj'][random(3)]!) await team.keyboard.press(key as KeyInput, { delay: random(60) });
    }
    await leaving;
    await settled(team, 1_500);
    team.off('request', onRequest);
    const typed = await team.evaluate(() => (window as unknown as { typed: string[] }).typed);
    expect(sent.length).toBeGreaterThan(0);
    const meant = typed.filter((one) => /^a ./.test(one)).map((one) => one.slice(2));
    expect(sent.filter((id) => !meant.includes(id))).toEqual([]);
    expect(sent.length).toBeLessThanOrEqual(meant.length);
    await closeToasts(team);
  });
});

describe('the command bar', () => {
  const highlighted = (page: Page) =>
    page.$eval('[role=dialog] input', (field) => {
      const id = field.getAttribute('aria-activedescendant');
      return id === null ? null : document.getElementById(id)!.textContent;
    });

  test('opens the entry that was highlighted, not one that slid under while the answer came', async () => {
    await takeIn({ full_name: 'Dashwood Slides Under' });
    await go(team, '/admin/recent-order');
    await team.keyboard.press('/');
    await team.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
    // of the whole word: on a busy machine the bar asks for its first letters, too
    const slow = await hold(
      team,
      (request) => request.url().endsWith(routes.api.findOrders) && request.postData()?.includes('"dash"') === true,
    );
    await team.keyboard.type('dash');
    await slow.until(1);
    // the answer may put orders first: until then no entry is the one that Enter opens
    expect(await highlighted(team)).toBeNull();
    await team.keyboard.press('ArrowDown');
    const chosen = await highlighted(team);
    expect(chosen).toContain('Dashboard');
    await slow.release();
    await shows(team, 'Dashwood Slides Under');
    expect(await highlighted(team)).toBe(chosen);
    await team.keyboard.press('Enter');
    await team.waitForFunction(() => location.pathname === '/admin');
    await slow.end();
  });
});

describe('a late answer never fills the wrong list', () => {
  test('of an earlier search', async () => {
    const [one, two] = [await takeIn({ full_name: 'Latecomer Aa' }), await takeIn({ full_name: 'Latecomer Bb' })];
    await go(team, '/admin/recent-order');
    const slow = await hold(team, asks('q=latecomer+aa'));
    await team.type('[name=q]', 'latecomer aa');
    await slow.until(1);
    for (let n = 0; n < 2; n += 1) await team.keyboard.press('Backspace');
    await team.type('[name=q]', 'bb');
    // a search for a part of it may have shown the other one
    await firstIs(team, String(two.id));
    expect(await ids(team)).toEqual([String(two.id)]);
    await slow.end();
    await settled(team);
    expect(await ids(team)).toEqual([String(two.id)]);
    expect(await ids(team)).not.toContain(String(one.id));
    await addressIs(team, '?q=latecomer+bb');
  });

  longTest('of the list before, asked for while the search was on its way', async () => {
    const { id } = await takeIn({ full_name: 'Overtaken By Refresh' });
    await go(team, '/admin/recent-order?limit=25');
    const slow = await hold(team, asks('/admin/recent-order'));
    await team.type('[name=q]', 'overtaken by');
    await slow.until(1);
    await press(team, 'Refresh');
    await slow.until(2);
    await slow.release();
    await team.waitForFunction(() => location.search.includes('q=overtaken'));
    await team.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
    await slow.end();
    await settled(team);
    expect(await ids(team)).toEqual([String(id)]);
    expect(new URL(team.url()).search).toContain('q=overtaken');
  });

  test('of the queue before', async () => {
    await go(team, '/admin/recent-order');
    const slow = await hold(team, asks('/admin/recent-order'));
    await press(team, 'Refresh');
    await slow.until(1);
    await team.locator('nav a[href="/admin/awaiting-govt"]').click();
    await team.waitForFunction(() => location.pathname === '/admin/awaiting-govt');
    await slow.end();
    await settled(team);
    expect(await ids(team)).toEqual((await idsOf('awaitingGovtOrder')).slice(0, 10));
  });

  longTest('twenty quick navigations end where the last one led, and say nothing', async () => {
    await go(team, '/admin');
    const paths = ['newOrder', 'pendingOrder', 'awaitingOrder', 'allOrder'] as const;
    for (let n = 0; n < 20; n += 1) {
      const { path } = queueRows[paths[n % paths.length]!];
      await team.$eval(`nav a[href="/admin/${path}"]`, (link) => link.click());
    }
    await team.waitForFunction(() => location.pathname === '/admin/order-history');
    await firstIs(team, (await idsOf('allOrder'))[0]!);
    await settled(team);
    expect(await team.$eval('h1', (heading) => heading.firstChild?.textContent)).toBe('Order History');
    expect(team.said).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
  /** Presses Tab until the wanted element has the focus. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let n = 0; n < 120; n += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`No way to ${selector}`);
  }

  test('past the menu, through it, over the rows, into the question and out again', async () => {
    const { data } = await colleague('GET', '/api/admin/get-orders-list/newOrder?sort=doa&dir=asc');
    const [{ order_id: id, encoded_id: encoded }] = data as [{ order_id: number; encoded_id: string }];
    await go(admin, '/admin');
    await admin.keyboard.press('Tab');
    expect(await focused(admin)).toBe('Skip to content');
    await admin.keyboard.press('Enter');
    expect(await admin.evaluate(() => document.activeElement?.id)).toBe('content');

    await go(admin, '/admin');
    await tabTo(admin, 'nav a[href="/admin/recent-order"]');
    await admin.keyboard.press('Enter');
    await admin.waitForFunction(() => location.pathname === '/admin/recent-order');
    await firstIs(admin, String(id));

    await tabTo(admin, `input[aria-label="Select order ${id}"]`);
    await admin.keyboard.press('Space');
    await shows(admin, '1 selected');
    await admin.keyboard.press('Space');
    await admin.waitForFunction(() => !document.querySelector('[aria-label="Selected orders"]'));

    await tabTo(admin, 'tbody tr:first-child .row-danger');
    await admin.keyboard.press('Enter');
    await admin.waitForSelector('[role=alertdialog]');
    await admin.waitForFunction(() => document.activeElement?.textContent === 'No');
    await admin.keyboard.press('Escape');
    await admin.waitForSelector('[role=alertdialog]', { hidden: true });
    await admin.waitForFunction(() => document.activeElement?.matches('tbody tr:first-child .row-danger'));
    await admin.keyboard.press('Enter');
    await admin.waitForFunction(() => document.activeElement?.textContent === 'No');
    await admin.keyboard.press('Enter');
    await admin.waitForSelector('[role=alertdialog]', { hidden: true });
    expect(await ids(admin)).toContain(String(id));

    await go(admin, '/admin/recent-order');
    await tabTo(admin, 'thead a[href*="sort=full_name"]');
    await admin.keyboard.press('Enter');
    await addressIs(admin, '?sort=full_name');
    await go(admin, '/admin/recent-order');
    await tabTo(admin, 'tbody tr:first-child a.row-action');
    await admin.keyboard.press('Enter');
    await admin.waitForFunction((path) => location.pathname === path, {}, `/admin/view-order/${encoded}`);
  });

  test('the drawer of a narrow window opens, keeps the focus, and gives it back', async () => {
    await admin.setViewport({ width: 991, height: 800 });
    await go(admin, '/admin/recent-order');
    await tabTo(admin, 'button[aria-label=Menu]');
    await admin.keyboard.press('Enter');
    await admin.waitForSelector('nav[data-open]');
    await admin.waitForFunction(() => document.activeElement?.id === 'menu');
    for (let n = 0; n < 30; n += 1) {
      await admin.keyboard.press('Tab');
      const where = await admin.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('nav') !== null,
      );
      expect([n, where]).toEqual([n, true]);
    }
    await admin.keyboard.press('Escape');
    await admin.waitForFunction(() => document.activeElement?.matches('button[aria-label=Menu]'));
    expect(await admin.$('nav[data-open]')).toBeNull();

    await admin.keyboard.press('Enter');
    await admin.waitForFunction(() => document.activeElement?.id === 'menu');
    await tabTo(admin, 'nav a[href="/admin/awaiting-govt"]');
    await admin.keyboard.press('Enter');
    await admin.waitForFunction(() => location.pathname === '/admin/awaiting-govt');
    await admin.waitForSelector('nav[data-open]', { hidden: true });
    await admin.setViewport({ width: 1440, height: 900 });
  });

  longTest('the focus is seen at every stop of a list and of an order', async () => {
    const { encoded } = await takeIn({ full_name: 'Stop By Stop' });
    for (const path of ['/admin/recent-order', `/admin/view-order/${encoded}`]) {
      await go(admin, path);
      const unseen: string[] = [];
      let stops = 0;
      for (; stops < 200; stops += 1) {
        await admin.keyboard.press('Tab');
        const stop = await admin.evaluate(() => {
          const here = document.activeElement!;
          if (here === document.body || here.hasAttribute('data-stopped')) return undefined;
          here.setAttribute('data-stopped', '');
          const isSeen = (one: Element | null) => {
            if (!one) return false;
            const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one);
            return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1 && opacity !== '0';
          };
          // an unstyled field shows its focus on the frame around it
          return { seen: isSeen(here) || isSeen(here.parentElement), html: here.outerHTML.slice(0, 120) };
        });
        if (!stop) break;
        if (!stop.seen) unseen.push(stop.html);
      }
      expect(unseen).toEqual([]);
      expect(stops).toBeGreaterThan(30);
    }
  });
});

describe('while it loads', () => {
  beforeAll(() =>
    team.evaluateOnNewDocument(() => {
      const shifts = window as unknown as { shifted: number };
      shifts.shifted = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.shifted += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    }),
  );

  test.each(['/admin', '/admin/recent-order', '/admin/order-history?limit=10000', '/admin/view-order/'])(
    '%s holds still',
    async (path) => {
      const { encoded } = await takeIn({ full_name: 'Still', doa: dayFromNow(2) });
      await go(team, path.endsWith('/') ? path + encoded : path);
      expect(await team.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);
    },
    30_000,
  );
});

test('nobody’s console said anything', () => {
  expect([...admin.said, ...team.said]).toEqual([]);
});
