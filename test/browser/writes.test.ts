import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { HTTPRequest, KeyInput, Page } from 'puppeteer';
import sharp from 'sharp';
import {
  closed,
  closeToasts,
  type Desk,
  fill,
  goTo,
  press,
  reply,
  settled,
  shows,
  signIn,
  startDesk,
  type Watched,
  submitSignIn,
  pressAction,
} from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { hold } from '../support/held-requests.js';
import { wholeForm } from '../support/orders.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';
import { sampleOf } from '../support/sample.js';
import { translateAsWidget } from '../support/translation.js';

// Writes on a bad network, in a real browser on the built product: none is cut off, done twice or lost
// (docs/screens.md#writes-from-a-page).

let desk: Desk;
let team: Watched;
let calls: Calls;
let card: string;
beforeAll(async () => {
  desk = await startDesk(20);
  [team, calls] = await Promise.all([desk.member('team@demo.test'), callsOf(desk, 'admin@demo.test')]);
  card = join(desk.dataDir, 'card.png');
  const noise = sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } });
  await writeFile(card, await noise.png().toBuffer());
});
afterAll(async () => {
  const missing = await desk.pressesWithoutRow();
  expect(await desk.stop()).toBe(0);
  expect(missing).toEqual([]);
});

type Details = {
  order_id: number;
  process_status: string;
  assign_to: string | null;
  remark: { remark: string; remark_name: string }[];
  uploadDoc: unknown[];
  mailHistory: unknown[];
};
const details = async (encoded: string) =>
  (await calls('GET', `/api/admin/get-orders-details/${encoded}`)).data as Details;
const remarks = async (encoded: string) => (await details(encoded)).remark.map(({ remark }) => remark);
/** Slows the line of a page: `latency` in milliseconds, `upload` in bytes a second. */
const slow = (page: Page, latency = 300, upload = 100_000) =>
  page.emulateNetworkConditions({ upload, download: 1_000_000, latency });
const fast = (page: Page) => page.emulateNetworkConditions(null);
const typed = (page: Page) => page.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value);
const isAt = (page: Page, path: string) => page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
const choose = async (page: Page) =>
  (await page.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(card);

/** Opens the page of a new order. */
async function open(page: Page = team): Promise<{ id: number; encoded: string }> {
  const order = await takeInto(desk, wholeForm);
  await page.bringToFront();
  await goTo(page, `${desk.url}/admin/view-order/${order.encoded}`);
  return order;
}

describe('two actions, one right after the other', () => {
  test('comment and move: both are done, each says so, and the field is empty', async () => {
    const { encoded } = await open();
    await slow(team);
    await fill(team, 'Remark', 'Told on the phone');
    await press(team, 'Add Comment');
    await pressAction(team, 'Move to Awaiting Govt');
    await shows(team, 'Remark has been added successfully');
    await shows(team, 'Order has been moved successfully');
    await team.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=remark]')!.value === '');
    expect(await details(encoded)).toMatchObject({ process_status: 'AwaitingGovt', remark: [{}] });
    await fast(team);
    await closeToasts(team);
  });

  test('assign and move: the second takes the version that the first left, but not a colleague’s', async () => {
    const { encoded } = await open();
    await slow(team);
    await press(team, 'Assign to me');
    await pressAction(team, 'Move to Awaiting Govt');
    await shows(team, 'Order has been moved successfully');
    expect(await details(encoded)).toMatchObject({ process_status: 'AwaitingGovt', assign_to: 'Demo Team' });
    await fast(team);
    await closeToasts(team);
  });

  test('a click in the menu ends no write: its toast comes on the next screen, which knows of it', async () => {
    const { id, encoded } = await open();
    await slow(team);
    await pressAction(team, 'Move to Awaiting Govt');
    await team.locator('nav a[href="/admin/awaiting-govt"]').click();
    await isAt(team, '/admin/awaiting-govt');
    await shows(team, 'Order has been moved successfully');
    await shows(team, String(id));
    expect(await details(encoded)).toMatchObject({ process_status: 'AwaitingGovt' });
    await fast(team);
    await closeToasts(team);
  });

  test('what is typed while a remark goes out stays, and pressing twice is one remark', async () => {
    const { encoded } = await open();
    const going = await hold(
      team,
      (request) => request.method() === 'POST' && request.url().endsWith('/add-new-remark'),
    );
    await fill(team, 'Remark', 'First.');
    await team.evaluate(() => {
      const button = document.querySelector<HTMLElement>('form:has([name=remark]) button[type=submit]')!;
      button.click();
      button.click();
    });
    await going.until(1);
    await team.type('[name=remark]', ' Second');
    await going.end();
    await shows(team, 'Remark has been added successfully');
    await team.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=remark]')!.value === 'Second');
    expect(await remarks(encoded)).toEqual(['First.']);
    await closeToasts(team);
  });
});

describe('an upload', () => {
  const goesOut = (page: Page) => page.waitForSelector('[aria-label=Uploads] progress');

  test('goes on over a comment and on another screen, and the move waits for it', async () => {
    const { id, encoded } = await open();
    await choose(team);
    // slow enough for all that is done meanwhile, on a busy machine too
    await slow(team, 20, 10_000);
    await press(team, 'Send by AWS');
    await goesOut(team);
    await pressAction(team, 'Move to Completed Orders');
    await shows(team, 'Move to Completed Orders after the upload');
    await fill(team, 'Remark', 'Sent while uploading');
    await press(team, 'Add Comment');
    await shows(team, 'Remark has been added successfully');
    expect(await details(encoded)).toMatchObject({ process_status: 'New', uploadDoc: [] });

    await team.locator('nav a[href="/admin/awaiting-govt"]').click();
    await isAt(team, '/admin/awaiting-govt');
    await goesOut(team);
    expect(await wouldAsk(team)).toBe(true);
    await slow(team, 20, 1_000_000);
    await shows(team, `Uploaded: Order ${id}, card.png`);
    await shows(team, 'Order has been moved successfully');
    expect(await details(encoded)).toMatchObject({
      process_status: 'Completed',
      uploadDoc: [{}],
      mailHistory: [{}],
      remark: [{}],
    });
    expect(await wouldAsk(team)).toBe(false);
    await team.locator(`[aria-label=Uploads] a[href="/admin/view-order/${encoded}"]`).click();
    await isAt(team, `/admin/view-order/${encoded}`);
    await shows(team, `Order ${id}`);
    await press(team, 'Close');
    await fast(team);
    await closeToasts(team);
  });

  test('that is cancelled in the frame takes the waiting move with it; the file is still chosen', async () => {
    const { id, encoded } = await open();
    await choose(team);
    // slow enough for all that is done meanwhile, on a busy machine too
    await slow(team, 20, 10_000);
    await press(team, 'Send by AWS');
    await goesOut(team);
    await pressAction(team, 'Move to Completed Orders');
    await team.locator('nav a[href="/admin/awaiting-govt"]').click();
    await isAt(team, '/admin/awaiting-govt');
    await press(team, `Cancel upload to order ${id}`);
    await shows(team, 'The order was not moved, because its card was not sent.');
    await fast(team);
    expect(await details(encoded)).toMatchObject({ process_status: 'New', uploadDoc: [], mailHistory: [] });
    await team.goBack();
    await shows(team, 'card.png');
    await press(team, 'Remove card.png');
    await closeToasts(team);
  });

  test('whose file was only chosen: Logout asks, and the member who signs in next finds no file', async () => {
    const page = await desk.member('team2@demo.test');
    const { encoded } = await open(page);
    await choose(page);
    await shows(page, 'card.png');
    await fill(page, 'Remark', 'Typed a moment before Logout');
    await page.locator('nav button[type=submit]').click();
    await shows(page, 'Something was not sent yet. Log out anyway?');
    await reply(page, 'Yes');
    await isAt(page, '/');
    await submitSignIn(page, 'team@demo.test');
    await isAt(page, '/admin');
    await page.locator('nav a[href="/admin/recent-order"]').click();
    // the dashboard has a row of the order, too
    await isAt(page, '/admin/recent-order');
    await page.locator(`tbody a[href^="/admin/view-order/${encoded}"]`).click();
    await page.waitForSelector('input[type=file]');
    expect(await page.$eval('main', ({ textContent }) => textContent)).not.toContain('card.png');
    expect(await wouldAsk(page)).toBe(false);
    expect(await typed(page)).toBe('');
    await page.browserContext().close();

    const again = await desk.member('team2@demo.test');
    await goTo(again, `${desk.url}/admin/view-order/${encoded}`);
    expect(await typed(again)).toBe('Typed a moment before Logout');
    await again.browserContext().close();
  });

  /** Whether the browser would ask before it leaves the site. */
  function wouldAsk(page: Page): Promise<boolean> {
    return page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  }
});

describe('an answer that is lost', () => {
  /** Lets the server process requests under `path` and drops the first `count` answers. */
  async function lose(page: Page, path: string, count: number): Promise<() => Promise<void>> {
    const network = await page.createCDPSession();
    let left = count;
    network.on('Fetch.requestPaused', ({ requestId }) => {
      left -= 1;
      if (left >= 0) void network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' });
      else void network.send('Fetch.continueResponse', { requestId });
    });
    await network.send('Fetch.enable', { patterns: [{ urlPattern: `*${path}`, requestStage: 'Response' }] });
    return () => network.detach();
  }

  test('is asked for again, and the remark is there once', async () => {
    const { encoded } = await open();
    const stop = await lose(team, '/add-new-remark', 2);
    await fill(team, 'Remark', 'Said once');
    await press(team, 'Add Comment');
    await shows(team, 'Remark has been added successfully');
    await team.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=remark]')!.value === '');
    expect(await remarks(encoded)).toEqual(['Said once']);
    await stop();
    await closeToasts(team);
  });

  test('for good is said so, the page shows what is known, and what was typed stands there', async () => {
    const { encoded } = await open();
    const stop = await lose(team, '/add-new-remark', 99);
    await fill(team, 'Remark', 'Said or not');
    await press(team, 'Add Comment');
    await shows(team, "We don't know whether this was saved.");
    await team.waitForFunction(() => document.querySelectorAll('tbody td[data-title=Team]').length === 1);
    // the remark is in the history; its text leaves the field when the drafts are read again
    expect(['Said or not', '']).toContain(await typed(team));
    expect(await remarks(encoded)).toEqual(['Said or not']);
    await stop();
    await closeToasts(team);
  });
});

describe('a session that is over', () => {
  /** Ends the member's sessions: a password change by another session of the same member. */
  async function endedElsewhere(email: string): Promise<void> {
    const elsewhere = await callsOf(desk, email);
    await elsewhere('POST', '/api/admin/change-password', { newPassword: 'demo-password' });
  }
  const signInHere = async (page: Page) => {
    await page.waitForSelector('[role=dialog] [name=password], [role=dialog] input[type=password]');
    await fill(page, 'Password', 'demo-password');
    await page.locator('[role=dialog] button[type=submit]').click();
  };

  test('is said in the frame, and asks for the password when something is sent, which then is sent once', async () => {
    const page = await desk.member('team2@demo.test');
    const { encoded } = await open(page);
    await choose(page);
    await fill(page, 'Remark', 'Half a sentence');
    await endedElsewhere('team2@demo.test');
    await shows(page, 'You are signed out.');
    expect(await typed(page)).toBe('Half a sentence');

    await press(page, 'Add Comment');
    await signInHere(page);
    await shows(page, 'Remark has been added successfully');
    expect(await remarks(encoded)).toEqual(['Half a sentence']);
    await page.waitForFunction(() => !document.body.textContent?.includes('You are signed out.'));
    await shows(page, 'card.png');

    await endedElsewhere('team2@demo.test');
    await shows(page, 'You are signed out.');
    await press(page, 'Send by AWS');
    await signInHere(page);
    await shows(page, 'Document has been uploaded successfully');
    await page.browserContext().close();
  });

  test('or belongs to somebody who signed in in another tab: what is sent waits for the password of who typed it', async () => {
    const page = await desk.member('team2@demo.test');
    const { encoded } = await open(page);
    await fill(page, 'Remark', 'By the second');
    const tab = await page.browserContext().newPage();
    await tab.setViewport(page.viewport());
    await endedElsewhere('team2@demo.test');
    // a tab that is hidden, as one behind another is in Chrome, has no live stream
    await page.bringToFront();
    await shows(page, 'You are signed out.');
    await tab.bringToFront();
    await signIn(tab, desk.url, 'night@demo.test');

    await page.bringToFront();
    await press(page, 'Add Comment');
    await page.waitForSelector('[role=dialog]');
    await shows(page, 'Somebody else signed in in this browser.');
    expect(await remarks(encoded)).toEqual([]);
    await signInHere(page);
    await shows(page, 'Remark has been added successfully');
    expect((await details(encoded)).remark).toMatchObject([{ remark: 'By the second', remark_name: 'Demo Team Two' }]);

    // the other tab's session now belongs to another member: a click there shows who is signed in
    await tab.bringToFront();
    await tab.locator('nav a[href="/admin/awaiting-govt"]').click();
    await isAt(tab, '/admin/awaiting-govt');
    await shows(tab, 'Demo Team Two');
    await page.browserContext().close();
  });
});

describe('a new version', () => {
  test('is said in the frame and reloads nothing; writes go on', async () => {
    const page = await desk.member('manager@demo.test');
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('readystatechange', () => {
        const script = document.querySelector('script[data-page]');
        if (script) script.textContent = script.textContent.replace(/"version":"\w+"/, '"version":"the-one-before"');
      });
    });
    const { encoded } = await open(page);
    await fill(page, 'Remark', 'From the old page');
    await press(page, 'Add Comment');
    await shows(page, 'Remark has been added successfully');
    await shows(page, 'A new version is there.');
    expect(await remarks(encoded)).toEqual(['From the old page']);
    await fill(page, 'Remark', 'Typed on');
    expect(await typed(page)).toBe('Typed on');
    await Promise.all([page.waitForNavigation(), page.locator('nav a[href="/admin/awaiting-govt"]').click()]);
    await isAt(page, '/admin/awaiting-govt');
    await page.browserContext().close();
  });

  test('is no reason to leave the page for a read that nobody asked for, while servers of both versions answer', async () => {
    const page = await desk.member('manager@demo.test');
    await open(page);
    await settled(page);
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.headers()['x-inertia-partial-data'] ?? request.url()));
    await page.evaluate(() => {
      // a server of another version answers, which takes the page for the older one
      window.XMLHttpRequest = class extends XMLHttpRequest {
        override setRequestHeader(name: string, value: string) {
          super.setRequestHeader(name, name.toLowerCase() === 'x-inertia-version' ? 'the-other' : value);
        }
      };
      Object.assign(window, { isSamePage: true });
      for (let times = 0; times < 3; times += 1) window.dispatchEvent(new Event('focus'));
    });
    await shows(page, 'A new version is there.');
    await settled(page);
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    expect(reads).toEqual(['drafts']);

    // it still hears that its session is over, although it sends nothing
    const { value } = (await page.browserContext().cookies()).find(({ name }) => name === 'session')!;
    await fetch(`${desk.url}/api/admin/logout`, { method: 'POST', headers: { authorization: `Bearer ${value}` } });
    await shows(page, 'You are signed out.');
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.browserContext().close();
  });
});

describe('the next order, which opens by itself when one is done', () => {
  const isOf = (part: string) => (request: HTTPRequest) => request.url().includes(part);
  let own: Calls;
  beforeAll(async () => {
    own = await callsOf(desk, 'team@demo.test');
    await own('PUT', '/api/admin/my-settings', { goOn: true });
  });
  afterAll(() => own('PUT', '/api/admin/my-settings', { goOn: false }));

  test('waits for who types, opens no other after that, and comes by its key', async () => {
    const { id, encoded } = await open();
    const other = await takeInto(desk);
    await choose(team);
    const going = await hold(team, isOf('/api/admin/upload'));
    await press(team, 'Send and complete');
    await going.until(1);
    await team.click('[name=remark]');
    await team.keyboard.type('The card is out, m');
    await going.end();
    await shows(team, `Order ${id} is done. Next: n`);
    await team.keyboard.type('a a called');
    expect(await typed(team)).toBe('The card is out, ma a called');
    expect(new URL(team.url()).pathname).toBe(`/admin/view-order/${encoded}`);
    expect((await details(other.encoded)).assign_to).toBeNull();

    await press(team, 'Add Comment');
    await shows(team, 'Remark has been added successfully');
    await team.evaluate(() => (document.activeElement as HTMLElement).blur());
    await team.keyboard.press('n');
    await team.waitForFunction(
      (before) => location.pathname.startsWith('/admin/view-order/') && !location.pathname.endsWith(before),
      {},
      encoded,
    );
    await closeToasts(team);
  });

  test('stays away when the member goes to a field while its page is on the way, and comes by its key', async () => {
    const { id, encoded } = await open();
    await takeInto(desk);
    await settled(team);
    await choose(team);
    const answered = team.waitForResponse((response) => response.url().endsWith('/api/admin/next-order'));
    const coming = await hold(team, (request) => isOf('/admin/view-order/')(request) && !isOf(encoded)(request));
    await press(team, 'Send and complete');
    const { data: next } = (await (await answered).json()) as { data: { order_id: number; encoded_id: string } };
    await coming.until(1);
    await team.click('[name=remark]');
    await shows(team, `Order ${id} is done. Next: n`);
    await coming.end();
    await team.keyboard.type('m a');
    await settled(team);
    expect(new URL(team.url()).pathname).toBe(`/admin/view-order/${encoded}`);
    expect(await typed(team)).toBe('m a');

    await fill(team, 'Remark', '');
    await team.evaluate(() => (document.activeElement as HTMLElement).blur());
    await team.keyboard.press('n');
    await isAt(team, `/admin/view-order/${next.encoded_id}`);
    await closeToasts(team);
  });

  test.each(sampleOf([1, 2, 3], [1]))(
    'no letter acts on an order other than the one that it was typed at: typing %i',
    async (seed) => {
      const { encoded } = await open();
      await takeInto(desk);
      await settled(team);
      await choose(team);
      const writes: string[] = [];
      const onRequest = (request: HTTPRequest) => {
        if (request.method() !== 'GET' && !/\/(look|draft|next-order)/.test(request.url()))
          writes.push(`${request.url()} ${request.postData() ?? ''}`);
      };
      team.on('request', onRequest);
      const answered = team.waitForResponse((response) => response.url().endsWith('/api/admin/next-order'));
      const coming = await hold(team, (request) => isOf('/admin/view-order/')(request) && !isOf(encoded)(request));
      await press(team, 'Send and complete');
      const { data: next } = (await (await answered).json()) as { data: { order_id: number; encoded_id: string } };
      await coming.until(1);

      const letters = Array.from('amgc1wutoxjk2').sort((a, b) => order(seed, a) - order(seed, b));
      for (const [at, letter] of [...letters, ...letters, ...letters].entries()) {
        if (at === 6) await coming.end();
        await team.keyboard.press(letter as KeyInput);
        await sleep(30);
      }
      await isAt(team, `/admin/view-order/${next.encoded_id}`);
      await settled(team);
      expect(writes.filter((one) => one.includes(next.encoded_id) || one.includes(String(next.order_id)))).toEqual([]);
      expect(await details(next.encoded_id)).toMatchObject({ process_status: 'New', assign_to: 'Demo Team' });

      // a hand that rested means what it presses
      await sleep(1_100);
      await team.keyboard.press('a');
      await shows(team, 'Nobody');
      team.off('request', onRequest);
      expect((await details(next.encoded_id)).assign_to).toBeNull();
      await closeToasts(team);
    },
  );

  test('no letter is a command while its field disappears', async () => {
    const { encoded } = await open();
    await settled(team);
    await team.evaluate(() => {
      const field = document.createElement('textarea');
      field.id = 'disappears';
      document.getElementById('content')!.prepend(field);
      field.focus();
      field.addEventListener('input', () => field.value === 'she c' && field.remove());
    });
    await team.keyboard.type('she called');
    await settled(team);
    expect(await team.$('#disappears')).toBeNull();
    expect(await details(encoded)).toMatchObject({ assign_to: null, process_status: 'New' });

    // a hand that rested means what it presses
    await sleep(1_100);
    const taken = team.waitForResponse((response) => response.url().endsWith('/api/admin/assign-order-status'));
    await team.keyboard.press('a');
    expect((await taken).status()).toBe(200);
    expect(await details(encoded)).toMatchObject({ assign_to: 'Demo Team' });
    await closeToasts(team);
  });

  test('pressed on an order that was only looked at gives that one back, and says so', async () => {
    for (let n = 0; n < 2; n += 1) await takeInto(desk);
    await goTo(team, `${desk.url}/admin`);
    const shown = async (not: string) => {
      await team.keyboard.press('n');
      await team.waitForFunction(
        (before) => location.pathname.startsWith('/admin/view-order/') && !location.pathname.endsWith(before),
        {},
        not,
      );
      await settled(team);
      return new URL(team.url()).pathname.split('/').at(-1)!;
    };
    const first = await shown('/admin');
    await closeToasts(team);
    const { order_id: id, assign_to: holder } = await details(first);
    expect(holder).toBe('Demo Team');
    const second = await shown(first);
    await shows(team, `Order ${id} went back to its queue, because you had not worked on it.`);
    expect((await details(first)).assign_to).toBeNull();
    expect((await details(second)).assign_to).toBe('Demo Team');
    await closeToasts(team);
  });

  /** A number of its own for each letter, by which a seed sorts them. */
  const order = (seed: number, letter: string) => (letter.charCodeAt(0) * 7919 * seed) % 101;
});

describe('a lost line', () => {
  test('is said in the frame, with since when, until it is back', async () => {
    await team.setOfflineMode(false);
    await open();
    await team.setOfflineMode(true);
    await shows(team, 'No connection since ');
    expect(await team.$eval('[data-notice]', ({ textContent }) => textContent)).toMatch(/since \d\d:\d\d UTC$/);
    await fill(team, 'Remark', 'Offline');
    await press(team, 'Add Comment');
    await shows(team, 'You are offline. Nothing was changed.');
    expect(await typed(team)).toBe('Offline');
    await team.setOfflineMode(false);
    await team.waitForFunction(() => !document.querySelector('[data-notice]'));
    await closeToasts(team);
  });
});

describe('a part that fails', () => {
  test('says so, with a reference; the rest works, what was typed stays, and trying again shows it', async () => {
    const { encoded } = await open();
    await settled(team);
    await fill(team, 'Remark', 'Typed before');
    // the order's page comes once with earlier orders that no code can show
    let isBroken = true;
    const onRequest = async (request: HTTPRequest) => {
      const isRead = request.headers()['x-inertia'] && !request.headers()['x-inertia-partial-data'];
      if (!isRead || !isBroken) return request.continue();
      const answer = await fetch(request.url(), {
        headers: { ...request.headers(), cookie: (await cookiesOf(team)).join('; ') },
      });
      const page = (await answer.json()) as { props: { earlier: unknown } };
      page.props.earlier = [{ order_id: 1, encoded_id: 'x', create_ts: 'x', process_status: 'New', by: null }];
      return request.respond({
        headers: { 'x-inertia': 'true' },
        contentType: 'application/json',
        body: JSON.stringify(page),
      });
    };
    await team.setRequestInterception(true);
    const listener = (request: HTTPRequest) => void onRequest(request);
    team.on('request', listener);
    await press(team, 'Assign to me');
    await shows(team, 'This part could not be shown.');
    await shows(team, 'Reference: ');
    expect(await typed(team)).toBe('Typed before');
    isBroken = false;
    await press(team, 'Add Comment');
    await shows(team, 'Remark has been added successfully');
    expect(await remarks(encoded)).toEqual(['Typed before']);
    await team.waitForFunction(() => !document.body.textContent.includes('could not be shown'));
    team.off('request', listener);
    await team.setRequestInterception(false);
    team.said.splice(0);

    const admin = await desk.member('admin@demo.test');
    await goTo(admin, `${desk.url}/admin/system`);
    await shows(admin, 'desk/order: Earlier orders');
    await admin.browserContext().close();
  });

  test('is the worst that a translated page comes to, and staff pages ask browsers not to translate them', async () => {
    const { encoded } = await open();
    expect(await team.$eval('html', ({ translate }) => translate)).toBe(false);
    await settled(team);
    // a browser that translates the page anyway
    await team.$eval('html', (html) => html.removeAttribute('translate'));
    await team.evaluate(translateAsWidget);
    for (const text of ['One', 'Two']) {
      await calls('POST', '/api/admin/add-new-remark', { orderId: encoded, remark: text });
      await team.locator('[name=remark]').fill(`Mine, ${text}`);
      await team.locator('form:has([name=remark]) button[type=submit]').click();
      await team.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=remark]')?.value === '');
    }
    expect(await remarks(encoded)).toHaveLength(4);
    expect(await team.$$eval('main section', ({ length }) => length)).toBeGreaterThan(5);
    team.said.splice(0);
  });

  test('is no dialog whose code is lost: the page stays, and the next press tries again', async () => {
    await open();
    await settled(team);
    const isLost = (request: HTTPRequest) => /command-bar|key-help/.test(request.url());
    let isAway = true;
    const listener = (request: HTTPRequest) =>
      void (isAway && isLost(request) ? request.abort() : request.continue()).catch(() => undefined);
    await team.setRequestInterception(true);
    team.on('request', listener);
    for (const key of ['/', '?'] as const) {
      await team.keyboard.press(key);
      await shows(team, 'A part of this page could not be loaded.');
      await shows(team, 'Add Comment');
    }
    isAway = false;
    await team.keyboard.press('/');
    await team.waitForFunction(() => document.activeElement?.matches('[role=dialog] input'));
    await team.keyboard.press('Escape');
    team.off('request', listener);
    await team.setRequestInterception(false);
    team.said.splice(0);
  });

  test('is a window: it says so in its place, the page and its keys work, and opened again it is shown', async () => {
    await open();
    await settled(team);
    await fill(team, 'Remark', 'Typed before');
    await team.evaluate(() => (document.activeElement as HTMLElement).blur());
    let isBroken = true;
    const onRequest = (request: HTTPRequest) => {
      if (!isBroken || !request.url().endsWith('/find-orders')) return request.continue();
      return request.respond({ contentType: 'application/json', body: '{"status":1,"message":"","data":[null]}' });
    };
    const listener = (request: HTTPRequest) => void onRequest(request);
    await team.setRequestInterception(true);
    team.on('request', listener);
    const inBar = (words: string) =>
      team.waitForFunction((said) => document.querySelector('[role=dialog]')?.textContent?.includes(said), {}, words);
    await team.keyboard.press('/');
    await team.waitForSelector('[role=dialog] input:focus');
    await team.keyboard.type('dash');
    await inBar('This part could not be shown.');
    await inBar('Reference: ');
    await shows(team, 'Add Comment');
    expect(await typed(team)).toBe('Typed before');
    isBroken = false;
    await team.keyboard.press('Escape');
    await closed(team);
    await team.keyboard.press('/');
    await team.waitForSelector('[role=dialog] input:focus');
    await team.keyboard.type('dash');
    await inBar('Dashboard');
    await team.keyboard.press('Escape');
    await closed(team);
    team.off('request', listener);
    await team.setRequestInterception(false);
    await fill(team, 'Remark', '');
    team.said.splice(0);
  });

  test('is no question: the browser asks it, and the page stays', async () => {
    const page = await desk.member('manager@demo.test');
    const { encoded } = await open(page);
    await settled(page);
    const onRequest = (request: HTTPRequest) => {
      if (!/\/assets\/question-/.test(request.url())) return request.continue();
      const body = 'export const QuestionDialog = () => { throw new TypeError(); };';
      return request.respond({ contentType: 'text/javascript', body });
    };
    await page.setRequestInterception(true);
    page.on('request', (request) => void onRequest(request));
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await pressAction(page, 'Move to Completed Orders');
    await eventually(async () => asked.length === 1);
    await shows(page, 'Add Comment');
    expect((await details(encoded)).process_status).toBe('New');
    await pressAction(page, 'Move to Completed Orders');
    await shows(page, 'Order has been moved successfully');
    expect(asked).toEqual(Array(2).fill('No card has been sent. Complete anyway?'));
    expect((await details(encoded)).process_status).toBe('Completed');
    await page.browserContext().close();
  });
});

const cookiesOf = async (page: Page) =>
  (await page.browserContext().cookies()).map(({ name, value }) => `${name}=${value}`);

test('nobody’s console said anything of ours', () => {
  const byBrowser = /Failed to load resource|ERR_/;
  expect(team.said.filter((text) => !byBrowser.test(text))).toEqual([]);
});

describe('the key that says that the form was submitted', () => {
  test('is named by its buttons and the list of keys, and opens the next order where the member has set so', async () => {
    const own = await callsOf(desk, 'team2@demo.test');
    const member = await desk.member('team2@demo.test');
    await own('PUT', '/api/admin/my-settings', { goOn: true });
    await takeInto(desk);
    const { encoded } = await open(member);
    await settled(member);
    const named = await member.$$eval('button[aria-keyshortcuts=g]', (all) =>
      all.map((button) => `${button.textContent}: ${button.title}`),
    );
    expect(named.toSorted()).toEqual(['Move to Awaiting Govt: g', 'Submitted: g']);
    await member.keyboard.press('?');
    await shows(member, 'The form was submitted: move the order to Awaiting Govt');
    await member.keyboard.press('Escape');
    await closed(member);

    await member.keyboard.press('g');
    await member.waitForFunction(
      (before) => location.pathname.startsWith('/admin/view-order/') && !location.pathname.endsWith(before),
      {},
      encoded,
    );
    expect((await details(encoded)).process_status).toBe('AwaitingGovt');

    await own('PUT', '/api/admin/my-settings', { goOn: false });
    const { encoded: other } = await open(member);
    await settled(member);
    await member.keyboard.press('g');
    await shows(member, 'Order has been moved successfully');
    await settled(member);
    expect(new URL(member.url()).pathname).toBe(`/admin/view-order/${other}`);
    expect((await details(other)).process_status).toBe('AwaitingGovt');
    await member.browserContext().close();
  });
});
