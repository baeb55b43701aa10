import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page, SerializedAXNode } from 'puppeteer';
import { delivered, move } from '../documents/cards.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { fill, openPage, press, shows, startBrowser } from '../support/browser.js';
import { plainDay } from '../../src/shared/dates.js';
import { dayFromNow, takeIn, wholeForm } from '../support/orders.js';
import { layoutFaults, someWidths } from '../support/overlaps.js';
import { patience } from '../support/patience.js';
import { longTest, sampleOf } from '../support/sample.js';
import { translateAsWidget } from '../support/translation.js';

// What customers see, in a real browser: on phone and desktop, with and without JavaScript, translated, on a bad network.

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const heading = 'Download your Malaysia Digital Arrival Card';
const widths = [390, 1440];

let app: TestApp;
let browser: Browser;
let folder: string;
/** Serves the widget's script: by default it never answers; with `widgetComes` it answers the stand-in below. */
let widget: Server;
let widgetComes = false;
beforeAll(async () => {
  widget = createServer((_request, answer) => {
    if (widgetComes) answer.setHeader('content-type', 'text/javascript').end(`(${translateAsWidget.toString()})()`);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => widget.once('listening', resolve));
  const { port } = widget.address() as AddressInfo;
  [app, browser, folder] = await Promise.all([
    startApp({ settings: { TRANSLATE_WIDGET_URL: `http://127.0.0.1:${port}/widget.js` } }),
    startBrowser(),
    mkdtemp(join(tmpdir(), 'desk-downloads-')),
  ]);
});
afterAll(async () => {
  await browser.close();
  widget.closeAllConnections();
  widget.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let page: Page & { said: string[] };
afterEach(async () => {
  widgetComes = false;
  await page.browserContext().close();
});

async function open(path: string, { width = 390, script = true } = {}): Promise<void> {
  page = await openPage(browser, width, 844, folder);
  if (!script) await page.setJavaScriptEnabled(false);
  await page.goto(app.url + path);
}

/** Fills the form by its fields' names, whatever language the labels are in, and sends it. */
async function send(orderId: string | number, email: string): Promise<void> {
  for (const [name, text] of [
    ['orderId', String(orderId)],
    ['email', email],
  ] as const) {
    await page.$eval(`[name=${name}]`, (field) => ((field as HTMLInputElement).value = ''));
    await page.type(`[name=${name}]`, text);
  }
  await Promise.all([page.waitForNavigation(), page.click('form [type=submit]')]);
}

/** Counts the nodes of each role in an accessibility tree. */
function parts(node: SerializedAXNode, found: Record<string, number> = {}): Record<string, number> {
  found[node.role] = (found[node.role] ?? 0) + 1;
  for (const child of node.children ?? []) parts(child, found);
  return found;
}

const isTranslated = () => page.waitForFunction(() => document.documentElement.dataset.translated === 'yes');
const downloads = () => page.$$eval('#history tbody tr', (rows) => rows.length);
const hasDownloads = (count: number) =>
  page.waitForFunction((wanted: number) => document.querySelectorAll('#history tbody tr').length === wanted, {}, count);
const text = (selector: string) => page.$eval(selector, (element) => element.textContent);
const address = () => new URL(page.url()).pathname;

async function fileArrives(id: number, card: Buffer): Promise<void> {
  const name = await eventually(async () =>
    (await readdir(folder)).find((one) => one.includes(String(id)) && one.endsWith('.pdf')),
  );
  await eventually(async () => (await readFile(join(folder, name))).equals(card));
}

/** As if the downloads of an order had been made two minutes earlier, for the server and for the page. */
async function minutesPass(id: number): Promise<void> {
  await app.database.query(`UPDATE downloads SET create_ts = create_ts - interval '2 minutes' WHERE order_id = $1`, [
    id,
  ]);
  await page.evaluate(() => sessionStorage.clear());
}

describe.each(widths)('at %d pixels', (width) => {
  // the page is the same at both widths, and so are its forms
  const once = width === widths[0] ? test : longTest;

  test('a customer tracks, downloads and sees the history grow at once, row by row; back leads back', async () => {
    const { id, encoded, card } = await delivered(app);
    await open('/track-order', { width });
    expect(await text('h1')).toContain(heading);
    await fill(page, 'Order ID', ` # ${id} `);
    await fill(page, 'Email ID', ' Ann@EXAMPLE.com ');
    await press(page, 'TRACK ORDER');
    await shows(page, 'Your card is ready');
    expect(address()).toBe(`/get-new-order-details/${encoded}`);
    await shows(page, 'No record found');

    await press(page, 'Download Now', 'link');
    await hasDownloads(1);
    await fileArrives(id, card);
    await eventually(async () => {
      const confirmed = 'SELECT FROM downloads WHERE order_id = $1 AND confirmed_at IS NOT NULL';
      return (await app.database.query(confirmed, [id])).length === 1;
    });
    // within a minute it is the same download, and the page says at once that it is complete
    await press(page, 'Download Now', 'link');
    await page.waitForSelector('[data-stage=done]:not([hidden])');
    await hasDownloads(1);
    await minutesPass(id);
    await press(page, 'Download Now', 'link');
    await hasDownloads(2);
    expect(await page.$$eval('#history thead th', (cells) => cells.map((cell) => cell.textContent))).toEqual([
      '#',
      'Order ID',
      'Date & Time (EST)',
      'Device IP Address',
      'Device',
      'Device Type',
      'Browser',
      'OS',
      'Device Location',
    ]);
    const row = await page.$$eval('#history tbody tr:first-child td', (cells) =>
      cells.map((cell) => cell.lastElementChild?.textContent),
    );
    expect(row).toEqual([
      '1',
      String(id),
      expect.stringMatching(/^\d\d \/ [A-Z]\w+ \/ \d{4} [\d:]{8}$/),
      '127.0.0.1',
      'PC',
      'Desktop',
      'Chrome',
      'Windows 10 or newer',
      '',
    ]);

    // cards are folded after the first, rows after the third
    const onShow = () => page.$$eval('#history tbody tr', (rows) => rows.filter((one) => one.checkVisibility()).length);
    if (width === 390) {
      expect(await onShow()).toBe(1);
      await page.locator('summary ::-p-text(Show the earlier download)').click();
    }
    expect(await onShow()).toBe(2);
    if (width === 1440) {
      for (const count of [3, 4]) {
        await minutesPass(id);
        await press(page, 'Download Now', 'link');
        await hasDownloads(count);
      }
      expect(await onShow()).toBe(3);
      await page.locator('summary ::-p-text(Show the earlier download)').click();
      expect(await onShow()).toBe(4);
    }

    // a table in the accessibility tree, also where it is laid out as cards
    const table = parts((await page.accessibility.snapshot({ interestingOnly: false }))!);
    const rows = await downloads();
    expect(table).toMatchObject({ table: 1, row: 1 + rows, columnheader: 9, cell: 9 * rows });

    await page.goBack();
    expect(await text('h1')).toContain(heading);
    await page.goForward();
    await shows(page, 'Your card is ready');
    expect(page.said).toEqual([]);
  });

  once.each([
    ['without JavaScript', { script: false, blocked: false }],
    ['with every script blocked', { script: true, blocked: true }],
  ])(
    '%s all of it works, by forms and links',
    async (_, { script, blocked }) => {
      const { id, card } = await delivered(app);
      await open('/track-order', { width, script });
      if (blocked) {
        await page.setRequestInterception(true);
        page.on(
          'request',
          (request) => void (request.resourceType() === 'script' ? request.abort() : request.continue()),
        );
        await page.reload();
      }

      await send('', '');
      expect(await text('[role=alert]')).toContain('Please enter your orderId');
      expect(await text('[role=alert]')).toContain('Please enter your email');
      await send(id, 'eve@example.com');
      expect(await text('[role=alert]')).toContain('We could not find an order with these details.');
      await send(`Order ${id}`, 'ann@example.com');
      expect(await text('h1')).toBe('Your card is ready');

      await page.click('a[data-download]');
      await fileArrives(id, card);
      await eventually(async () => {
        await page.reload();
        return (await downloads()) === 1;
      });
    },
    60_000,
  );

  once(
    'translated by a script that rewrites every text, tracking, errors, download, history and back still work',
    async () => {
      const { id, card } = await delivered(app);
      widgetComes = true;
      await open('/track-order', { width });
      await isTranslated();
      expect(await text('h1')).toBe(`«${heading}»`);
      await send(id, 'eve@example.com');
      await isTranslated();
      expect(await text('[role=alert]')).toContain('«We could not find an order with these details.»');
      await send(id, 'ann@example.com');
      await isTranslated();
      expect(await text('h1')).toBe('«Your card is ready»');
      expect(
        await page.$$eval('[translate=no]', (own) => own.some((element) => element.textContent?.includes('«'))),
      ).toBe(false);

      for (const count of [1, 2]) {
        await page.click('a[data-download]');
        await hasDownloads(count);
        await minutesPass(id);
      }
      await fileArrives(id, card);
      await page.waitForFunction(() =>
        document.querySelector('[data-stage=done]:not([hidden])')?.textContent?.startsWith('«'),
      );
      await page.goBack();
      expect(await text('h1')).toContain(heading);
      expect(page.said).toEqual([]);
    },
  );

  test('no page has an accessibility violation or anything beside the screen, in either direction', async () => {
    const { id } = await delivered(app, {
      full_name: 'عبد الرحمن بن محمد الأنصاري',
      landing_domain: 'arrival-help.example',
    });
    const look = async () => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await (
          window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }
        ).axe.run();
        return violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      expect(found).toEqual([]);
      for (const direction of ['', 'translated-rtl']) {
        const wide = await page.evaluate((name: string) => {
          document.documentElement.className = name;
          return document.documentElement.scrollWidth > window.innerWidth;
        }, direction);
        expect([direction, wide]).toEqual([direction, false]);
      }
      await page.evaluate(() => (document.documentElement.className = ''));
      if (width === 1440) expect(await layoutFaults(page, someWidths)).toEqual([]);
      await page.setViewport({ width, height: 844 });
    };

    await open('/track-order', { width });
    await look();
    await send('', '');
    await look();
    await send(id, 'ann@example.com');
    await look();
    await page.click('a[data-download]');
    await hasDownloads(1);
    await look();
    for (const part of ['charge', 'card', 'flight']) {
      await page.goto(`${app.url}/get-new-order-details/${id}/${part}`);
      expect(page.url()).toContain(`/${part}`);
      await look();
    }

    const { id: later } = await takeIn(app, { doa: dayFromNow(40) });
    await page.goto(`${app.url}/track-order`);
    await send(later, 'ann@example.com');
    await look();
    await Promise.all([page.waitForNavigation(), page.click('a[href$="/details"]')]);
    await look();
    await Promise.all([page.waitForNavigation(), page.click('form [type=submit]')]);
    expect(await page.$$('[role=alert]')).toHaveLength(1);
    await look();

    // in the same frame, with both ways on
    await page.goto(`${app.url}/nothing-here`);
    expect(await text('h1')).toBe('We can’t find that page');
    expect(await page.$$eval('main a', (links) => links.map(({ textContent }) => textContent))).toEqual([
      'Track Order',
      'Contact Support',
    ]);
    expect(await page.$$('header, footer')).toHaveLength(2);
    await look();
    await page.click('main summary');
    expect(await text('main details p')).toMatch(/^[\da-f-]{36}$/);
  });
});

const colours: [domain: string, colour: string][] = [
  ['malaysia-arrival-card.example', 'rgb(15, 92, 140)'],
  ['arrival-help.example', 'rgb(23, 105, 74)'],
  ['arrivalhelp.example', 'rgb(23, 105, 74)'],
];
test.each(sampleOf(colours, [0, 1]))('an order from %s has its brand’s colour', async (landing_domain, colour) => {
  const { encoded } = await takeIn(app, { landing_domain });
  await open(`/track-order/${encoded}`);
  expect(await page.$eval('form [type=submit]', (button) => getComputedStyle(button).backgroundColor)).toBe(colour);
  expect(page.said).toEqual([]);
});

test('an error takes the focus, and nothing typed is lost', async () => {
  const { id } = await delivered(app);
  await open('/track-order');
  await send(id, 'eve@example.com');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
  expect(
    await page.$$eval('form:has([name=orderId]) input:not([type=hidden])', (fields) =>
      fields.map(({ value }) => value),
    ),
  ).toEqual([String(id), 'eve@example.com']);
  await page.click('[role=alert] a');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('orderId');
});

test('who comes without having tracked the order, or too late, is led to the track page', async () => {
  const { id, encoded } = await delivered(app);
  await open(`/get-new-order-details/${encoded}`);
  expect(address()).toBe(`/track-order/${encoded}`);
  expect(await page.$eval('[name=orderId]', (field) => (field as HTMLInputElement).value)).toBe(String(id));

  await send(id, 'ann@example.com');
  await app.database.query(
    "UPDATE visitor_sessions SET last_used_at = now() - interval '31 minutes' WHERE order_id = $1",
    [id],
  );
  await Promise.all([page.waitForNavigation(), page.click('a[data-download]')]);
  expect(address()).toBe(`/track-order/${encoded}`);
  expect(await text('main')).toContain('your order page closed after 30 minutes');
});

test('an order that is not ready says where it stands, in plain words', async () => {
  await open('/track-order');
  const said = async (more: Record<string, unknown>, status?: string) => {
    // each with a passport of its own: nothing is left to ask the customer
    const { id } = await takeIn(app, { ...wholeForm, dod: '', passport_no: `N${randomInt(1e7, 1e8)}`, ...more });
    await app.database.query('UPDATE orders SET dod = doa + 5 WHERE id = $1', [id]);
    if (status) await move(app, id, status);
    await page.goto(`${app.url}/track-order`);
    await send(id, 'ann@example.com');
    expect(await text('main')).not.toMatch(/Awaiting|Govt|Pending|Future|Priority|Contact Customer|Customer Called/);
    return text('main');
  };
  const day = (days: number) => plainDay(dayFromNow(days), dayFromNow(0));
  expect(await said({ doa: dayFromNow(40) })).toContain(`We submit your card on ${day(38)}`);
  const nextYear = await said({ doa: dayFromNow(390) });
  expect(nextYear).toContain(`We submit your card on ${day(388)}`);
  expect(day(388)).toMatch(/ \d{4}$/);
  expect(await text('main')).toContain('Malaysia takes a card only in the 3 days up to the day you arrive');
  expect(await said({})).toContain('We submit your card today');
  expect(await said({ paid: false })).toContain('Your payment is not confirmed yet.');
  expect(await said({}, 'AwaitingGovt')).toContain('We are working on your card');
  expect(await said({}, 'Refunds')).toContain('You get your money back');
});

describe.each([true, false])('a customer who is asked for details, with a script: %s', (script) => {
  test('goes from the mail over the track page to the form, and the order is back in its queue', async () => {
    const passport_no = `N${randomInt(1e7, 1e8)}`;
    const { id } = await takeIn(app, {
      ...wholeForm,
      passport_no,
      full_name: '王小明',
      state: 'Cheras',
      dod: '',
      post_code: '',
    });
    await move(app, id, 'Awaiting');
    const question = {
      orderId: id,
      email: 'ann@example.com',
      mailServiceProvider: 'AWS',
      question: 'Where do you stay?',
    };
    expect((await app.call('POST', '/api/admin/ask-customer', { as: 'team', body: question })).code).toBe(200);
    const [{ html }] = await app.database.query('SELECT html FROM mails WHERE order_id = $1', [id]);
    const link = /href="([^"]+\/details)"/.exec(html)![1]!.slice(app.env.publicUrl.length);

    await open(link, { script });
    expect(address()).toMatch(/^\/track-order\//);
    expect(await page.$eval('[name=orderId]', (field) => (field as HTMLInputElement).value)).toBe(String(id));
    await send(id, 'ann@example.com');
    expect(address()).toBe(link);
    const sendForm = () => Promise.all([page.waitForNavigation(), page.click('form [type=submit]')]);
    const write = async (name: string, value: string) => {
      await page.$eval(`[name=${name}]`, (field) => ((field as HTMLInputElement).value = ''));
      await page.type(`[name=${name}]`, value);
    };
    const valueOf = (name: string) => page.$eval(`[name=${name}]`, (field) => (field as HTMLInputElement).value);
    expect(
      await page.$$eval('form :is(input:not([type=hidden]), select)', (all) =>
        all.map((one) => one.getAttribute('name')),
      ),
    ).toEqual(['full_name', 'dod', 'state', 'post_code']);
    expect(await page.$eval('optgroup', (near) => near.label)).toBe('Perhaps you mean');

    await write('full_name', '<script>王</script>');
    await page.select('[name=state]', 'SELANGOR');
    await page.$eval('[name=dod]', (field, day) => ((field as HTMLInputElement).value = day), dayFromNow(6));
    await write('post_code', '43200');
    await sendForm();
    expect(address()).toBe(link);
    if (script) expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    const kept = await Promise.all(['full_name', 'state', 'dod', 'post_code'].map(valueOf));
    expect(kept).toEqual(['<script>王</script>', 'SELANGOR', dayFromNow(6), '43200']);

    await write('full_name', 'Wang Xiaoming');
    await sendForm();
    expect(address()).toBe(link.replace('/details', ''));
    expect(await text('main')).toContain('Thank you. We have your corrections.');
    expect(await text('main')).not.toContain('Correct your details');
    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' });
    expect(body.data).toMatchObject({
      process_status: 'New', full_name: 'Wang Xiaoming', state: 'SELANGOR', post_code: '43200', checks: [],
    }); // prettier-ignore
    expect(page.said).toEqual([]);
  });
});

describe('on a slow phone', () => {
  async function openSlowly(url: string) {
    page = await openPage(browser, 390, 844);
    await page.evaluateOnNewDocument(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    const loaded: { url: string; bytes: number }[] = [];
    const urls = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      loaded.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
    );
    await page.emulateNetworkConditions({ download: 400_000 / 8, upload: 400_000 / 8, latency: 400 });
    // four times as slow as the quiet machine of which `patience` is counted
    await page.emulateCPUThrottling(Math.max(1, 4 / patience));
    await page.goto(url, { waitUntil: 'load' });
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]!.startTime);
    const shifted = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
    );
    return { painted, shifted, loaded: loaded.filter(({ url: one }) => one.startsWith(app.url)) };
  }

  test('the first page is there within two seconds, in 100 KB at the most, with no staff code, and nothing moves, widget or not', async () => {
    const { encoded } = await delivered(app);
    const url = `${app.url}/track-order/${encoded}`;
    const { painted, shifted, loaded } = await openSlowly(url);
    expect(shifted).toBe(0);
    await shows(page, heading);
    // what else the machine does can only make the page later, so the soonest of a few loads counts
    let soonest = painted;
    for (let n = 1; n < 5 && soonest >= 2_000; n += 1) {
      await page.browserContext().close();
      soonest = Math.min(soonest, (await openSlowly(url)).painted);
    }
    expect(soonest).toBeLessThan(2_000);
    expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100_000);
    const scripts = await Promise.all(
      loaded.filter(({ url }) => url.endsWith('.js')).map(async ({ url }) => (await fetch(url)).text()),
    );
    expect(scripts.join()).not.toMatch(/\/api\/admin|Defence Pack|Assign to me/);
  });
});
