import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { KeyInput, Page } from 'puppeteer';
import { eventually } from '../support/app.js';
import { alive, chooseFile, type Desk, settled, shows, startDesk, type Watched } from '../support/browser.js';
import { cardFile } from '../support/card.js';
import { dayFromNow } from '../support/orders.js';
import { callsOf, takeInto } from '../support/product.js';

// Fifty orders without the mouse. RECORD_FOLDER keeps the keys that were pressed and a picture after each order.

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk(0);
}, 300_000);
afterAll(async () => expect(await desk.stop()).toBe(0));

test('fifty orders go from New to Completed without the mouse, and the focus is never lost', async () => {
  const wanted: number[] = [];
  for (let n = 0; n < 50; n += 1)
    wanted.push((await takeInto(desk, { doa: dayFromNow(0), processing_mode: 'Priority' })).id);
  const calls = await callsOf(desk, 'team@demo.test');
  await calls('PUT', '/api/admin/my-settings', { goOn: true });
  const page = await desk.guest();
  const record = await recorded(page, process.env.RECORD_FOLDER ?? join(desk.dataDir, 'fifty-orders'));
  await page.goto(`${desk.url}/`);
  await alive(page);
  await record.type('#email, [name=email]', 'team@demo.test');
  await record.press('Tab');
  await record.text('demo-password');
  await record.press('Enter');
  await page.waitForFunction(() => location.pathname === '/admin');
  await alive(page);
  await settled(page);

  await record.press('n');
  const done = new Set<number>();
  for (let n = 0; n < 50; n += 1) {
    await page.waitForFunction(
      (before) => location.pathname.startsWith('/admin/view-order/') && !before.includes(document.title),
      {},
      [...done].map((id) => `Order ${id} | Malaysia Digital Arrival Card`),
    );
    await shows(page, 'Choose the card or drop it here');
    // the text stands there a moment before the keys work
    await settled(page);
    const [, id] = /Order (\d+)/.exec(await page.title())!;
    done.add(Number(id));
    // the same file for two orders would be asked about
    const file = await cardFile(join(desk.dataDir, `card-${id}.pdf`), `APPROVED ${id}`);
    // the order opened by itself: single letters rest until the keys have been quiet for a second
    await sleep(1_100);
    await chooseFile(page, file, () => record.press('u'));
    await shows(page, `card-${id}.pdf`);
    await record.press('Enter', 'Control');
    await record.look(String(id));
  }
  expect([...done].sort()).toEqual(wanted.sort());
  await eventually(async () => {
    const states = await Promise.all(wanted.map((id) => calls('GET', `/api/admin/get-orders-details/${id}`)));
    return states.every(({ data }) => data.process_status === 'Completed');
  });
  await record.end();
  expect(await page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull();
  expect(record.lost).toEqual([]);
}, 900_000);

/** Presses keys on a page and keeps them, with pictures, in a folder; notes where the focus was lost, and any pointer. */
async function recorded(page: Watched, folder: string) {
  await mkdir(folder, { recursive: true });
  await page.evaluateOnNewDocument(() => {
    // no moves: Chrome reports those of a pointer that stands still while the page below it changes
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'wheel'])
      addEventListener(type, ({ isTrusted }) => isTrusted && sessionStorage.setItem('pointer', type), true);
  });
  const log: string[] = [];
  const lost: string[] = [];
  /** Whether nothing has the focus, also after a moment. */
  const isLost = (at: Page) =>
    at
      .waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, {
        timeout: 3_000,
      })
      .then(
        () => false,
        () => true,
      );
  async function note(what: string) {
    log.push(`${new Date().toISOString()} ${new URL(page.url()).pathname} ${what}`);
  }
  return {
    lost,
    async type(field: string, text: string) {
      await page.focus(field);
      await page.keyboard.type(text);
      await note(`typed ${text}`);
    },
    async text(text: string) {
      await page.keyboard.type(text);
      await note(`typed ${'•'.repeat(text.length)}`);
    },
    async press(key: KeyInput, held?: KeyInput) {
      if (held) await page.keyboard.down(held);
      await page.keyboard.press(key);
      if (held) await page.keyboard.up(held);
      await note(`pressed ${held ? `${held}+` : ''}${key}`);
    },
    /** Takes a picture, once something has the focus again. */
    async look(name: string) {
      if (await isLost(page)) lost.push(log.at(-1)!);
      await page.screenshot({ path: `${folder}/${name}.png` });
    },
    end: () => writeFile(join(folder, 'keys.log'), `${log.join('\n')}\n`),
  };
}
