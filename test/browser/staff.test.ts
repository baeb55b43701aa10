import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { KeyInput, Page } from 'puppeteer';
import type { OrderRow } from '../../src/shared/orders.js';
import { menuEntries } from '../../src/shared/menu.js';
import { queueNames, queueRows } from '../../src/shared/order-queues.js';
import { can } from '../../src/shared/permissions.js';
import type { Role } from '../../src/shared/roles.js';
import { routes } from '../../src/shared/routes.js';
import { eventually } from '../support/app.js';
import {
  chooseFile,
  closed,
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
  violations,
  tick,
  titled,
  type Watched,
  pressAction,
  unfold,
} from '../support/browser.js';
import { cardFile } from '../support/card.js';
import { type Cost, costOf, tableOf } from '../support/costs.js';
import { hold } from '../support/held-requests.js';
import { dayFromNow, wholeForm } from '../support/orders.js';
import { layoutFaults, someWidths, takeAwkward } from '../support/overlaps.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';
import { longTest, named, sampleOf } from '../support/sample.js';
import { patient } from '../support/patience.js';

// What staff see, in real browsers on the built product: every screen, each role, and concurrent changes by colleagues.

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let desk: Desk;
let admin: Watched;
let team: Watched;
/** Orders with names that are hard to lay out. */
let awkward: string[];
beforeAll(async () => {
  desk = await startDesk(300, { script: axe });
  awkward = await takeAwkward(desk);
  [admin, team] = await Promise.all([desk.member('admin@demo.test'), desk.member('team@demo.test')]);
});
afterAll(async () => {
  const missing = await desk.pressesWithoutRow();
  expect(await desk.stop()).toBe(0);
  expect(missing).toEqual([]);
});

const go = (page: Page, path: string) => goTo(page, desk.url + path);

const rowText = (page: Page, id: number) =>
  page.$$eval(
    'tbody tr',
    (rows, wanted) => rows.map((row) => row.textContent).find((text) => text.includes(wanted)),
    String(id),
  );
const rowShows = (page: Page, id: number, words: string) =>
  page.waitForFunction(
    (wanted, said) =>
      [...document.querySelectorAll('tbody tr')].some(
        (row) => row.textContent?.includes(wanted) && row.textContent.includes(said),
      ),
    {},
    String(id),
    words,
  );
const takeIn = (more: Record<string, unknown> = {}) => takeInto(desk, more);

const screens = [...menuEntries, { label: 'Your account', path: routes.account }].map(
  ({ label, path }) => [label, path] as const,
);

/** One screen of each kind: a board, lists of each sort, a form, figures, settings. */
const kinds = [
  'Dashboard',
  'New Orders',
  'Call Sheet',
  'Customer Wrote',
  'Disputes',
  'Statistics',
  'System',
  'Manage Team',
  'Your account',
];

describe('every screen', () => {
  /** Sees ten rows of a list: what is wrong with one is wrong with fifty, which axe reads five times as long. */
  let viewer: Watched;
  beforeAll(async () => {
    const calls = await callsOf(desk, 'admin2@demo.test');
    expect(await calls('PUT', routes.api.settings, { perPage: 10 })).toMatchObject({ status: 1 });
    viewer = await desk.member('admin2@demo.test');
  });
  afterAll(() => viewer.browserContext().close());

  test.each(named(screens, kinds))(
    '%s: no accessibility finding, nothing wider than the window, no text over another',
    async (_label, path) => {
      await go(viewer, path);
      expect(await violations(viewer)).toEqual([]);
      // a sample; test/long/overlaps.test.ts tests every width
      expect(await layoutFaults(viewer, someWidths)).toEqual([]);
      await viewer.setViewport({ width: 1440, height: 900 });
    },
    30_000,
  );

  test('an order’s page: no text over another, nothing wider than the window', async () => {
    await go(viewer, '/admin/completed-order');
    const done = await viewer.$eval('tbody a.row-action', (link) => link.getAttribute('href')!);
    await go(viewer, '/admin/disputes');
    const disputed = await viewer.$eval('tbody a.row-action', (link) => link.getAttribute('href')!);
    for (const path of sampleOf([done, disputed, awkward[0]!, awkward[1]!], [1, 2])) {
      await go(viewer, path);
      if (path === disputed) expect(await violations(viewer)).toEqual([]);
      expect([path, await layoutFaults(viewer, someWidths)]).toEqual([path, []]);
    }
    await viewer.setViewport({ width: 1440, height: 900 });
  });

  test('in a browser that is dark only pages of staff are: ticks and calendars stay in sight everywhere', async () => {
    const guest = await desk.guest();
    await guest.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    for (const path of ['/', '/track-order', '/api/docs', '/dev/mailbox']) {
      await guest.goto(desk.url + path);
      // the browser's own style for text in a field
      const own = await guest.evaluate(() => {
        const field = document.body.appendChild(document.createElement('span'));
        field.style.setProperty('color', 'FieldText');
        return [getComputedStyle(field).color, getComputedStyle(document.body).color];
      });
      const isDark = path === '/';
      const light = (colour: string) => Number(/\d+/.exec(colour)![0]) > 128;
      expect([path, light(own[0]!), light(own[1]!)]).toEqual([path, isDark, isDark]);
    }
    await guest.browserContext().close();
  });

  test('without a session: sign-in, forgotten password, an address that is none', async () => {
    const guest = await desk.guest();
    for (const path of ['/', '/forgot-password', '/reset-password/none']) {
      await go(guest, path);
      expect(await violations(guest)).toEqual([]);
    }
    expect(guest.said).toEqual([]);
    await guest.browserContext().close();

    const answer = await go(admin, '/admin/nothing-here');
    expect(answer?.status()).toBe(404);
    expect(await violations(admin)).toEqual([]);
    admin.said.splice(0);
    expect(viewer.said).toEqual([]);
  });

  longTest('headings are the titles of the queues', async () => {
    for (const queue of queueNames) {
      const { path, title } = queueRows[queue];
      await go(admin, `/admin/${path}`);
      expect(await admin.$eval('h1', ({ textContent }) => textContent)).toBe(title);
      await titled(admin, `${title} | Malaysia Digital Arrival Card`);
    }
  });
});

describe('roles', () => {
  const people: [string, Role][] = [
    ['manager@demo.test', 'Manager'],
    ['telecaller@demo.test', 'Telecaller'],
    ['night@demo.test', 'Night Staff'],
  ];
  test.each(named(people, ['telecaller@demo.test']))(
    '%s sees the menu of a %s, and is refused the rest',
    async (email, role) => {
      const page = await desk.member(email);
      await openGroups(page);
      const seen = await page.$$eval('nav[aria-label=Main] a:not([aria-labelledby=menu-views] a)', (links) =>
        links.map((link) => link.querySelector('span')?.textContent),
      );
      expect(seen).toEqual(menuEntries.filter(({ see }) => can(role, see)).map(({ label }) => label));
      expect(page.said).toEqual([]);

      for (const { path, see } of menuEntries.filter(({ see }) => !can(role, see))) {
        expect([see, (await go(page, path))?.status()]).toEqual([see, 403]);
        await shows(page, 'You are not allowed to do this.');
      }
      await go(page, '/admin/recent-order?limit=50');
      const deletes = await page.$$eval('.row-danger', (all) => all.length);
      expect(deletes > 0).toBe(can(role, 'orders.delete'));
      await page.browserContext().close();
    },
    60_000,
  );
});

/** Opens the groups of the menu that are folded. */
async function openGroups(page: Page): Promise<void> {
  for (const head of await page.$$('nav[aria-label=Main] button[aria-expanded=false]')) await head.click();
  await page.waitForFunction(() => !document.querySelector('nav[aria-label=Main] button[aria-expanded=false]'));
}

describe('a list', () => {
  test('takes, keeps what is ticked over its pages, undoes by button and by keys', async () => {
    const first = await takeIn({ full_name: 'First In List' });
    const second = await takeIn({ full_name: 'Second In List' });
    await go(team, '/admin/recent-order?limit=50');
    const before = await countBeside(team, 'My Orders');
    await tick(team, first.id);
    await tick(team, second.id);
    await shows(team, '2 selected');
    await press(team, 'Assign to me');
    await shows(team, 'Are you sure want to assigned orders.');
    expect(await violations(team)).toEqual([]);
    expect(await team.evaluate(() => document.activeElement?.textContent)).toBe('No');
    await reply(team, 'Yes');
    await shows(team, 'Order has been assigned successfully');
    await countBecomes(team, 'My Orders', before + 2);

    await team.locator('::-p-aria([name="Undo"][role="button"])').click();
    await shows(team, 'Undone');
    await countBecomes(team, 'My Orders', before);
    await closeToasts(team);

    await go(team, `/admin/view-order/${first.encoded}`);
    await press(team, 'Assign to me');
    await shows(team, 'Order has been assigned successfully');
    await team.keyboard.down('Control');
    await team.keyboard.press('z');
    await team.keyboard.up('Control');
    await shows(team, 'Undone');
    await countBecomes(team, 'My Orders', before);
    await closeToasts(team);
  });

  test('selects beyond the page, and reports each order that could not be taken', async () => {
    const mine = [await takeIn({ full_name: 'Bulkily One' }), await takeIn({ full_name: 'Bulkily Two' })];
    for (let n = 3; n <= 12; n += 1) mine.push(await takeIn({ full_name: `Bulkily ${n}` }));
    await go(admin, `/admin/recent-order?q=bulkily%20two`);
    await tick(admin, mine[1]!.id);
    await press(admin, 'Assign to me');
    await reply(admin, 'Yes');
    await shows(admin, 'Order has been assigned successfully');

    await go(team, '/admin/recent-order?q=bulkily');
    await team.locator('::-p-aria([name="Select all rows"])').click();
    await press(team, 'Select all 12 matching');
    await shows(team, '12 selected');
    await press(team, 'Assign to me');
    await reply(team, 'Yes');
    await shows(team, '11 done, 1 held by others');
    await shows(team, 'Order is already held by Demo Admin');
    expect(await team.$eval('[aria-label="Not done"]', (list) => list.textContent)).toContain(String(mine[1]!.id));
    expect(await violations(team)).toEqual([]);
    await closeToasts(team);
  });

  test('asks before it deletes, and No leaves everything as it is', async () => {
    const { id } = await takeIn({ full_name: 'Kept After All' });
    await go(admin, '/admin/recent-order?q=kept%20after');
    await press(admin, 'Delete');
    await shows(admin, 'Are you sure you want to delete?');
    await admin.keyboard.press('Escape');
    await admin.waitForSelector('[role=alertdialog]', { hidden: true });
    expect(await ids(admin)).toEqual([String(id)]);
    await press(admin, 'Delete');
    await reply(admin, 'Yes');
    await shows(admin, 'Order has been deleted successfully');
    await shows(admin, 'No records found');
    await closeToasts(admin);
  });

  test('searches half a second after the last letter, once, and keeps all of it in the address', async () => {
    await takeIn({ full_name: 'Zebedee Quick' });
    await go(team, '/admin/recent-order');
    const asked: string[] = [];
    team.on('request', (request) => void (request.url().includes('q=') && asked.push(request.url())));
    // in the page, where a letter that is due before the search comes before it, however busy the machine is
    await team.$eval('[name=q]', async (field) => {
      (field as HTMLInputElement).focus();
      for (const letter of 'ZEBEDEE') {
        document.execCommand('insertText', false, letter);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    });
    await team.waitForFunction(() => location.search.includes('q=ZEBEDEE'));
    await shows(team, 'Zebedee Quick');
    expect(asked).toHaveLength(1);
    await team.reload();
    expect(await ids(team)).toHaveLength(1);
    team.removeAllListeners('request');
  });

  test('shows a month of Future Orders with its own headings, and leads back', async () => {
    await takeIn({ full_name: 'Future Traveller', doa: `${new Date().getUTCFullYear() + 1}-06-20` });
    await go(team, '/admin/future-order');
    expect(await team.$$('main li a')).toHaveLength(13);
    await team.click('main li a[href$="-06"]');
    await team.waitForFunction(() => /future-order\/\d{4}-06$/.test(location.pathname));
    expect(
      await team.$$eval('thead th', (cells) =>
        cells.map((cell) => cell.textContent?.replace('UTC', '').trim()).filter(Boolean),
      ),
    ).toEqual([
      'Order ID',
      'Name',
      'Arrival Date',
      'Email',
      'Telephone',
      'Date & Time',
      'Processing Date',
      'Process Month',
      'Status',
      'Action',
    ]);
    await press(team, 'Back', 'link');
    await team.waitForFunction(() => location.pathname === '/admin/future-order');
  });
});

describe('what colleagues do', () => {
  test('shows in an open list within two seconds, without a jump: taken, moved away, come in', async () => {
    const taken = await takeIn({ full_name: 'Live Taken' });
    const moved = await takeIn({ full_name: 'Live Moved' });
    await go(team, '/admin/recent-order?limit=500');
    await rowShows(team, moved.id, 'Live Moved');
    await team.bringToFront();
    await new Promise((resolve) => setTimeout(resolve, 700));
    const order = await ids(team);
    const count = await countBeside(team, 'New Orders');

    await change('assign-order-status', { orderId: taken.id, assignto: 'Demo Admin' });
    await change('move-order-status', { orderId: moved.id, updatingStatus: 'Awaiting' });
    await rowShows(team, moved.id, 'moved to Awaiting by Demo Admin');
    await rowShows(team, taken.id, 'Demo Admin');
    expect(await rowText(team, taken.id)).toContain('View');
    expect(await ids(team)).toEqual(order);
    await countBecomes(team, 'New Orders', count - 1);

    const { id } = await takeIn({ full_name: 'Live Come In' });
    await shows(team, '1 new order');
    expect(await ids(team)).toEqual(order);
    expect(await violations(team)).toEqual([]);
    await team.locator('::-p-text(1 new order)').click();
    await rowShows(team, id, 'Live Come In');
    expect(await ids(team)).not.toContain(String(moved.id));
  });

  test('tells who looks at the order, and what was typed stays', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Looked At' });
    await go(team, `/admin/view-order/${encoded}`);
    await team.bringToFront();
    await fill(team, 'Remark', 'Half a sentence');
    await new Promise((resolve) => setTimeout(resolve, 700));
    await change('move-order-status', { orderId: id, updatingStatus: 'Contact Customer' });
    await shows(team, 'Moved to Contact Customer by Demo Admin while you were looking.');
    // the page has read itself again
    await team.waitForFunction(
      () =>
        ![...document.querySelectorAll('button')].some(({ textContent }) => textContent === 'Move to Contact Customer'),
    );
    await press(team, 'Close');
    await team.waitForFunction(() => !document.body.textContent?.includes('while you were looking'));
    expect(await team.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value)).toBe('Half a sentence');
  });

  test('is on the open page of the order within two seconds, whatever it was: a card, a remark, a mail', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Two Cards' });
    await go(team, `/admin/view-order/${encoded}`);
    await fill(team, 'Remark', 'Half a sentence');
    await go(admin, `/admin/view-order/${encoded}`);
    const card = async (name: string) => cardFile(join(desk.dataDir, name), name);
    const choose = async (page: Page, name: string) =>
      (await page.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(await card(name));
    const filesOf = async () =>
      (await admins!('GET', `/api/admin/get-orders-details/${encoded}`)).data.uploadDoc.length as number;
    await change('assign-order-status', { orderId: id, assignto: '' });

    await choose(admin, 'first.pdf');
    await press(admin, 'Send by AWS');
    await shows(team, 'The card mailed by Demo Admin while you were looking.');
    await team.waitForFunction(() => document.body.textContent?.includes('Approval to'));
    await fill(admin, 'Remark', 'Sent it.');
    await press(admin, 'Add Comment');
    await shows(team, 'The card mailed by Demo Admin, remark by Demo Admin while you were looking.');
    await shows(team, 'Sent it.');
    expect(await team.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value)).toBe('Half a sentence');

    await choose(team, 'second.pdf');
    await press(team, 'Send by AWS');
    await shows(team, `Order ${id}: Demo Admin sent a card just now. Send this one too?`);
    await reply(team, 'No');
    await closed(team);
    expect(await filesOf()).toBe(1);
    await press(team, 'Send by AWS');
    await shows(team, `Order ${id}: Demo Admin sent a card just now. Send this one too?`);
    await reply(team, 'Yes');
    await shows(team, 'Document has been uploaded successfully');
    expect(await filesOf()).toBe(2);
    await shows(admin, 'A new card mailed by Demo Team while you were looking.');
    await fill(team, 'Remark', '');
    await closeToasts(team);
    await closeToasts(admin);
  });

  test('moves nothing on the page that is about to be pressed, and leaves an open dialog as it is', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Steady Hand' });
    await change('move-order-status', { orderId: id, updatingStatus: 'Completed' });
    await go(admin, `/admin/view-order/${encoded}`);
    await unfold(admin, 'Enter Transaction Details');
    await admin.locator('::-p-aria([name="Enter Transaction Details"])').wait();
    await settled(admin);
    // the place of the button in every frame
    await admin.evaluate(() => {
      const places = Object.assign(globalThis, { places: new Set<number | undefined>() }).places;
      const look = () => {
        const button = [...document.querySelectorAll('button')].find((one) =>
          one.textContent.startsWith('Enter Trans'),
        );
        places.add(button?.getBoundingClientRect().top);
        requestAnimationFrame(look);
      };
      look();
    });
    const calls = await callsOf(desk, 'team@demo.test');
    await calls('POST', '/api/admin/add-new-remark', { orderId: id, remark: 'Called.' });
    await shows(admin, 'Remark by Demo Team while you were looking.');
    await settled(admin);
    expect(await admin.evaluate(() => (globalThis as unknown as { places: Set<number> }).places.size)).toBe(1);

    await press(admin, 'Enter Transaction Details');
    await fill(admin, 'Transaction Id', 'txn_half');
    await calls('POST', '/api/admin/add-new-remark', { orderId: id, remark: 'Called once more.' });
    await admin.waitForFunction(() => document.body.textContent?.includes('Called once more.'));
    expect(await admin.$eval('[role=dialog] input', (field) => field.value)).toBe('txn_half');
    await admin.keyboard.press('Escape');
    await closed(admin);
  });

  test('a take moves no other button of the order', async () => {
    const { encoded } = await takeIn({ full_name: 'Stays In Place' });
    await go(team, `/admin/view-order/${encoded}`);
    /** The headings of the actions, each with its place. */
    const places = () =>
      team.$$eval('aside :is(h2, summary)', (all) =>
        all.map((one) => [one.textContent, one.getBoundingClientRect().top]),
      );
    await settled(team);
    const before = await places();
    expect(before.length).toBeGreaterThan(3);
    await press(team, 'Assign to me');
    await shows(team, 'Give back');
    await settled(team);
    expect(await team.$eval('aside', ({ textContent }) => textContent)).toMatch(/Until |Since /);
    expect(await places()).toEqual(before);
    await closeToasts(team);
  });

  test('who loses a hold is told by whom', async () => {
    const { id, encoded } = await takeIn();
    await go(team, `/admin/view-order/${encoded}`);
    await press(team, 'Assign to me');
    await shows(team, 'Give back');
    // the read that asks by whom is still on its way when the page reads the order again
    const line = await hold(team, (request) => request.headers()['x-inertia-partial-data'] === 'lostHolds');
    await change('assign-order-status', { orderId: id, assignto: 'Demo Admin' });
    await line.until(1);
    await shows(team, 'Now held by Demo Admin while you were looking.');
    await line.end();
    await shows(team, `Demo Admin took over order ${id}, at `);
    await closeToasts(team);
    // meanwhile the tab hears nothing, as one that is hidden
    await change('assign-order-status', { orderId: id, assignto: 'Demo Team' });
    await team.setOfflineMode(true);
    await shows(team, 'No connection since ');
    await change('assign-order-status', { orderId: id, assignto: 'Demo Manager' });
    await team.setOfflineMode(false);
    await shows(team, `Demo Admin gave order ${id} to Demo Manager, at `);
    team.said.splice(0);
    await closeToasts(team);
  });

  test('and who had no page open then is told by the next one, once', async () => {
    const { id, encoded } = await takeIn();
    await go(team, `/admin/view-order/${encoded}`);
    await press(team, 'Assign to me');
    await shows(team, 'Give back');
    await team.goto('about:blank');
    await change('assign-order-status', { orderId: id, assignto: 'Demo Manager' });
    const told = team.waitForResponse((response) => response.url().endsWith('/holds-told'));
    await go(team, '/admin');
    await shows(team, `Demo Admin gave order ${id} to Demo Manager, at `);
    await told;
    await team.reload();
    await settled(team);
    expect(await team.$$('.Toastify__toast')).toEqual([]);
  });

  test('a change to what somebody else has moved is refused with the reason, and what was typed stays', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Stale Look', ...wholeForm });
    await go(team, `/admin/view-order/${encoded}`);
    await fill(team, 'Remark', 'Still here');
    const line = await hold(team, (request) => request.url().endsWith('move-order-status'));
    await pressAction(team, 'Move to Awaiting Govt');
    await line.until(1);
    await change('move-order-status', { orderId: id, updatingStatus: 'Contact Customer' });
    await line.end();
    await shows(team, 'Your change was not made. Order was moved to Contact Customer by Demo Admin');
    expect(await team.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value)).toBe('Still here');
    await closeToasts(team);
  });

  /** A call of the API by an admin, outside the browsers. */
  async function change(path: string, body: object): Promise<void> {
    admins ??= await callsOf(desk, 'admin@demo.test');
    expect((await admins('PUT', `/api/admin/${path}`, body)).code).toBe(200);
  }
  let admins: Calls | undefined;
});

/** Whether the button with this label is within the window at the present scroll position, with nothing over it. */
const inView = (page: Page, words: string) =>
  page
    .waitForFunction(
      (name) => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return bottom <= window.innerHeight && button.contains(middle);
      },
      { timeout: patient(3_000) },
      words,
    )
    .then(
      () => true,
      () => false,
    );

describe('what is typed and not sent', () => {
  const typed = (page: Page) => page.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value);
  const holds = (page: Page, text: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector<HTMLTextAreaElement>('[name=remark]')?.value === wanted,
      {},
      text,
    );
  const ticked = (page: Page) => page.$eval('[name=telephone]', (field) => (field as HTMLInputElement).checked);

  test('is there after a reload, after the menu and Back, and in another browser, until it is sent', async () => {
    const { encoded } = await takeIn({ full_name: 'Long Story' });
    const path = `/admin/view-order/${encoded}`;
    const story = 'The customer said that '.repeat(53).slice(0, 1200);
    await go(team, path);
    await team.bringToFront();
    await team.focus('[name=remark]');
    await team.keyboard.sendCharacter(story);
    await team.locator('[name=telephone]').click();
    await shows(team, 'Draft kept');
    await team.reload();
    await holds(team, story);
    expect(await ticked(team)).toBe(true);
    await shows(team, 'Draft restored');

    // leaves at once, before the delay of one second after which a draft is saved
    await team.focus('[name=remark]');
    await team.keyboard.press('End');
    await team.keyboard.type('!');
    const typedOn = await typed(team);
    expect(typedOn).toHaveLength(1201);
    await press(team, 'Dashboard', 'link');
    await titled(team, 'Dashboard | Malaysia Digital Arrival Card');
    await team.goBack();
    await holds(team, typedOn);

    const other = await desk.member('team@demo.test');
    await go(other, path);
    await holds(other, typedOn);
    await other.focus('[name=remark]');
    await other.keyboard.press('End');
    await other.keyboard.type('?');
    const told = `${typedOn}?`;
    await shows(other, 'Draft kept');
    // the first browser shows the older draft until its window gets the focus
    expect(await typed(team)).toBe(typedOn);
    await team.evaluate(() => window.dispatchEvent(new Event('focus')));
    await holds(team, told);

    await press(other, 'Add Comment');
    await shows(other, 'Remark has been added successfully');
    await holds(other, '');
    await other.reload();
    await shows(other, told);
    expect([await typed(other), await ticked(other)]).toEqual(['', false]);
    expect(other.said).toEqual([]);
    await other.browserContext().close();

    // the page hears of the remark, but shows the older draft until its window gets the focus
    await shows(team, told);
    expect(await typed(team)).toBe(told);
    await team.evaluate(() => window.dispatchEvent(new Event('focus')));
    await holds(team, '');
    expect(await ticked(team)).toBe(false);
    await press(team, 'Dashboard', 'link');
    await titled(team, 'Dashboard | Malaysia Digital Arrival Card');
    await team.goBack();
    await shows(team, 'Add Comment Below');
    await team.reload();
    await shows(team, told);
    expect([await typed(team), await ticked(team)]).toEqual(['', false]);
  });

  test('is there soon after a reload that read the page before it was saved', async () => {
    const { encoded } = await takeIn({ full_name: 'Short Story' });
    await go(team, `/admin/view-order/${encoded}`);
    const line = await team.createCDPSession();
    const paused = new Map<string, string>();
    line.on('Fetch.requestPaused', ({ requestId, request }) => void paused.set(request.method, requestId));
    await line.send('Fetch.enable', {
      patterns: [
        { urlPattern: '*/api/admin/drafts', requestStage: 'Request' },
        { urlPattern: '*/admin/view-order/*', resourceType: 'Document', requestStage: 'Response' },
      ],
    });
    await fill(team, 'Remark', 'Typed and left');
    await team.evaluate(() => void setTimeout(() => window.location.reload()));
    await eventually(async () => paused.has('PUT') && paused.has('GET'));
    // the page is read by now: the text is saved, and the old document knows it before the new one is shown
    const saved = team.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await line.send('Fetch.continueRequest', { requestId: paused.get('PUT')! });
    await saved;
    await line.send('Fetch.continueRequest', { requestId: paused.get('GET')! });
    await line.send('Fetch.disable');
    await holds(team, 'Typed and left');
    await line.detach();
  });

  test('is gone when it is discarded, and nothing of it lies in the browser', async () => {
    const { encoded } = await takeIn({ full_name: 'Second Thoughts' });
    await go(team, `/admin/view-order/${encoded}`);
    await fill(team, 'Remark', 'Rather not');
    await shows(team, 'Draft kept');
    const gone = team.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok());
    await press(team, 'Discard');
    await holds(team, '');
    await gone;
    await team.reload();
    await shows(team, 'Second Thoughts');
    expect(await typed(team)).toBe('');
    expect(await team.evaluate(() => JSON.stringify(localStorage))).not.toContain('Rather');
  });
});

describe('what a job costs a member', () => {
  /** The most that each job may cost. */
  const most: Record<string, Partial<Cost>> = {
    'the next order': { presses: 1, waits: 1, requests: 2 },
    'one order, New to Completed, by keyboard': { presses: 3, waits: 3, requests: 5 },
    'the order of a caller': { presses: 2, texts: 1, waits: 1, requests: 4 },
    'fifty orders moved': { clicks: 3, waits: 2, requests: 2 },
    'fourteen orders handed over': { clicks: 2, choices: 1, waits: 2, requests: 4 },
    // the third: the mail may have left before the page says that it is queued
    'a bounced mail sent again': { clicks: 2, waits: 2, requests: 3 },
    'the outcome of a call': { presses: 1, waits: 1, requests: 3 },
    'a macro on an order': { presses: 2, waits: 1, requests: 3 },
  };
  const costs: Record<string, Cost> = {};
  const asked: Record<string, string[]> = {};
  const count = async (job: string, page: Watched, does: Parameters<typeof costOf>[1]) => {
    const told = await costOf(page, does);
    costs[job] = told.cost;
    asked[job] = told.asked;
  };
  const keys = (page: Page) => (key: KeyInput) => page.keyboard.press(key);

  test('orders one by one, by keyboard', async () => {
    for (let n = 0; n < 3; n += 1) await takeIn({ doa: dayFromNow(1), processing_mode: 'Priority' });
    const file = await cardFile(join(desk.dataDir, 'by keyboard.pdf'), 'APPROVED');
    const press = keys(team);
    await go(team, '/admin');
    await count('the next order', team, async (wait) => {
      await press('n');
      await wait('Choose the card or drop it here');
    });
    await go(team, '/admin');
    await count('one order, New to Completed, by keyboard', team, async (wait) => {
      await press('n');
      await wait('Choose the card or drop it here');
      // the text stands there a moment before the keys work
      await settled(team);
      await chooseFile(team, file, () => press('u'));
      await wait('by keyboard.pdf');
      await team.keyboard.down('Control');
      await press('Enter');
      await team.keyboard.up('Control');
      await wait('and the order completed successfully');
    });
    await closeToasts(team);
  });

  test('the order of a caller, a call and a macro', async () => {
    const press = keys(team);
    const { id, encoded } = await takeIn({ full_name: 'Calls About Something' });
    const { id: next } = await takeIn();
    const calls = await callsOf(desk, 'admin@demo.test');
    await calls('PUT', '/api/admin/move-order-status', { orderId: [id, next], updatingStatus: 'Contact Customer' });
    await go(team, '/admin');
    await count('the order of a caller', team, async (wait) => {
      await press('/');
      await team.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
      await team.keyboard.type(`#${id}`);
      // before the answer is there
      await press('Enter');
      await wait('Traveling Information');
    });
    expect(new URL(team.url()).pathname).toBe(`/admin/view-order/${encoded}`);

    await go(team, '/admin/call-sheet');
    const open = await team.$eval('main ol button[aria-expanded=true]', ({ textContent }) => textContent.slice(0, 6));
    await count('the outcome of a call', team, async (wait) => {
      await settled(team);
      await press('1');
      await wait('No answer: comment added');
    });
    await team.waitForFunction(
      (before) =>
        !document.activeElement?.textContent?.startsWith(before) && document.activeElement?.matches('ol button'),
      {},
      open,
    );
    await go(team, `/admin/view-order/${encoded}`);
    await count('a macro on an order', team, async (wait) => {
      await press('c');
      await press('2');
      await wait('Call again: comment added');
    });
    await closeToasts(team);
  });

  test('many orders at once, by mouse', async () => {
    await go(admin, '/admin/completed-order?limit=50');
    await count('fifty orders moved', admin, async (wait) => {
      // the box itself: a click on its label is told as two
      await admin.locator('::-p-aria([name="Select all rows"][role="checkbox"])').click();
      await press(admin, 'Move…');
      await wait('Move 50 orders');
      await admin.locator('[role=dialog] button ::-p-text(Customer Called)').click();
      await wait('Order has been moved successfully');
    });
    await press(admin, 'Undo');
    await shows(admin, 'Undone');
    await closeToasts(admin);
    const held: number[] = [];
    for (let n = 0; n < 14; n += 1) held.push((await takeIn()).id);
    const calls = await callsOf(desk, 'team@demo.test');
    await calls('PUT', '/api/admin/assign-order-status', { orderId: held, assignto: 'Demo Team' });
    await go(team, '/admin/my-order');
    await count('fourteen orders handed over', team, async (wait) => {
      await press(team, 'My shift ends');
      await wait('You hold');
      await team.select('[name=to]', 'Demo Night');
      await press(team, 'Hand over');
      await wait('Order has been assigned successfully');
    });
    const { data } = await calls('GET', `/api/admin/get-orders-details/${held[13]}`);
    expect(data.assign_to).toBe('Demo Night');
    await closeToasts(team);
  });

  test('a bounced mail', async () => {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', '/api/admin/get-orders-list/allOrder?mail=bounced');
    // the card of an old order is erased and can't be sent again
    const [bounced] = (data as OrderRow[]).sort((one, other) => other.doa.localeCompare(one.doa));
    await go(admin, `/admin/view-order/${bounced!.encoded_id}`);
    await count('a bounced mail sent again', admin, async (wait) => {
      await press(admin, 'Send again by AWS');
      await wait('Send there anyway?');
      await press(admin, 'Yes');
      await wait('Mail has been queued successfully');
    });
    await closeToasts(admin);
  });

  test('no job costs more than it did', () => {
    process.stderr.write(`${tableOf(costs)}\n`);
    expect(Object.keys(costs).sort()).toEqual(Object.keys(most).sort());
    const dearer = Object.entries(costs).flatMap(([job, cost]) =>
      Object.entries(cost).flatMap(([what, n]) =>
        n > (most[job]![what as keyof Cost] ?? 0) ? [`${job}: ${n} ${what} (${asked[job]!.join(', ')})`] : [],
      ),
    );
    expect(dearer).toEqual([]);
  });
});

describe('one order', () => {
  type MailedOrder = { process_status: string; thread: { text: string }[] };

  test('whose card came by mail is completed by one click', async () => {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', '/api/admin/get-orders-list/allOrder?limit=500');
    const found = (data as OrderRow[]).find(({ inbox_marks }) => inbox_marks.includes('card'))!;
    // a test before may have given it to somebody else
    await calls('PUT', '/api/admin/assign-order-status', { orderId: found.order_id, assignto: 'Demo Team' });
    await go(team, `/admin/view-order/${found.encoded_id}`);
    await shows(team, 'Card found, not sent yet');
    await team.evaluate(() => {
      const counted = Object.assign(globalThis, { presses: { clicks: 0, keys: 0 } }).presses;
      document.addEventListener('click', ({ isTrusted }) => void (counted.clicks += Number(isTrusted)), true);
      document.addEventListener('keydown', () => void counted.keys++, true);
    });
    await press(team, 'Send and complete MDAC.pdf');
    await shows(team, 'The card has been sent');
    const presses = await team.evaluate(() => (globalThis as unknown as { presses: object }).presses);
    process.stdout.write(`Card from the mailbox to Completed: ${JSON.stringify(presses)}\n`);
    expect(presses).toEqual({ clicks: 1, keys: 0 });
    const { data: after } = await calls('GET', `/api/admin/get-orders-details/${found.encoded_id}`);
    expect(after).toMatchObject({ process_status: 'Completed', inbox_marks: [] });
  });

  test('takes a pasted screenshot of Check Registration after a look at it, and nothing that is pasted into a field', async () => {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { id, encoded } = await takeInto(desk, { ...wholeForm, passport_no: 'P7654321', doa: dayFromNow(1) });
    await calls('PUT', '/api/admin/move-order-status', { orderId: id, updatingStatus: 'AwaitingGovt' });
    const filesOf = async () => (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data.files;
    await team.browserContext().overridePermissions(desk.url, ['clipboard-sanitized-write']);
    await go(team, `/admin/view-order/${encoded}`);
    await team.bringToFront();
    const copy = (what: 'picture' | 'text') =>
      team.evaluate(async (kind) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 });
        const context2d = canvas.getContext('2d')!;
        context2d.fillRect(0, 0, 20, 30);
        const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
        const item: Record<string, Blob> = { 'image/png': picture! };
        if (kind === 'text') item['text/plain'] = new Blob(['MH 2'], { type: 'text/plain' });
        await navigator.clipboard.write([new ClipboardItem(item)]);
      }, what);
    const paste = async () => {
      await team.keyboard.down('Control');
      await team.keyboard.press('v', { commands: ['Paste'] });
      await team.keyboard.up('Control');
    };
    const group = 'fieldset[aria-label="Pasted screenshot"]';

    // into a field, and a text whose program adds its picture
    await copy('picture');
    await team.focus('#upload-email');
    await paste();
    await copy('text');
    await team.evaluate(() => (document.activeElement as HTMLElement).blur());
    await paste();
    expect(await team.$(group)).toBeNull();

    await copy('picture');
    await paste();
    await team.waitForSelector(`${group} img`);
    expect(await team.$eval(group, (shown) => (shown as HTMLElement).innerText)).toMatch(
      /image\.png\s+Pasted, \d+ bytes?; not added yet/i,
    );
    expect(await team.evaluate(() => document.activeElement?.textContent)).toBe('Add It');
    expect(await filesOf()).toEqual([]);
    await team.locator(`${group} button ::-p-text(Discard)`).click();
    await team.waitForSelector(group, { hidden: true });
    expect(await team.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('registrationCheck');

    await paste();
    await team.waitForSelector(`${group} img`);
    await team.keyboard.press('Enter');
    await team.waitForSelector('[aria-label^="Remove the screenshot"]');
    await team.waitForSelector(group, { hidden: true });
    expect(await filesOf()).toEqual([
      expect.objectContaining({ kind: 'registration_check', content_type: 'image/png', added_by: 'Demo Team' }),
    ]);
  });

  test('with a request: Reply goes to the form that mails the customer, Amend to the facts, both with the request in view', async () => {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', routes.api.openRequests);
    const asked = (data as { kind: string; text: string; encoded_id: string }[]).find(({ kind }) => kind === 'flight')!;
    await go(admin, `/admin/view-order/${asked.encoded_id}`);
    await press(admin, 'Reply');
    const composer = await admin.evaluate(() => [
      document.activeElement?.getAttribute('name'),
      document.activeElement?.closest('form')?.textContent,
    ]);
    expect(composer).toEqual(['question', expect.stringContaining(asked.text)]);

    await press(admin, 'Amend');
    const dialog = await admin.waitForSelector('[role=dialog]:has([name=flight_detail])');
    const said = await dialog!.evaluate((one) => one.textContent);
    expect(said).toContain(asked.text);
    await admin.select('[role=dialog] [name=section]', 'amendDates');
    await admin.waitForSelector('[role=dialog] [name=doa]');
    await press(admin, 'Close');
    await closed(admin);

    // who may not change the order may neither answer nor amend
    await calls('PUT', '/api/admin/move-order-status', { orderId: asked.encoded_id, updatingStatus: 'Awaiting' });
    await calls('PUT', '/api/admin/assign-order-status', { orderId: asked.encoded_id, assignto: 'Demo Admin' });
    await go(team, `/admin/view-order/${asked.encoded_id}`);
    await shows(team, asked.text);
    expect(await team.$$('::-p-xpath(//button[.="Reply" or .="Amend" or .="Handled"])')).toEqual([]);
  });

  test('whose mail bounced: Correct the address begins at the address, and the card can go to the new one', async () => {
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', '/api/admin/get-orders-list/allOrder?mail=bounced&limit=100');
    const cells = [];
    for (const { encoded_id } of data as OrderRow[]) {
      const { data: order } = await calls('GET', `/api/admin/get-orders-details/${encoded_id}`);
      const [last] = order.mailHistory as { state: string; recipient: string }[];
      if (last?.state === 'bounced' && last.recipient === order.contact_email_address && !order.erased_at)
        cells.push(order);
    }
    const [order] = cells;
    await go(admin, `/admin/view-order/${order.encoded_id}`);
    expect(await admin.$$('::-p-xpath(//table//button[.="Correct the address"])')).not.toEqual([]);
    await admin.locator('[aria-label="Needs attention"] ::-p-xpath(.//button[.="Correct the address"])').click();
    await admin.waitForSelector('[role=dialog] [name=contact_email_address]:focus');
    await fill(admin, 'Contact Email', 'corrected@example.com');
    await fill(admin, 'Reason', 'The customer misspelt it');
    await press(admin, 'Save');
    await closed(admin);
    await shows(admin, 'The address is corrected@example.com since');
    expect(await admin.$$('::-p-xpath(//button[.="Correct the address"])')).toEqual([]);
    await closeToasts(admin);
  });

  test('that differs from its passport shows both values, and takes the passport’s by one click', async () => {
    const { encoded } = await takeIn({
      full_name: 'Anna Maria Eriksson', nationality: 'GBR', passport_no: 'L8989O2C3', dob: '1974-12-08', sex: 'F',
      passport_expiry: '2031-04-15', doa: dayFromNow(9),
      mrz: 'P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36GBR7408122F3104150ZE184226B<<<<<16',
    }); // prettier-ignore
    const caller = await desk.member('telecaller@demo.test');
    await go(caller, `/admin/view-order/${encoded}`);
    await shows(caller, 'Order: …O2C3 · Passport: …02C3');
    expect(await caller.$$('::-p-aria([name="Take the passport’s Passport No."])')).toEqual([]);
    await press(caller, 'Take the passport’s Date of Birth');
    await shows(caller, 'The order was amended.');
    await caller.browserContext().close();

    await go(team, `/admin/view-order/${encoded}`);
    await shows(team, 'Order: L8989O2C3 · Passport: L898902C3');
    await press(team, 'Take the passport’s Passport No.');
    await team.waitForSelector('[aria-label="Needs attention"]', { hidden: true });
    await shows(team, 'As the passport’s zone has it.');
    await closeToasts(team);
  });

  test('for which nothing was paid is asked about, and a deleted one takes no card', async () => {
    const { id, encoded } = await takeIn({ paid: false });
    await go(admin, `/admin/view-order/${encoded}`);
    await pressAction(admin, 'Move to Completed Orders');
    await shows(admin, 'No card has been sent. Nothing was paid for this order. Complete anyway?');
    await reply(admin, 'No');
    await closed(admin);
    const file = await cardFile(join(desk.dataDir, 'unpaid.pdf'), 'APPROVED');
    await (await admin.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(file);
    for (const button of ['Send and complete', 'Send by AWS']) {
      await press(admin, button);
      await shows(admin, 'Nothing was paid for this order. Send the card anyway?');
      await reply(admin, 'No');
      await closed(admin);
    }
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', `/api/admin/get-orders-details/${encoded}`);
    expect([data.process_status, data.uploadDoc, data.mailHistory]).toEqual(['Pending', [], []]);

    await calls('PUT', '/api/admin/move-order-status', { orderId: id, updatingStatus: 'Deleted' });
    await shows(admin, 'No card is sent for an order in Deleted.');
    expect(await admin.$('input[type=file]')).toBeNull();
  });

  test('has one filled button, which is what comes next, and the dashboard’s is Next order', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Comes Next', ...wholeForm });
    const refused = await takeIn({ full_name: 'Comes Next', ...wholeForm, flight_detail: '' });
    const calls = await callsOf(desk, 'admin@demo.test');
    const change = (name: string, body: object) => calls('PUT', `/api/admin/${name}`, { orderId: id, ...body });
    const filled = async (path: string) => {
      await go(admin, path);
      return admin.$$eval('button, a', (all) =>
        all
          .filter((one) => one.checkVisibility() && one.matches('.bg-accent.text-on-strong'))
          .map((one) => one.textContent.trim()),
      );
    };
    const onPage = () => filled(`/admin/view-order/${encoded}`);
    expect(await onPage()).toEqual(['Assign to me']);
    await change('assign-order-status', { assignto: 'Demo Admin' });
    expect(await onPage()).toEqual(['Move to Awaiting Govt']);
    await change('move-order-status', { updatingStatus: 'AwaitingGovt' });
    expect(await onPage()).toEqual([]);
    await change('move-to-complete-refund', {});
    expect(await onPage()).toEqual(['Refunded it']);
    await change('mark-refunded', {});
    expect(await onPage()).toEqual([]);
    await shows(admin, 'Nothing is sent for it.');
    await change('move-order-status', { updatingStatus: 'Deleted' });
    expect(await onPage()).toEqual(['Restore']);
    await change('assign-order-status', { orderId: refused.id, assignto: 'Demo Admin' });
    expect(await filled(`/admin/view-order/${refused.encoded}`)).toEqual(['Move to Contact Customer']);
    expect(await filled('/admin')).toEqual(['Next order']);
    expect(await filled('/admin/recent-order')).toEqual([]);
  });

  test('shows the facts once: as the form asks for them while the order is to be submitted, else as they are on record', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Once Only', ...wholeForm });
    await go(admin, `/admin/view-order/${encoded}`);
    const headings = () => admin.$$eval('#facts h2', (all) => all.map(({ textContent }) => textContent));
    const forForm = ['Personal Information', 'Traveling Information', 'Order Details', 'Payment'];
    const onRecord = ['Order Details', 'Personal Information', 'Traveling Information', 'Payment'];
    expect(await headings()).toEqual(forForm);
    // Enter goes on with the next value of the form, past what the form does not ask for
    const valueAt = (label: string) =>
      admin.evaluateHandle((name) => {
        const names = [...document.querySelectorAll('[data-for-form] dt')];
        return names.find(({ textContent }) => textContent === name)!.nextElementSibling!.querySelector('button')!;
      }, label);
    await (await valueAt('Mobile No.')).click();
    await admin.keyboard.press('Enter');
    const [next, arrival] = [
      await admin.evaluateHandle(() => document.activeElement),
      await valueAt('Date of Arrival'),
    ];
    expect(await admin.evaluate((one, other) => one === other, next, arrival)).toBe(true);
    // what gets the focus is not under the bars
    await admin.evaluate(() => {
      const pencil = document.querySelector<HTMLElement>('[aria-label="Amend Passport"]')!;
      window.scrollTo(0, pencil.getBoundingClientRect().bottom + window.scrollY);
      pencil.focus();
    });
    const top = await admin.$eval('[aria-label="Amend Passport"]', (pencil) => pencil.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(92);
    // a value that is wrong in the form is amended where it is read
    await press(admin, 'Amend Passport');
    await admin.waitForSelector('[role=dialog] [name=passport_no]');
    await press(admin, 'Close');
    await closed(admin);

    // who else moves the order changes nothing under the hand
    const calls = await callsOf(desk, 'team@demo.test');
    await calls('PUT', '/api/admin/move-order-status', { orderId: id, updatingStatus: 'AwaitingGovt' });
    await shows(admin, 'Moved to AwaitingGovt by Demo Team while you were looking.');
    expect(await headings()).toEqual(forForm);
    await press(admin, 'Facts');
    expect(await headings()).toEqual(onRecord);
    await admin.reload();
    await settled(admin);
    expect(await headings()).toEqual(onRecord);
    await press(admin, 'For the form');
    expect(await headings()).toEqual(forForm);
  });

  test('keeps its actions in one window, and a link to a folded one opens it', async () => {
    const { encoded } = await takeIn({ full_name: 'One Window', ...wholeForm });
    await go(admin, `/admin/view-order/${encoded}`);
    const { needed, window } = await admin.$eval('aside[aria-label="Actions"]', ({ scrollHeight, clientHeight }) => ({
      needed: scrollHeight,
      window: clientHeight,
    }));
    expect(needed).toBe(window);
    await admin.evaluate(() => (location.hash = 'more'));
    await admin.waitForFunction(() => document.getElementById('more')?.closest('details')?.open);
  });

  test('shows what a macro mails before it goes out: its words can be changed, Cancel sends nothing', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Macro Mail', ...wholeForm });
    await go(admin, `/admin/view-order/${encoded}`);
    await fill(admin, 'Question', 'Half a question');
    await unfold(admin, 'Asked for passport photo');
    await admin.locator('aside button ::-p-text(Asked for passport photo)').click();
    const words = '#messages [name=macroQuestion]';
    await admin.waitForSelector(`${words}:focus`);
    await shows(admin, 'moves the order to Awaiting');
    // a member writes on at the end of the text
    const caret = () => admin.$eval(words, (field) => (field as HTMLTextAreaElement).selectionStart);
    const length = await admin.$eval(words, (field) => (field as HTMLTextAreaElement).value.length);
    expect(length).toBeGreaterThan(50);
    expect(await caret()).toBe(length);
    // pressed again, it leads back to the text
    await admin.evaluate(() => {
      (document.activeElement as HTMLElement).blur();
      window.scrollTo(0, 0);
    });
    await admin.locator('aside button ::-p-text(Asked for passport photo)').click();
    await admin.waitForSelector(`${words}:focus`);
    const { top, bottom } = await admin.$eval(words, (field) => field.getBoundingClientRect().toJSON() as DOMRect);
    expect([top > 92, bottom <= 900]).toEqual([true, true]);
    expect(await violations(admin)).toEqual([]);
    await admin.keyboard.press('Escape');
    await admin.waitForSelector(words, { hidden: true });
    expect(await admin.$eval('#messages [name=question]', (field) => (field as HTMLTextAreaElement).value)).toBe(
      'Half a question',
    );

    // by its key
    await admin.evaluate(() => (document.activeElement as HTMLElement).blur());
    await admin.keyboard.press('c');
    await admin.keyboard.press('4');
    await admin.waitForSelector(`${words}:focus`);
    await fill(admin, 'Text of the mail', 'Please send the whole page.');
    await press(admin, 'Send and move');
    await shows(admin, 'Asked for passport photo: mailed a question, moved to Awaiting');
    await admin.waitForSelector(words, { hidden: true });
    const calls = await callsOf(desk, 'admin@demo.test');
    const { data } = await calls('GET', `/api/admin/get-orders-details/${id}`);
    const { process_status, thread } = data as MailedOrder;
    expect([process_status, thread.map(({ text }) => text)]).toEqual(['Awaiting', ['Please send the whole page.']]);
    await fill(admin, 'Question', '');
    await closeToasts(admin);
  });

  test('asks before a macro mails a card that a colleague has mailed since the page was opened', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Macro Card' });
    const calls = await callsOf(desk, 'manager@demo.test');
    const mails = async () =>
      (await calls('GET', `/api/admin/get-orders-details/${id}`)).data.mailHistory.length as number;
    const { data: macro } = await calls('POST', routes.api.macros, {
      name: 'Card once more', shared: true, remark: 'Sent the card.', flags: [], mail: 'resend',
    }); // prettier-ignore
    await go(admin, `/admin/view-order/${encoded}`);
    await (await admin.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(
      await cardFile(join(desk.dataDir, 'macro-card.pdf'), 'APPROVED'),
    );
    await press(admin, 'Send by AWS');
    await shows(admin, 'Document has been uploaded successfully');
    const resent = { orderId: id, email: 'ann@example.com' };
    expect((await calls('POST', routes.api.sendDownloadLink, resent)).code).toBe(200);
    await shows(admin, 'by Demo Manager while you were looking.');
    await unfold(admin, 'Card once more');
    await admin.locator('aside button ::-p-text(Card once more)').click();
    await shows(admin, 'The mail goes to ann@example.com. Go on?');
    await reply(admin, 'Yes');
    await shows(admin, `Order ${id}: Demo Manager sent the download link just now. Send this one too?`);
    await reply(admin, 'No');
    await closed(admin);
    expect(await mails()).toBe(2);
    await calls('PUT', routes.api.deleteMacro(macro.id), {});
    await closeToasts(admin);
  });

  test('keeps the text of a macro while a colleague holds the order, says why it can’t be sent, and sends it when it can', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Macro Taken' });
    const calls = await callsOf(desk, 'admin@demo.test');
    const read = async () => (await calls('GET', `/api/admin/get-orders-details/${id}`)).data as MailedOrder;
    const assign = (assignto: string) => calls('PUT', '/api/admin/assign-order-status', { orderId: id, assignto });
    const words = '#messages [name=macroQuestion]';
    const text = () => team.$eval(words, (field) => (field as HTMLTextAreaElement).value);
    const send = '#messages form button[type=submit]';
    const flight = { name: 'Asked for the flight', shared: true, remark: 'No flight', flags: [], move: 'Awaiting' };
    const question = { mail: 'question', question: 'Which flight do you take?' };
    expect(await calls('POST', routes.api.macros, { ...flight, ...question })).toMatchObject({ code: 200 });
    await go(team, `/admin/view-order/${encoded}`);
    await unfold(team, 'Asked for passport photo');
    await team.locator('aside button ::-p-text(Asked for the flight)').click();
    await team.waitForSelector(`${words}:focus`);
    expect(await text()).toBe('Which flight do you take?');
    // another one takes the place of a text that nobody changed
    await team.locator('aside button ::-p-text(Asked for passport photo)').click();
    await team.waitForFunction(
      (field) => document.querySelector<HTMLTextAreaElement>(field)?.value.includes('passport'),
      {},
      words,
    );
    await fill(team, 'Text of the mail', 'Half of what I wanted to');
    await team.locator('aside button ::-p-text(Asked for the flight)').click();
    await shows(team, 'Please send or cancel “Asked for passport photo” first.');
    expect(await text()).toBe('Half of what I wanted to');
    await closeToasts(team);

    await assign('Demo Night');
    await shows(team, 'This can’t be sent now. Demo Night works on this order.');
    expect(await text()).toBe('Half of what I wanted to');
    await team.waitForSelector(`${send}[aria-disabled][title="Demo Night works on this order."]`);
    expect(await violations(team)).toEqual([]);
    // one may write on
    await team.focus(words);
    await team.keyboard.type(' say');
    await team.locator(send).click();
    await settled(team, 1_000);
    expect(await read()).toMatchObject({ process_status: 'New', thread: [] });
    expect(await text()).toBe('Half of what I wanted to say');

    await assign('');
    await team.waitForSelector(`${send}:not([aria-disabled])`);
    // a second in which a press was meant for what stood there
    await settled(team, 1_200);
    await press(team, 'Send and move');
    await shows(team, 'Asked for passport photo: mailed a question, moved to Awaiting');
    await team.waitForSelector(words, { hidden: true });
    const { process_status, thread } = await read();
    expect([process_status, thread.map((mail) => mail.text)]).toEqual(['Awaiting', ['Half of what I wanted to say']]);

    // Cancel lets go of a text that can't be sent
    await calls('PUT', '/api/admin/move-order-status', { orderId: id, updatingStatus: 'Contact Customer' });
    await team.waitForSelector('aside button:not([aria-disabled]) ::-p-text(Asked for passport photo)');
    await team.locator('aside button ::-p-text(Asked for passport photo)').click();
    await team.waitForSelector(`${words}:focus`);
    await assign('Demo Night');
    await shows(team, 'This can’t be sent now. Demo Night works on this order.');
    await press(team, 'Cancel');
    await team.waitForSelector(words, { hidden: true });
    expect(await team.$('#messages [name=question]')).toBeNull();
    const { data: macros } = await calls('GET', routes.api.macros);
    const own = (macros as { id: number; name: string }[]).find(({ name }) => name === flight.name)!;
    expect(await calls('PUT', routes.api.deleteMacro(own.id), {})).toMatchObject({ code: 200 });
    await closeToasts(team);
  });

  test('leads to each of its parts by one click or key, which is no step of the history', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Many Parts' });
    const calls = await callsOf(desk, 'admin@demo.test');
    await calls('POST', '/api/admin/add-new-remark', { orderId: id, remark: 'One' });
    await go(admin, '/admin/recent-order');
    await go(admin, `/admin/view-order/${encoded}`);
    const bar = 'nav[aria-label="Parts of the order"]';
    const parts = await admin.$$eval(`${bar} a`, (all) => all.map(({ textContent }) => textContent));
    expect(parts).toEqual(['Facts', 'Messages', 'Mails', 'Downloads', 'Comments1', 'Timeline']);
    const isMarked = (label: string) =>
      admin.waitForFunction(
        (nav, text) => document.querySelector(`${nav} [aria-current]`)?.textContent.startsWith(text),
        {},
        bar,
        label,
      );
    await admin.locator(`${bar} a:nth-child(3)`).click();
    await isMarked('Mails');
    await admin.locator(`${bar} a:nth-child(1)`).click();
    await isMarked('Facts');
    // below the two bars
    const top = await admin.$eval('#facts', (part) => part.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(92);
    expect(top).toBeLessThan(160);
    await admin.focus(`${bar} a:nth-child(6)`);
    await admin.keyboard.press('Enter');
    await isMarked('Timeline');
    expect(await admin.evaluate(() => document.activeElement?.id)).toBe('timeline');
    await admin.evaluate(() => window.scrollTo(0, 0));
    await admin.waitForSelector(`${bar} [aria-current]`, { hidden: true });

    // on a phone the marked link is in sight, although the row is wider than the window
    await admin.setViewport({ width: 390, height: 844 });
    await admin.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await isMarked('Timeline');
    const right = await admin.$eval(`${bar} [aria-current]`, (link) => link.getBoundingClientRect().right);
    expect(right).toBeLessThanOrEqual(390);
    await admin.setViewport({ width: 1440, height: 900 });
    await admin.goBack();
    await admin.waitForFunction(() => location.pathname === '/admin/recent-order');
  });

  test('that the authority’s form would refuse is asked about before it counts as submitted, alone and among many', async () => {
    const name = 'Faulty Form';
    const [faulty, whole] = [
      await takeIn({ full_name: name, ...wholeForm, flight_detail: '' }),
      await takeIn({ full_name: name, ...wholeForm }),
    ];
    const calls = await callsOf(desk, 'admin@demo.test');
    const statuses = () =>
      Promise.all(
        [faulty, whole].map(
          async ({ encoded }) =>
            (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data.process_status as string,
        ),
      );
    const asks = 'The form will refuse one value of this order. Was it submitted anyway?';
    await go(admin, `/admin/view-order/${faulty.encoded}`);
    for (const ask of [
      () => pressAction(admin, 'Move to Awaiting Govt'),
      () => press(admin, 'Submitted'),
      async () => {
        await admin.keyboard.press('m');
        await admin.keyboard.press('g');
      },
    ]) {
      await ask();
      await shows(admin, asks);
      await reply(admin, 'No');
      await closed(admin);
    }
    expect(await statuses()).toEqual(['New', 'New']);

    const submitBoth = async () => {
      await go(admin, `/admin/recent-order?q=${encodeURIComponent(name)}`);
      await admin.locator('::-p-aria([name="Select all rows"])').click();
      await press(admin, 'Move…');
      await shows(admin, 'Move 2 orders');
      await admin.locator('[role=dialog] button ::-p-text(AwaitingGovt)').click();
      await shows(admin, `The form will refuse values of order ${faulty.id}. Was it submitted anyway?`);
    };
    await submitBoth();
    await reply(admin, 'No');
    await closed(admin);
    expect(await statuses()).toEqual(['New', 'AwaitingGovt']);
    await closeToasts(admin);
    await calls('PUT', '/api/admin/reopen-order', { orderId: whole.id });
    await submitBoth();
    await reply(admin, 'Yes');
    await closed(admin);
    await eventually(async () => (await statuses()).join() === 'AwaitingGovt,AwaitingGovt');
    await admin.keyboard.down('Control');
    await admin.keyboard.press('z');
    await admin.keyboard.up('Control');
    await eventually(async () => (await statuses()).join() === 'New,New');
    await closeToasts(admin);
  });

  test('cards are mailed again after a question about one that a colleague sent since the list was read', async () => {
    const calls = await callsOf(desk, 'team2@demo.test');
    const { data } = await calls('GET', '/api/admin/get-orders-list/completedOrder?limit=50');
    const idle = (data as OrderRow[]).filter(({ card_due, assign_to }) => !card_due && !assign_to);
    const pairs = { No: idle.slice(0, 2), Yes: idle.slice(2, 4) };
    const mails = async (id: number) =>
      (await calls('GET', `/api/admin/get-orders-details/${id}`)).data.mailHistory.length as number;
    for (const answer of ['No', 'Yes'] as const) {
      const ids = pairs[answer].map(({ order_id }) => order_id);
      const [sent, other] = ids as [number, number];
      await go(admin, '/admin/completed-order?limit=50');
      for (const id of ids) await tick(admin, id);
      const before = await Promise.all(ids.map(mails));
      await calls('POST', '/api/admin/resend-mail', { orderId: sent, email: 'second@example.com' });
      await press(admin, 'Resend…');
      await shows(admin, 'Mail the card of 2 orders again');
      await admin.locator('[role=dialog] button ::-p-text(By AWS)').click();
      await shows(admin, `A card was sent for order ${sent} since the list was read. Send this one too?`);
      await reply(admin, answer);
      await closed(admin);
      await eventually(async () => (await mails(sent)) === before[0]! + (answer === 'Yes' ? 2 : 1));
      expect(await mails(other)).toBe(before[1]! + 1);
      await closeToasts(admin);
    }
  });

  test('its dialogs, and those of a list, have no accessibility finding, light and dark; one makes a macro', async () => {
    const { id, encoded } = await takeIn();
    const calls = await callsOf(desk, 'admin@demo.test');
    await calls('PUT', '/api/admin/assign-order-status', { orderId: id, assignto: 'Demo Admin' });
    const shown = async (opens: string, says: string) => {
      await (opens === 'Edit macros' ? pressAction : press)(admin, opens);
      await shows(admin, says);
      expect([opens, await violations(admin)]).toEqual([opens, []]);
      await admin.keyboard.press('Escape');
      await closed(admin);
    };
    for (const value of sampleOf(['light', 'dark'], [1])) {
      await admin.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      await go(admin, `/admin/view-order/${encoded}`);
      await shown('Edit macros', 'Mail to the customer');
      await shown('Skip', 'Skip for an hour, because');
      await go(admin, '/admin/my-order');
      await tick(admin, id);
      await shown('Hand over…', 'Hand over one order');
      await shown('Save view', 'The menu lists it');
      await shown('My shift ends', 'You hold');
    }
    await go(admin, `/admin/view-order/${encoded}`);
    await pressAction(admin, 'Edit macros');
    await admin.locator('#macro-name').fill('Photo is blurred');
    await admin.locator('#macro-remark').fill('The photo can’t be read.');
    await admin.select('#macro-move', 'Awaiting');
    await press(admin, 'Save');
    await shows(admin, 'Macro saved');
    await closed(admin);
    await admin.locator('aside button ::-p-text(Photo is blurred)').click();
    await shows(admin, 'Photo is blurred: moved to Awaiting');
    // the toast stands on both grounds
    await admin.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    expect(await violations(admin)).toEqual([]);
    await admin.emulateMediaFeatures([]);
    const { data } = await calls('GET', `/api/admin/get-orders-details/${id}`);
    expect(data).toMatchObject({ process_status: 'Awaiting' });
    await closeToasts(admin);
  });

  test('looks at the document before it goes out; mail preview, packs and dialogs are in order', async () => {
    const { encoded } = await takeIn({ full_name: 'مريم Example' });
    await go(admin, `/admin/view-order/${encoded}`);
    const mainMove = () => admin.$eval('[aria-label="Move the order"] button', ({ textContent }) => textContent);
    // the form would refuse the name
    expect(await mainMove()).toBe('Move to Contact Customer');
    await pressAction(admin, 'Move to Completed Orders');
    await shows(admin, 'No card has been sent. Complete anyway?');
    await reply(admin, 'No');
    await closed(admin);

    for (const [width, height] of [
      [1366, 768],
      [1280, 720],
    ] as const) {
      await admin.setViewport({ width, height });
      await go(admin, `/admin/view-order/${encoded}`);
      const chooser = (await admin.waitForSelector('input[type=file]'))!;
      await chooser.uploadFile(await cardFile(join(desk.dataDir, 'card.pdf'), 'APPROVED'));
      await admin.waitForSelector('iframe[title="Preview of card.pdf"]');
      expect([width, await inView(admin, 'Send by AWS'), await inView(admin, 'Send by Sendgrid')]).toEqual([
        width,
        true,
        true,
      ]);
      if (width === 1366) await press(admin, 'Remove card.pdf');
    }
    await admin.setViewport({ width: 1440, height: 900 });
    await press(admin, 'Send by AWS');
    await shows(admin, 'Document');
    await admin.waitForFunction(() => !document.querySelector('iframe[title^="Preview of"]'));
    await admin.waitForFunction(
      () => document.querySelector('[aria-label="Move the order"] button')?.textContent === 'Move to Completed Orders',
    );
    expect(await violations(admin)).toEqual([]);

    await pressAction(admin, 'View Email Content');
    const frame = await admin.waitForSelector('iframe[title="Email as the customer sees it"]');
    await shows(admin, 'Send Whatsapp Message');
    expect(await violations(admin)).toEqual([]);
    expect(
      await (await frame!.contentFrame()).$eval('body', (body) => body.textContent?.trim().length),
    ).toBeGreaterThan(50);
    await admin.keyboard.press('Escape');
    await closed(admin);

    await pressAction(admin, 'Move to Completed Orders');
    await shows(admin, 'Defence Pack 1');
    await shows(admin, 'Pack 2');
    await pressAction(admin, 'Move to Completed Refunds');
    await shows(admin, 'Are you sure you want to move this order to refunds?');
    await reply(admin, 'No');
    await press(admin, 'Enter Transaction Details');
    await admin.waitForSelector('[role=dialog]');
    expect(await violations(admin)).toEqual([]);
    await press(admin, 'Save');
    await shows(admin, 'Please enter your Transaction Id');
    await admin.keyboard.press('Escape');
    await closeToasts(admin);
  });
});

describe('fixed measures', () => {
  longTest('the ten seconds of an undo rest under the pointer and the focus', async () => {
    const { id, encoded } = await takeIn();
    await go(admin, `/admin/view-order/${encoded}`);
    await press(admin, 'Assign to me');
    const button = '.Toastify__toast button[aria-keyshortcuts]';
    await admin.locator(button).hover();
    await sleep(11_000);
    await admin.focus(button);
    await admin.mouse.move(20, 20);
    await sleep(11_000);
    await admin.keyboard.press('Enter');
    await shows(admin, 'Undone');
    const calls = await callsOf(desk, 'admin@demo.test');
    expect((await calls('GET', `/api/admin/get-orders-details/${id}`)).data).toMatchObject({ assign_to: null });
    await closeToasts(admin);

    await press(admin, 'Assign to me');
    await admin.waitForSelector(button);
    await admin.waitForSelector(button, { hidden: true });
    await closeToasts(admin);
  });

  test('modals take 300 ms and their ground 150, none where motion is unwanted', async () => {
    await go(admin, '/admin/completed-order');
    await press(admin, 'Delete');
    await admin.waitForSelector('[role=alertdialog]');
    const times = () =>
      admin.evaluate(() =>
        ['[role=alertdialog]', '.bg-veil.fixed'].map(
          (part) => getComputedStyle(document.querySelector(part)!).transitionDuration,
        ),
      );
    expect(await times()).toEqual(['0.3s', '0.15s']);
    await admin.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    expect(await times()).toEqual(['0s', '0s']);
    await admin.emulateMediaFeatures([]);
    await reply(admin, 'No');
  });

  test('toasts stand at the top right, 12 pixels apart, light, and stay', async () => {
    await go(admin, '/admin/send-invoice');
    for (const id of ['9000001', '9000001']) {
      await fill(admin, 'Enter Your Order ID', id);
      await press(admin, 'Send Invoice');
      await shows(admin, 'Order not found');
    }
    await shows(admin, '×2');
    expect(await admin.$$('.Toastify__toast')).toHaveLength(1);
    const toast = await admin.$eval('.Toastify__toast', (one) => {
      const { right } = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      return { fromRight: window.innerWidth - right, gap: style.marginBottom, classes: one.className };
    });
    expect(toast.gap).toBe('12px');
    expect(toast.fromRight).toBeLessThan(40);
    expect(toast.classes).toContain('Toastify__toast-theme--light');
    await closeToasts(admin);
  });

  test('a toast comes and goes in its place, never over the buttons of an order', async () => {
    const { encoded } = await takeIn();
    await go(admin, `/admin/view-order/${encoded}`);
    await admin.evaluate(() => {
      const seen = Object.assign(globalThis, { seen: { frames: 0, over: 0 } }).seen;
      const look = () => {
        const toast = document.querySelector('.Toastify__toast');
        const actions = document.querySelector('aside[aria-label="Actions"]')!;
        if (toast) {
          seen.frames += 1;
          if (toast.getBoundingClientRect().right > actions.getBoundingClientRect().left) seen.over += 1;
        }
        requestAnimationFrame(look);
      };
      look();
    });
    await press(admin, 'Assign to me');
    await admin.waitForSelector('.Toastify__toast:not(.toast-enter)');
    await closeToasts(admin);
    const { frames, over } = await admin.evaluate(
      () => (globalThis as unknown as { seen: { frames: number; over: number } }).seen,
    );
    expect(frames).toBeGreaterThan(0);
    expect(over).toBe(0);
  });

  const isFree = (id: number) =>
    admin.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('tbody tr')].some(
          (row) => row.textContent?.includes(wanted) && !row.querySelector('.avatar'),
        ),
      {},
      String(id),
    );

  test('toasts name their orders: two are two toasts, and each takes back its own, Ctrl+Z the last', async () => {
    const orders = [await takeIn({ full_name: 'First Undone' }), await takeIn({ full_name: 'Then Undone' })];
    // the nearest arrivals come first, so they may stand on any page of the whole list
    await go(admin, '/admin/recent-order?q=undone');
    const open = (id: number) =>
      admin.$eval(`::-p-xpath(//tr[contains(., "${id}")]//a[contains(@class, "row-action")])`, (link) =>
        (link as HTMLElement).click(),
      );
    for (const { id } of orders) {
      await open(id);
      await press(admin, 'Assign to me');
      await shows(admin, 'Give back');
      await shows(admin, `Order ${id}: Order has been assigned successfully`);
      await admin.$eval('nav[aria-label="The list of this order"] a', (link) => (link as HTMLElement).click());
      await rowShows(admin, id, 'DA');
    }
    expect(await admin.$$('.Toastify__toast')).toHaveLength(2);
    const [first, then] = orders.map(({ id }) => id) as [number, number];
    await admin
      .locator(`.Toastify__toast ::-p-xpath(.//div[contains(., "${first}")]/button[starts-with(., "Undo")])`)
      .click();
    await isFree(first);
    await shows(admin, `Order ${first}: Undone`);
    expect(await rowText(admin, then)).toContain('DA');
    await admin.keyboard.down('Control');
    await admin.keyboard.press('z');
    await admin.keyboard.up('Control');
    await isFree(then);
    await shows(admin, `Order ${then}: Undone`);
    await closeToasts(admin);
  });

  test('equal toasts about one order are one, whose undo says what it takes back', async () => {
    const { id, encoded } = await takeIn({ full_name: 'Twice Undone' });
    await go(admin, `/admin/view-order/${encoded}`);
    await press(admin, 'Assign to me');
    // colleagues and this page hear of the holder at once, but a button takes no press until its own write has ended
    await admin.waitForSelector('::-p-xpath(//button[.="Give back" and not(@aria-busy)])');
    await press(admin, 'Give back');
    await shows(admin, '×2');
    expect(await admin.$$('.Toastify__toast')).toHaveLength(1);
    await press(admin, `Undo ${id}`);
    await shows(admin, `Order ${id}: Undone`);
    await shows(admin, 'Give back');
    await closeToasts(admin);
  });

  test('a search that is too long says so, and is not sent', async () => {
    await go(admin, '/admin/recent-order');
    await admin.$eval('[name=q]', (field) => (field as HTMLInputElement).focus());
    await admin.keyboard.sendCharacter('x'.repeat(201));
    await shows(admin, 'A search has 200 letters at most. This one has 201.');
    expect(new URL(admin.url()).search).toBe('');
    await go(admin, `/admin/recent-order?q=${'x'.repeat(202)}`);
    await shows(admin, 'A search has 200 letters at most. This one has 202.');
    await shows(admin, 'The search is too long.');
    expect(await admin.$$('tbody tr')).toEqual([]);
    for (const width of [390, 1440]) {
      await admin.setViewport({ width, height: 900 });
      const welcome = (await admin.$('header p'))!;
      expect([width, await welcome.evaluate(({ textContent }) => textContent)]).toEqual([width, 'Welcome, Demo Admin']);
      expect([width, await welcome.isVisible()]).toEqual([width, true]);
    }
  });
});

test('nobody’s console said anything', () => {
  expect([...admin.said, ...team.said]).toEqual([]);
});
