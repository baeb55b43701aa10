import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'puppeteer';
import { eventually } from '../support/app.js';
import {
  closed,
  type Desk,
  fill,
  goTo,
  press,
  saysBlocked,
  shows,
  signIn,
  startDesk,
  titled,
  type Watched,
  pressAction,
} from '../support/browser.js';
import { cardFile } from '../support/card.js';
import { chooseCard, mailTo, openPack, trackOrder } from '../support/main-jobs.js';
import { panelWords, solvePuzzle } from '../support/authority-form.js';
import { orderBody, wholeForm } from '../support/orders.js';

// The life of one order on the built product, in a real browser: received, worked on, delivered, downloaded, disputed.

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk(0, { script: saysBlocked, settings: { TRANSLATE_WIDGET_URL: '' } });
});
afterAll(async () => {
  const missing = await desk.pressesWithoutRow();
  expect(await desk.stop()).toBe(0);
  expect(missing).toEqual([]);
});

let order: { order_id: number; encoded_id: string };
let staff: Watched;

const countBeside = (page: Page, entry: string) =>
  page.$eval(
    `::-p-aria([role="navigation"])`,
    (menu, label) => {
      const link = [...menu.querySelectorAll('a')].find((a) => a.textContent?.startsWith(label));
      return Number(/\d+$/.exec(link?.textContent ?? '')?.[0] ?? 'NaN');
    },
    entry,
  );

test('1. an order comes in by the intake call, paid', async () => {
  const answer = await fetch(`${desk.url}/api/intake/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-intake-key': 'demo-intake-key' },
    body: JSON.stringify(orderBody({ full_name: 'Ann 王小明 Example', contact_email_address: 'ann@example.com' })),
  });
  expect(answer.status).toBe(201);
  ({ data: order } = (await answer.json()) as { data: typeof order });
});

test('2. a member signs in, sees tiles and counts, takes the order and opens it', async () => {
  staff = await desk.guest();
  await signIn(staff, desk.url, 'team@demo.test');
  for (const tile of ['My Orders', 'New Orders', 'Priority Order', 'Pending Orders', 'Completed Orders'])
    await shows(staff, tile);
  expect(await countBeside(staff, 'New Orders')).toBe(1);

  await staff.locator('nav a[href="/admin/recent-order"]').click();
  await shows(staff, 'New Order');
  await staff.locator(`input[aria-label="Select order ${order.order_id}"]`).click();
  await press(staff, 'Assign to me');
  await shows(staff, 'Are you sure want to assigned orders.');
  await press(staff, 'Yes');
  await shows(staff, 'Order has been assigned successfully');
  await closed(staff);
  expect(await countBeside(staff, 'My Orders')).toBe(1);

  await staff.locator(`a[href^="/admin/view-order/${order.encoded_id}"]`).click();
  await shows(staff, 'Traveling Information');
  await titled(staff, `Order ${order.order_id} | Malaysia Digital Arrival Card`);
});

test('3. uploads the approved card, and the mail with it goes out', async () => {
  const file = await cardFile(join(desk.dataDir, "Ann's card.pdf"), 'APPROVED', 2);
  await chooseCard(staff, file);
  await press(staff, 'Send by AWS');
  const mail = await mailTo(desk, 'ann@example.com');
  expect(mail).toMatchObject({ provider: 'AWS', attachments: [{ contentType: 'application/pdf' }] });
  expect(mail.text).toContain(`/track-order/${order.encoded_id}`);
  await staff.reload();
  await shows(staff, 'ann@example.com');
  await shows(staff, 'AWS');
});

test('3b. the mail says that the card is ready, and so does the customer’s page, before anybody has moved the order', async () => {
  const call = async (path: string, body: object, token = '') => {
    const answer = await fetch(`${desk.url}/api/front/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { data: { accessToken: string }; mainResult: object };
  };
  const { data } = await call('track-order', { orderId: order.order_id, email: 'ann@example.com' });
  const { mainResult } = await call('get-download-history', { orderId: order.order_id }, data.accessToken);
  expect(mainResult).toMatchObject({ process_status: 'ready', ready: true });
});

test('4. adds a remark and completes the order; lists and counts follow', async () => {
  await fill(staff, 'Remark', 'Told the customer on the phone.');
  await staff.locator('::-p-aria([name="Telephone"][role="checkbox"])').click();
  await press(staff, 'Add Comment');
  await shows(staff, 'Remark has been added successfully');
  await pressAction(staff, 'Move to Completed Orders');
  await shows(staff, 'Order has been moved successfully');
  await goTo(staff, `${desk.url}/admin/completed-order`);
  await shows(staff, String(order.order_id));
  expect(await countBeside(staff, 'Completed Orders')).toBe(1);
  expect(await countBeside(staff, 'My Orders')).toBe(0);
});

test('4b. with the card at hand, New to Completed is one drop and one click', async () => {
  const answer = await fetch(`${desk.url}/api/intake/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-intake-key': 'demo-intake-key' },
    body: JSON.stringify(orderBody({ contact_email_address: 'quick@example.com' })),
  });
  const { data: quick } = (await answer.json()) as { data: typeof order };
  await goTo(staff, `${desk.url}/admin/view-order/${quick.encoded_id}`);
  await shows(staff, 'Choose the card or drop it here');
  const file = await cardFile(join(desk.dataDir, 'quick.pdf'), 'APPROVED', 1);
  const bytes = [...(await readFile(file))];
  const dropOn = (place: string, name: string) =>
    staff.$eval(
      place,
      (element, content, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([new Uint8Array(content)], file, { type: 'application/pdf' }));
        for (const type of ['dragenter', 'dragover', 'drop'])
          element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      },
      bytes,
      name,
    );
  // anywhere on the page: the menu, the heading, the field itself
  for (const [place, name] of [
    ['nav', 'on the menu.pdf'],
    ['h1', 'on the heading.pdf'],
  ] as const) {
    await dropOn(place, name);
    await shows(staff, name);
  }
  await staff.evaluate(() => {
    const counted = Object.assign(globalThis, { presses: { drops: 0, clicks: 0, keys: 0 } }).presses;
    document.addEventListener('drop', () => void counted.drops++, true);
    document.addEventListener('click', ({ isTrusted }) => void (counted.clicks += Number(isTrusted)), true);
    document.addEventListener('keydown', () => void counted.keys++, true);
  });
  await dropOn('body', 'quick.pdf');
  await shows(staff, 'quick.pdf');
  await press(staff, 'Send and complete');
  await mailTo(desk, 'quick@example.com');
  const presses = await staff.evaluate(() => (globalThis as unknown as { presses: object }).presses);
  process.stderr.write(`New to Completed with the card at hand: ${JSON.stringify(presses)}\n`);
  expect(presses).toEqual({ drops: 1, clicks: 1, keys: 0 });
  await eventually(async () => (await countBeside(staff, 'Completed Orders')) === 2);
});

test('5. the visitor tracks the order and downloads the card; the history shows it', async () => {
  const visitor = await desk.guest();
  await visitor.setViewport({ width: 390, height: 844 });
  await visitor.goto(`${desk.url}/track-order/${order.encoded_id}`);
  await trackOrder(visitor, `#${order.order_id}`, ' Ann@Example.COM ');
  expect(new URL(visitor.url()).pathname).toBe(`/get-new-order-details/${order.encoded_id}`);

  await visitor.locator('::-p-text(Download Now)').click();
  await shows(visitor, '127.0.0.1');
  await shows(visitor, 'Windows');
  expect(visitor.said).toEqual([]);
});

test('6. a Manager saves the transaction and opens Defence Pack 1', async () => {
  const manager = await desk.member('manager@demo.test');
  await goTo(manager, `${desk.url}/admin/view-order/${order.encoded_id}`);
  await pressAction(manager, 'Enter Transaction Details');
  await fill(manager, 'Transaction Id', 'txn_0001');
  await fill(manager, 'Merchant Name', 'Arrival Card Services');
  await press(manager, 'Save');
  await shows(manager, 'Transaction details have been saved successfully');

  await closed(manager);
  const tab = await openPack(manager, 'Defence Pack 1');
  await titled(tab, `Defence Pack 1 · Order ${order.order_id} | Malaysia Digital Arrival Card`);

  const token = (
    (await (
      await fetch(`${desk.url}/api/admin/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'manager@demo.test', password: 'demo-password' }),
      })
    ).json()) as { data: { jwtToken: string } }
  ).data.jwtToken;
  const again = await fetch(`${desk.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ orderId: order.order_id, defencePackType: 1 }),
  });
  const pack = await PDFDocument.load(await again.arrayBuffer());
  expect(pack.getPageCount()).toBeGreaterThan(5);
  expect(manager.said).toEqual([]);
});

test('7. with the userscript it is two presses from Next order to the puzzle, and three from there to the card’s mail', async () => {
  const body = { ...orderBody({ ...wholeForm, contact_email_address: 'form@example.com' }), passport_no: 'Y7654399' };
  await fetch(`${desk.url}/api/intake/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-intake-key': 'demo-intake-key' },
    body: JSON.stringify(body),
  });
  const script = await (await fetch(`${desk.url}/authority-filler.user.js`)).text();
  /** The tab of the authority that a press opens, where a userscript manager runs the script on each page. */
  async function tabAfter(
    button: string,
    address: string,
  ): Promise<{ tab: Page; says: (words: string) => Promise<void> }> {
    await press(staff, button);
    const target = await staff.browser().waitForTarget((one) => one.url().includes(address) && one.url().includes('#'));
    const tab = await target.asPage();
    const asks: string[] = [];
    tab.on('dialog', (dialog) => {
      asks.push(dialog.message());
      void dialog.dismiss();
    });
    const start = () => tab.evaluate(`((GM_info) => {\n${script}\n})({})`);
    await tab.waitForFunction(() => document.readyState === 'complete');
    await start();
    tab.on('load', () => void start());
    const says = async (words: string) => {
      await eventually(async () => (await panelWords(tab).catch(() => '')).includes(words));
      expect(asks).toEqual([]);
    };
    return { tab, says };
  }

  await goTo(staff, `${desk.url}/admin`);
  const before: string[] = [];
  const after: string[] = [];
  before.push('Next order');
  await press(staff, 'Next order');
  await shows(staff, 'form@example.com');
  before.push('Fill the form');
  const form = await tabAfter('Fill the form', '/dev/authority/main');
  await form.says('is filled in');
  // the code is out of the address
  expect(new URL(form.tab.url()).hash).toBe('');
  await solvePuzzle(form.tab);

  after.push('Submit');
  await form.tab.click('#submit');
  await form.says('The desk has noted that the form was accepted.');
  await staff.bringToFront();
  await shows(staff, 'Get the slip');
  await staff.waitForSelector('::-p-text(PIN)');
  after.push('Get the slip');
  const list = await tabAfter('Get the slip', '/dev/authority/register');
  await list.says('is filled in');
  // the second puzzle and its search
  await solvePuzzle(list.tab);
  await list.tab.click('#submit');
  await list.says('The desk has the slip of order');
  await staff.bringToFront();
  after.push('Send and complete');
  await staff.locator('aside li button ::-p-text(Send and complete)').click();
  const mail = await mailTo(desk, 'form@example.com');
  expect(mail.attachments).toMatchObject([{ contentType: 'application/pdf' }]);
  process.stderr.write(`From the next order to the card: ${before.join(', ')}, the puzzle, ${after.join(', ')}\n`);
  expect([before.length, after.length]).toEqual([2, 3]);
  await Promise.all([form.tab.close(), list.tab.close()]);
});

test('no page of the job said anything on the console', () => {
  expect(staff.said).toEqual([]);
});
