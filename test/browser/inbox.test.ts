import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { queueRows } from '../../src/shared/order-queues.js';
import { routes } from '../../src/shared/routes.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import type { OrderRow } from '../../src/shared/orders.js';
import { eventually } from '../support/app.js';
import {
  type Desk,
  fill,
  goTo,
  press,
  reply,
  settled,
  shows,
  startDesk,
  violations,
  type Watched,
  pressAction,
} from '../support/browser.js';
import { hold } from '../support/held-requests.js';
import { patient } from '../support/patience.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';

// What customers write: on the pages of members who look, asked about before an order goes on, and without an order.

let desk: Desk;
let admin: Watched;
let team: Watched;
let calls: Calls;
beforeAll(async () => {
  desk = await startDesk(300, {
    script: readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'),
  });
  [admin, team, calls] = await Promise.all([
    desk.member('admin@demo.test'),
    desk.member('team@demo.test'),
    callsOf(desk, 'admin@demo.test'),
  ]);
});
afterAll(async () => {
  const missing = await desk.pressesWithoutRow();
  expect(await desk.stop()).toBe(0);
  expect(missing).toEqual([]);
});

async function go(page: Page, path: string): Promise<void> {
  await page.bringToFront();
  await goTo(page, desk.url + path);
}

/** Delivers a mail, as SendGrid does. */
async function writes(to: string, subject: string, text: string): Promise<void> {
  const form = new FormData();
  form.set('envelope', JSON.stringify({ to: [to] }));
  const head = `From: ann@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${Math.random()}@example.com>`;
  form.set('email', `${head}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`);
  const key = encodeURIComponent('the demo key of inbound mail');
  const answer = await fetch(`${desk.url}/api/webhooks/inbound/sendgrid?key=${key}`, { method: 'POST', body: form });
  expect(answer.status).toBe(200);
}

/** An order that the authority works on, and its id as it stands in addresses. */
async function submittedOrder(): Promise<{ id: number; encoded: string }> {
  const taken = await takeInto(desk);
  const body = { orderId: taken.id, updatingStatus: 'AwaitingGovt' };
  await calls('PUT', routes.api.move, body);
  return taken;
}

/** The screen fits its window, in both themes, and axe finds nothing. */
async function isFit(page: Page): Promise<void> {
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    expect(await violations(page)).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewport({ width, height: 900 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(over).toBeLessThanOrEqual(0);
      const { PICTURES: folder } = process.env;
      if (folder)
        await page.screenshot({
          path: `${folder}/${new URL(page.url()).pathname.split('/')[2]}-${value}-${width}.png`,
        });
    }
    await page.setViewport({ width: 1440, height: 900 });
  }
}

describe('what a customer writes', () => {
  test('is on the open page of the order and in the open list within two seconds, with the menu’s number; Read ends it', async () => {
    const order = await submittedOrder();
    await go(team, `/admin/view-order/${order.encoded}`);
    await go(admin, routes.queue(queueRows.awaitingGovtOrder.path));
    const signs = () => admin.$$eval('.row-mark[title^="The customer wrote"]', (found) => found.length);
    const before = await signs();
    const began = performance.now();
    await writes(`${order.id}@apply.arrival-card.example`, 'Wait', 'STOP! My passport number is wrong.');
    await admin.waitForFunction(
      (n: number) => document.querySelectorAll('.row-mark[title^="The customer wrote"]').length > n,
      {},
      before,
    );
    await team.bringToFront();
    await team.waitForSelector('[aria-label="Needs attention"]');
    expect(performance.now() - began).toBeLessThan(patient(4_000));
    await shows(team, 'STOP! My passport number is wrong.');
    const bottom = await team.$eval('[aria-label="Needs attention"]', (box) => box.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThan(900);
    await isFit(team);

    await press(team, 'Read');
    await team.waitForSelector('[aria-label="Needs attention"]', { hidden: true });
    const { data } = await calls('GET', `/api/admin/get-orders-details/${order.encoded}`);
    expect(data).toMatchObject({ inbox_marks: [] });
  });

  test('is asked about, in its words, before the order is completed', async () => {
    const order = await submittedOrder();
    await go(team, `/admin/view-order/${order.encoded}`);
    await writes(`${order.id}@apply.arrival-card.example`, 'Wait', 'Please do not send it yet.');
    await team.waitForSelector('[aria-label="Needs attention"]');
    const complete = async () => {
      await pressAction(team, 'Move to Completed Orders');
      // no card was sent; the next question follows at once
      await press(team, 'Yes');
      await shows(team, '“Please do not send it yet.” Go on anyway?');
    };
    const status = async () =>
      ((await calls('GET', `/api/admin/get-orders-details/${order.encoded}`)).data as OrderRow).process_status;
    await complete();
    await reply(team, 'No');
    expect(await status()).toBe('AwaitingGovt');
    await complete();
    await reply(team, 'Yes');
    await shows(team, 'Order has been moved successfully');
    expect(await status()).toBe('Completed');
  });

  test('is asked about on the call sheet, too, before an outcome completes the order', async () => {
    const { data: macros } = await calls('GET', routes.api.macros);
    const macro = (macros as { id: number; name: string }[]).find(({ name }) => name === 'Call again')!;
    expect(await calls('PUT', routes.api.macro(macro.id), { ...macro, move: 'Completed' })).toMatchObject({
      code: 200,
    });
    const order = await takeInto(desk, { full_name: 'Wrote Before The Call' });
    await calls('PUT', routes.api.move, { orderId: order.id, updatingStatus: 'Contact Customer' });
    await writes(`${order.id}@apply.arrival-card.example`, 'Wait', 'I shall call you back.');
    await go(team, routes.callSheet);
    await team.locator(`main ol button ::-p-text(${order.id})`).click();
    await team.waitForSelector('main ol button[aria-expanded=true] ::-p-text(Wrote Before The Call)');
    const status = async () =>
      ((await calls('GET', `/api/admin/get-orders-details/${order.encoded}`)).data as OrderRow).process_status;
    for (const [answer, after] of [
      ['No', 'Contact Customer'],
      ['Yes', 'Completed'],
    ] as const) {
      await team.locator(`main ol button ::-p-text(${order.id})`).click();
      await team.keyboard.press('2');
      // no card was sent; the next question follows at once
      await press(team, 'Yes');
      await shows(team, 'I shall call you back.” Go on anyway?');
      await reply(team, answer);
      if (answer === 'Yes') await shows(team, `moved to Completed · order ${order.id}, Wrote Before The Call`);
      else await team.waitForSelector('[role=alertdialog]', { hidden: true });
      expect(await status()).toBe(after);
    }
    expect(await calls('PUT', routes.api.macro(macro.id), macro)).toMatchObject({ code: 200 });
  });

  test('and that question waits until the one about another customer is answered', async () => {
    const { data: macros } = await calls('GET', routes.api.macros);
    const macro = (macros as { id: number; name: string }[]).find(({ name }) => name === 'Call again')!;
    expect(await calls('PUT', routes.api.macro(macro.id), { ...macro, move: 'Completed' })).toMatchObject({
      code: 200,
    });
    const [wrote, other] = [await takeInto(desk), await takeInto(desk)];
    for (const { id } of [wrote, other])
      await calls('PUT', routes.api.move, { orderId: id, updatingStatus: 'Contact Customer' });
    await writes(`${wrote.id}@apply.arrival-card.example`, 'Wait', 'Not yet, please.');
    await go(team, routes.callSheet);
    const line = await hold(team, (request) => request.url().endsWith(routes.api.applyMacro));
    const asked = () => team.$eval('[role=alertdialog]', ({ textContent }) => textContent);
    const endByKey = async (id: number) => {
      await team.locator(`main ol button ::-p-text(${id})`).click();
      await team.keyboard.press('2');
      await shows(team, `Order ${id}`);
      await team.waitForSelector('[role=alertdialog]');
    };
    await endByKey(wrote.id);
    await press(team, 'Yes');
    await line.until(1);
    await team.waitForSelector('[role=alertdialog]', { hidden: true });
    await endByKey(other.id);
    const aboutOther = await asked();
    expect(aboutOther).toContain(String(other.id));
    await line.end();
    // the answer is here, and its question waits
    await settled(team);
    expect(await asked()).toBe(aboutOther);
    await press(team, 'No');
    await shows(team, `Order ${wrote.id}: `);
    expect(await asked()).toContain('“Not yet, please.” Go on anyway?');
    await reply(team, 'No');
    for (const { encoded } of [wrote, other]) {
      const { data } = await calls('GET', `/api/admin/get-orders-details/${encoded}`);
      expect(data).toMatchObject({ process_status: 'Contact Customer' });
    }
    expect(await calls('PUT', routes.api.macro(macro.id), macro)).toMatchObject({ code: 200 });
  });

  test('shows its newest three and all unread ones; a press shows the earlier ones, the oldest first', async () => {
    const order = await submittedOrder();
    const all = [1, 2, 3, 4, 5, 6, 7].map((n) => `Message number ${n}`);
    for (const text of all) await writes(`${order.id}@apply.arrival-card.example`, 'News', text);
    const thread = async () => {
      const { data } = await calls('GET', `/api/admin/get-orders-details/${order.encoded}`);
      return (data as { thread: { mail_id: number; text: string }[] }).thread.toReversed();
    };
    // a job reads them after they were taken in
    await eventually(async () => (await thread()).filter(({ text }) => text.trim() !== '').length === all.length);
    const mails = await thread();
    expect(mails.map(({ text }) => text.trim())).toEqual(all);
    const read = async (from: number, to: number) => {
      for (const { mail_id: mailId } of mails.slice(from, to))
        expect(await calls('PUT', routes.api.seeMail, { mailId })).toMatchObject({ code: 200 });
    };
    /** The messages in sight. */
    const seen = () =>
      team.$$eval('#messages ol > li', (entries) =>
        entries
          .filter((entry) => entry.checkVisibility())
          .map(({ textContent }) => /Message number \d/.exec(textContent)?.[0]),
      );
    const hasButton = () => team.waitForSelector('#messages button[aria-expanded]');
    const buttons = () =>
      team.$$eval('#messages button[aria-expanded]', (found) => found.map((one) => one.textContent));

    // all are unread
    await go(team, `/admin/view-order/${order.encoded}`);
    await shows(team, 'Message number 7');
    expect([await seen(), await buttons()]).toEqual([all, []]);

    await read(0, 3);
    await go(team, `/admin/view-order/${order.encoded}`);
    await hasButton();
    expect([await seen(), await buttons()]).toEqual([all.slice(3), ['Show 3 earlier messages']]);

    await read(3, 7);
    await go(team, `/admin/view-order/${order.encoded}`);
    await hasButton();
    expect([await seen(), await buttons()]).toEqual([all.slice(4), ['Show 4 earlier messages']]);
    await press(team, 'Show 4 earlier messages');
    await shows(team, 'Show fewer');
    expect([await seen(), await buttons()]).toEqual([all, ['Show fewer messages']]);
    await press(team, 'Show fewer messages');
    await shows(team, 'Show 4 earlier');
    expect(await seen()).toEqual(all.slice(4));
  });
});

describe('what needs attention on an order', () => {
  const block = '[aria-label="Needs attention"]';
  /** The rows in sight, in their order. */
  const rows = (page: Page) =>
    page.$$eval(`${block} li`, (all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.innerText.replaceAll(/\s+/g, ' ')),
    );
  const halfDay = () => new Date(Date.now() + 12 * 3_600_000).toISOString();
  const focus = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

  test('is in three rows, the most urgent first, and the others are one press away', async () => {
    const order = await takeInto(desk, {
      full_name: 'Anna Maria Eriksson', nationality: 'GBR', passport_no: 'L8989O2C3', dob: '1974-12-08', sex: 'F',
      passport_expiry: '2031-04-15',
      mrz: 'P<GBRERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36GBR7408122F3104150ZE184226B<<<<<16',
    }); // prettier-ignore
    await go(admin, `/admin/view-order/${order.encoded}`);
    const [first, second, ...more] = await rows(admin);
    expect([first, second, more]).toEqual([
      expect.stringContaining('Order: L8989O2C3'),
      expect.stringContaining('Order: 1974-12-08'),
      [],
    ]);
    const details = { network: 'visa', reason_code: '10.4', amount: '49', currency: 'USD', reply_by: halfDay() };
    expect(await calls('POST', '/api/admin/disputes', { orderId: order.encoded, ...details })).toMatchObject({
      status: 1,
    });
    const letters = 'Please wait, '.repeat(10);
    await writes(`${order.id}@apply.arrival-card.example`, 'Wait', letters);
    await shows(admin, '“Please wait, ');
    await shows(admin, 'Visa 10.4');
    expect(await rows(admin)).toEqual([
      expect.stringMatching(/Dispute Visa 10\.4 · USD 49\.00 · reply by .*, 1[12] h left Show/),
      expect.stringContaining(`“${letters.slice(0, 90).trimEnd()}…”`),
      expect.stringContaining('Order: L8989O2C3'),
    ]);
    await press(admin, 'and 1 more');
    expect((await rows(admin)).slice(2)).toEqual([first, second]);
    await isFit(admin);
    await press(admin, 'Show the first 3');
    expect(await rows(admin)).toHaveLength(3);

    // who sees no disputes has the others
    await go(team, `/admin/view-order/${order.encoded}`);
    expect(await rows(team)).toEqual([expect.stringContaining('“Please wait, '), first, second]);
  });

  test('goes away when a member deals with it, by keyboard too, and the focus stays where it was', async () => {
    const { data } = await calls('GET', routes.api.openRequests);
    type Asked = { id: number; encoded_id: string; order_id: number };
    let asked!: Asked;
    for (const one of data as Asked[]) {
      asked = one;
      await go(team, `/admin/view-order/${one.encoded_id}`);
      if ((await rows(team)).length === 1) break;
    }
    await writes(`${asked.order_id}@apply.arrival-card.example`, 'More', 'And my name is wrong.');
    await shows(team, 'And my name is wrong.”');
    expect((await rows(team))[0]).toContain('And my name is wrong.');

    await team.focus(`${block} button`);
    expect(await focus(team)).toBe('Reply');
    await team.keyboard.press('Enter');
    await team.waitForFunction(() => document.activeElement?.getAttribute('name') === 'question');
    await team.focus(`${block} button`);
    await team.keyboard.press('Tab');
    expect(await focus(team)).toBe('Read');
    await team.keyboard.press('Enter');
    await team.waitForFunction((of: string) => document.activeElement?.matches(of), {}, block);
    expect(await rows(team)).toEqual([expect.not.stringContaining('And my name is wrong.')]);
    // the same key again presses nothing of the row that came up
    await team.keyboard.press('Enter');
    await team.keyboard.press('Tab');
    expect(await focus(team)).toBe('Reply');

    // a colleague handles the request
    expect(await calls('PUT', routes.api.handleRequest, { requestId: asked.id })).toMatchObject({ status: 1 });
    await team.waitForSelector(block, { hidden: true });
    await team.waitForFunction(() => document.activeElement?.matches('main h1'));
  });
});

describe('what has no order', () => {
  test('is given to the order that is offered, or set aside and taken back; the screen fits in both themes and on a telephone', async () => {
    await go(admin, routes.dashboard);
    await press(admin, 'Without an Order 2', 'link');
    await shows(admin, 'dp_sample_unknown');
    await shows(admin, 'I paid and heard nothing.');
    await isFit(admin);

    await fill(admin, 'Why it belongs to no order', 'A test of Stripe’s');
    await press(admin, 'Set aside');
    await shows(admin, 'It is set aside.');
    await go(admin, routes.unmatchedPage(true));
    await shows(admin, 'A test of Stripe’s');
    await press(admin, 'Take back');
    await shows(admin, 'Nothing is set aside.');

    await go(admin, routes.unmatched);
    const [offered] = await admin.$$eval('[aria-label="Orders that may be meant"] a', (links) =>
      links.map(({ textContent }) => textContent),
    );
    await press(admin, `Choose order ${offered}`);
    await shows(admin, `It belongs to order ${offered} now.`);
    await admin.waitForFunction(() => !document.body.textContent?.includes('I paid and heard nothing.'));
    await go(admin, routes.order(encodeOrderId(Number(offered))));
    await shows(admin, 'I paid and heard nothing.');
  });
});
