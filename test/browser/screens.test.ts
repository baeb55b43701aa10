import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HTTPRequest, Page } from 'puppeteer';
import sharp from 'sharp';
import { monthAndYear } from '../../src/shared/dates.js';
import type { DisputeReport } from '../../src/shared/dispute-report.js';
import { tiles } from '../../src/shared/menu.js';
import { eventually } from '../support/app.js';
import {
  closed,
  closeToasts,
  type Desk,
  fill,
  goTo,
  press,
  pressAction,
  reply,
  settled,
  shows,
  signIn,
  startDesk,
  titled,
  type Watched,
  submitSignIn,
} from '../support/browser.js';
import { patience } from '../support/patience.js';
import { type Calls, callsOf, takeInto } from '../support/product.js';
import { longTest, sampleOf } from '../support/sample.js';

// The work of single screens in real browsers on the built product: reports, settings, the team, and signing in.

type Mail = { to: string[]; subject: string; text: string; attachments: { filename: string; contentType: string }[] };

let desk: Desk;
let admin: Watched;
let team: Watched;
let calls: Calls;
beforeAll(async () => {
  desk = await startDesk(300);
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

/** Waits for the newest mail to an address. */
const mailTo = (address: string, subject = '') =>
  eventually(async () => {
    const mails = (await (await fetch(`${desk.url}/dev/mailbox.json?to=${address}`)).json()) as Mail[];
    return mails.find((mail) => mail.subject.includes(subject));
  });

const isAt = (page: Page, path: string) => page.waitForFunction((wanted) => location.pathname === wanted, {}, path);
/** What the browser itself logs about an answer that is an error. */
const byBrowser = /Failed to load resource|ERR_/;

describe('the dashboard', () => {
  test('has tiles that say what their lists hold, and lead there', async () => {
    for (const { label, path } of tiles) {
      await go(admin, '/admin');
      const shown = await admin.$eval(
        `main a[href="${path}"]`,
        (tile) => tile.querySelectorAll('span')[2]!.textContent,
      );
      await admin.locator(`main a[href="${path}"]`).click();
      await isAt(admin, path);
      await admin.waitForSelector('h1 + span');
      expect([label, await admin.$eval('h1 + span', ({ textContent }) => textContent)]).toEqual([label, shown]);
    }
  });
});

describe('the reports', () => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const numbers = (page: Page, rows: string) =>
    page.$$eval(rows, (all) =>
      all.map((row) =>
        [...row.querySelectorAll('td.number')].map(({ textContent }) => Number(textContent.replaceAll(',', ''))),
      ),
    );
  const sums = (rows: number[][]) => rows.reduce((sum, row) => row.map((n, at) => n + (sum[at] ?? 0)), [] as number[]);
  /** Sets a date as the calendar of a date field does. */
  const setDay = (page: Page, name: string, value: string) =>
    page.$eval(
      `[name=${name}]`,
      (field, chosen) => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, chosen);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      value,
    );
  const setDays = async (page: Page, from: string, to: string) => {
    await setDay(page, 'fromDate', from);
    await setDay(page, 'toDate', to);
    await press(page, 'Submit');
  };

  test('Country Orders List counts the days asked for, finds, and sums its rows', async () => {
    await go(admin, '/admin/country-order');
    const all = await numbers(admin, 'tbody tr');
    expect(await numbers(admin, 'tfoot tr')).toEqual([sums(all)]);

    const range = { fromDate: day(30), toDate: day(7) };
    await setDays(admin, range.fromDate, range.toDate);
    await admin.waitForFunction(() => location.search.includes('toDate'));
    await settled(admin);
    const { data } = await calls('POST', '/api/admin/get-country-order-list', range);
    const counts = data as { nationality: string; citizenship_id: string; count: number }[];
    const shown = await numbers(admin, 'tbody tr');
    expect(shown.map(([count]) => count)).toEqual(counts.map(({ count }) => count));
    expect(await numbers(admin, 'tfoot tr')).toEqual([sums(shown)]);
    expect(sums(shown)[0]).toBeLessThan(sums(all)[0]!);
    for (const [count, ...modes] of shown) expect(modes.reduce((sum, n) => sum + n, 0)).toBe(count);

    await admin.type('[name=q]', counts[0]!.citizenship_id.toLowerCase());
    await admin.waitForFunction(() => location.search.includes('q='));
    await settled(admin);
    const { data: found } = await calls('POST', '/api/admin/get-country-order-list', {
      ...range,
      searchVal: counts[0]!.citizenship_id,
    });
    expect((await numbers(admin, 'tbody tr')).map(([count]) => count)).toEqual(
      (found as { count: number }[]).map(({ count }) => count),
    );
    expect(Object.fromEntries(new URL(admin.url()).searchParams)).toMatchObject(range);

    // a number opens what it counts, which leads back to the days
    const n = await admin.$eval('tbody td.number a', ({ textContent }) => textContent);
    await admin.locator('tbody td.number a').click();
    await isAt(admin, '/admin/country-order/orders');
    expect(await admin.$eval('h1 + span', ({ textContent }) => textContent)).toBe(n);
    expect(await admin.$$eval('tbody tr', (rows) => rows.length)).toBe(Math.min(50, Number(n)));
    await press(admin, 'Country Orders List', 'link');
    await isAt(admin, '/admin/country-order');
    expect(Object.fromEntries(new URL(admin.url()).searchParams)).toEqual(range);

    await setDays(admin, day(1), day(7));
    await shows(admin, 'From must not be after To.');
    expect(await admin.$eval('[name=toDate]', (field) => field.ariaInvalid)).toBe('true');
  });

  test('no table scrolls sideways on a small tablet', async () => {
    const wider: unknown[] = [];
    const { width, height } = admin.viewport()!;
    for (const path of ['dispute-report', 'country-order', 'policies', 'system', 'retention', 'shops']) {
      for (const at of sampleOf([800, 900, 992, 1024], [0, 3])) {
        await admin.setViewport({ width: at, height });
        await go(admin, `/admin/${path}`);
        await admin.waitForSelector('.list');
        const found = await admin.$$eval('.list', (lists) =>
          lists.filter((list) => list.scrollWidth > list.clientWidth).map((list) => list.ariaLabel),
        );
        if (found.length > 0) wider.push([path, at, found]);
      }
    }
    await admin.setViewport({ width, height });
    expect(wider).toEqual([]);
  });

  /** A screen whose numbers are those of now: the job must have counted what the tests before changed. */
  const counted = (path: string) =>
    eventually(async () => {
      await go(admin, path);
      return !(await admin.$eval('main', ({ textContent }) => textContent?.includes('being counted')));
    });

  test('Statistics draws its days beside their tables, and a number opens its rows', async () => {
    await counted('/admin/statistics');
    await admin.waitForFunction(() => document.querySelectorAll('figure canvas').length === 4);
    const drawn = await admin.$$eval('figure canvas', (all) =>
      all.map((canvas) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return new Set(new Uint32Array(data.buffer)).size > 10;
      }),
    );
    expect(drawn).toEqual([true, true, true, true]);
    const n = await admin.$eval('tbody td.number a', ({ textContent }) => textContent);
    await admin.locator('tbody td.number a').click();
    await isAt(admin, '/admin/statistics/orders');
    expect(await admin.$eval('h1 + span', ({ textContent }) => textContent)).toBe(n);
    expect(await admin.$$eval('tbody tr', (rows) => rows.length)).toBe(Math.min(50, Number(n)));
  });

  test('Statistics answers its questions in figures, and shows a country, a member and so on as bars', async () => {
    await counted('/admin/statistics?by=country');
    expect(await admin.$('figure')).toBeNull();
    const found = await admin.$$eval('main section:has(> h2, > div > h2)', (sections) =>
      sections.map((section) => ({
        question: section.querySelector('h2')!.textContent,
        figures: [...section.querySelectorAll('dl dd')].map((figure) => figure.firstChild!.textContent),
        all: [...section.querySelectorAll('tfoot td.number')].map(({ textContent }) => textContent),
      })),
    );
    expect(found.map(({ question }) => question)).toEqual([
      'How much was done?',
      'How long did it take?',
      'Were cards in time?',
      'What came back?',
    ]);
    expect(found[0]!.figures).toEqual(found[0]!.all);
    expect(found[2]!.figures).toEqual([found[2]!.all[3]]);
    expect(found[3]!.figures).toEqual(found[3]!.all);

    const bars = await admin.$$eval('section[aria-label^="Work,"] tbody td.number', (cells) =>
      cells.map((cell) => ({
        n: Number(cell.textContent?.replaceAll(',', '')),
        long: Number(cell.querySelector('rect:last-of-type')?.getAttribute('width') ?? -1),
      })),
    );
    const most = Math.max(...bars.filter(({ long }) => long >= 0).map(({ n }) => n));
    const drawn = bars.filter(({ long }) => long >= 0);
    expect(drawn.length).toBeGreaterThan(10);
    for (const { n, long } of drawn) expect(long).toBeCloseTo((n / most) * 100, 5);

    await press(admin, 'Member', 'link');
    await admin.waitForFunction(() => location.search.includes('by=member'));
    await settled(admin);
    const heads = await admin.$$eval('section[aria-label^="Work,"] th', (cells) =>
      cells.map((cell) => cell.textContent),
    );
    expect(heads).toEqual(['Member', 'Taken', 'Completed']);
  });

  test('a usual range of a report is one press, and the days are those of the report', async () => {
    await go(admin, '/admin/statistics?by=mode');
    await press(admin, '7 days');
    await admin.waitForFunction(() => location.search.includes('toDate'));
    await settled(admin);
    const { fromDate, toDate, by } = Object.fromEntries(new URL(admin.url()).searchParams);
    expect([toDate, by]).toEqual([new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10), 'mode']);
    expect(Date.parse(toDate!) - Date.parse(fromDate!)).toBe(6 * 86_400_000);
    expect(await admin.$eval('[name=fromDate]', (field) => (field as HTMLInputElement).value)).toBe(fromDate);
  });

  test('Dispute Report has its four figures, and one table that counts by what is pressed', async () => {
    await go(admin, '/admin/dispute-report');
    const { data } = await calls('GET', '/api/admin/dispute-report');
    const { total, ratio, by } = data as DisputeReport;
    expect(
      await admin.$$eval('main dl dd', (figures) => figures.map((figure) => figure.firstChild!.textContent)),
    ).toEqual([
      String(total.waiting),
      `${Math.round((total.won / (total.won + total.lost)) * 100)} %`,
      total.money_lost.join(', '),
      // on the first day of a month nothing may have been paid in it
      ratio.at(-1)!.percent === null ? '–' : `${ratio.at(-1)!.percent} %`,
    ]);
    const counts = () =>
      admin.$$eval('tbody tr', (rows) =>
        rows.map((row) => [row.cells[0]!.textContent, Number(row.cells[1]!.textContent)]),
      );
    expect(await counts()).toEqual(ratio.toReversed().map(({ month, disputes }) => [monthAndYear(month), disputes]));
    await press(admin, 'Network', 'link');
    await admin.waitForSelector('section[aria-label="By network"]');
    expect(await counts()).toEqual(by.network.map(({ label, disputes }) => [label, disputes]));
    expect(await admin.$$eval('tfoot td', (cells) => [cells[0]!.textContent, cells[1]!.textContent])).toEqual([
      'All',
      String(total.disputes),
    ]);
    await admin.reload();
    await admin.waitForSelector('section[aria-label="By network"]');
  });

  test('Processed By counts the days asked for, with a totals row', async () => {
    await go(admin, '/admin/processed-order');
    const all = await numbers(admin, 'tbody tr');
    expect(await numbers(admin, 'tfoot tr')).toEqual([sums(all)]);
    const range = { fromDate: day(20), toDate: day(5) };
    await setDays(admin, range.fromDate, range.toDate);
    await admin.waitForFunction(() => location.search.includes('toDate'));
    await settled(admin);
    const { data } = await calls('POST', '/api/admin/get-processed-by-count', range);
    const shown = await numbers(admin, 'tbody tr');
    expect(shown.map(([count]) => count)).toEqual((data as { count: number }[]).map(({ count }) => count));
    expect(await numbers(admin, 'tfoot tr')).toEqual([sums(shown)]);
    expect(sums(shown)[0]).toBeLessThan(sums(all)[0]!);

    await admin.type('[name=q]', 'nobody at all');
    await shows(admin, 'No records found');
    expect(await admin.$('tfoot')).toBeNull();
  });
});

describe('mails', () => {
  test('Send Invoice sends it, with a PDF', async () => {
    const { id } = await takeInto(desk, { contact_email_address: 'invoiced@example.com' });
    await go(admin, '/admin/send-invoice');
    await press(admin, 'Send Invoice');
    await admin.waitForSelector('[aria-invalid=true]');
    await fill(admin, 'Enter Your Order ID', String(id));
    await press(admin, 'Send Invoice');
    await shows(admin, 'Invoice has been queued successfully');
    const { attachments } = await mailTo('invoiced@example.com');
    expect(attachments).toEqual([expect.objectContaining({ contentType: 'application/pdf' })]);
    await closeToasts(admin);
  });

  test('one that failed is sent again from the order', async () => {
    await fetch(`${desk.url}/dev/mailbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      // alarms to members go out at any time
      body: JSON.stringify({ provider: 'AWS', to: 'again@example.com', status: 400 }),
    });
    const { id, encoded } = await takeInto(desk, { contact_email_address: 'again@example.com' });
    expect((await calls('POST', '/api/admin/send-invoice', { orderId: id })).code).toBe(200);
    await eventually(async () => {
      const { data } = await calls('GET', `/api/admin/get-orders-details/${encoded}`);
      return (data as { mailHistory: { state: string }[] }).mailHistory[0]?.state === 'failed';
    });
    await go(admin, `/admin/view-order/${encoded}`);
    await shows(admin, 'failed');
    await press(admin, 'Send again by AWS');
    await shows(admin, 'Mail has been queued successfully');
    expect((await mailTo('again@example.com')).attachments).toHaveLength(1);
    await eventually(async () => {
      await admin.reload();
      return admin.$eval('[aria-label="Email History"]', ({ textContent }) => textContent.includes('sent'));
    });
    expect(await admin.$('[aria-label="Send again by AWS"]')).toBeNull();
  });

  test('a form is empty after it has done its work, whatever was refused before', async () => {
    const { id } = await takeInto(desk, { contact_email_address: 'second@example.com' });
    await go(admin, '/admin/send-invoice');
    await fill(admin, 'Enter Your Order ID', '9000001');
    await press(admin, 'Send Invoice');
    await shows(admin, 'Order not found');
    await fill(admin, 'Enter Your Order ID', String(id));
    await press(admin, 'Send Invoice');
    await shows(admin, 'Invoice has been queued successfully');
    await admin.waitForFunction(() => document.querySelector<HTMLInputElement>('main input')!.value === '');
    await closeToasts(admin);
  });

  test('an upload on a slow line shows how much has gone out, and can be cancelled and sent again', async () => {
    const { id, encoded } = await takeInto(desk, { contact_email_address: 'slow@example.com' });
    const name = 'The approved card of somebody whose name is rather long.png';
    const picture = join(desk.dataDir, name);
    const noise = sharp(randomBytes(600 * 600 * 3), { raw: { width: 600, height: 600, channels: 3 } });
    await writeFile(picture, await noise.png().toBuffer());
    await go(admin, `/admin/view-order/${encoded}`);
    await (await admin.waitForSelector<'input'>('input[type=file]' as 'input'))!.uploadFile(picture);
    await admin.waitForSelector(`img[alt="Preview of ${name}"]`);
    // the answers are slow, too: who has cancelled does not wait for the page to be read before the next press counts
    await admin.emulateNetworkConditions({ upload: 200_000 / patience, download: 1_000_000, latency: 2_000 });
    await press(admin, 'Send by AWS');
    await admin.waitForFunction(
      () => Number(document.querySelector<HTMLProgressElement>('progress[aria-label="Sent so far"]')?.value) > 0,
    );
    expect(await admin.$eval('form:has(progress)', (form) => form.scrollWidth - form.clientWidth)).toBe(0);
    await admin.focus('::-p-aria([name="Cancel upload"])');
    await admin.keyboard.press('Enter');
    await admin.waitForSelector('progress', { hidden: true });
    await admin.waitForFunction(() => document.activeElement?.textContent === 'Send and complete');
    await shows(admin, name);
    const { data } = await calls('GET', `/api/admin/get-orders-details/${id}`);
    expect(data).toMatchObject({ uploadDoc: [], mailHistory: [] });
    expect(await admin.$('.Toastify__toast')).toBeNull();

    // noted in the page, because a busy machine may look too rarely
    await admin.evaluate(() => {
      const seen = new Set<number>();
      Object.assign(window, { seen });
      new MutationObserver(() => {
        const value = document.querySelector<HTMLProgressElement>('progress[aria-label="Sent so far"]')?.value;
        if (value) seen.add(value);
      }).observe(document.body, { attributes: true, childList: true, subtree: true });
    });
    await admin.keyboard.press('Enter');
    const seenByPage = () => [...(window as unknown as { seen: Set<number> }).seen];
    await eventually(async () => (await admin.evaluate(seenByPage)).length >= 3);
    const seen = await admin.evaluate(seenByPage);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    await admin.waitForFunction(() => !document.querySelector('progress'));
    await admin.emulateNetworkConditions(null);
    await mailTo('slow@example.com');
    await admin.waitForSelector(`img[alt="Preview of ${name}"]`, { hidden: true });
    await closeToasts(admin);
  });
});

describe('Change Gateway', () => {
  const active = (page: Page) =>
    page.$$eval('main fieldset label', (all) =>
      all.filter(({ textContent }) => textContent.includes('Active')).map((one) => one.querySelector('input')!.value),
    );

  test('moves the one active mark', async () => {
    await go(admin, '/admin/gateway-setting');
    const [before] = await active(admin);
    const other = await admin.$eval('main fieldset input:not(:checked)', ({ value }) => value);
    await admin.locator(`main fieldset input[value="${other}"]`).click();
    await press(admin, 'Change Gateway');
    await shows(admin, 'Gateway has been changed successfully');
    await eventually(async () => (await active(admin)).join() === other);
    await go(team, '/admin/gateway-setting');
    expect(await active(team)).toEqual([other]);
    expect(other).not.toBe(before);
    await closeToasts(admin);
  });

  test('only shows it to who may not change it', async () => {
    await go(team, '/admin/gateway-setting');
    await shows(team, 'Only Admin and Manager can change the gateway.');
    const marks = await team.$$eval('main fieldset input', (all) => all.map(({ disabled }) => disabled));
    expect([marks.length > 1, new Set(marks)]).toEqual([true, new Set([true])]);
    expect(await team.$$('main button')).toHaveLength(0);
  });
});

describe('Manage Team', () => {
  const row = (page: Page, email: string) => `//tr[contains(., '${email}')]`;
  const canSignIn = async (email: string, password: string) =>
    (
      await fetch(`${desk.url}/api/admin/admin-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    ).status === 200;

  test('adds, changes and deletes a member, and says at the fields what is missing', async () => {
    const email = 'newcomer@demo.test';
    await go(admin, '/admin/manage-team');
    await press(admin, 'Add Member');
    for (const refusal of [
      'Please enter your name.',
      'Please enter your email.',
      'Please enter your password.',
      'Please select type.',
    ]) {
      await shows(admin, refusal);
    }
    expect(await admin.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');

    await fill(admin, 'Name', 'New Comer');
    await fill(admin, 'Email', 'team@demo.test');
    await fill(admin, 'Password', 'first-password');
    await admin.select('[name=type]', 'Team');
    await press(admin, 'Add Member');
    await shows(admin, 'A team member with this email already exists.');
    expect(await admin.$eval('[name=name]', (field) => (field as HTMLInputElement).value)).toBe('New Comer');
    // the button takes no press until the list is read again
    await settled(admin);
    await fill(admin, 'Email', email);
    await press(admin, 'Add Member');
    await shows(admin, 'Team member added successfully');
    await shows(admin, email);
    await admin.waitForFunction(() => !document.querySelector<HTMLInputElement>('[name=password]')!.value);
    expect(await admin.content()).not.toContain('first-password');
    expect(await canSignIn(email, 'first-password')).toBe(true);
    await closeToasts(admin);

    await admin.locator(`::-p-xpath(${row(admin, email)}//a)`).click();
    await shows(admin, 'Editing New Comer');
    await fill(admin, 'Name', 'New Comer Renamed');
    await press(admin, 'Update Member');
    await shows(admin, 'Team member updated successfully');
    await shows(admin, 'New Comer Renamed');
    expect(await canSignIn(email, 'first-password')).toBe(true);
    await closeToasts(admin);

    await go(admin, '/admin/manage-team');
    await admin.locator(`::-p-xpath(${row(admin, email)}//button[contains(@class, 'row-danger')])`).click();
    await shows(admin, 'Are you sure you want to delete?');
    await reply(admin, 'Yes');
    await shows(admin, 'Team member deleted successfully');
    await admin.waitForFunction((gone) => !document.querySelector('table')!.textContent.includes(gone), {}, email);
    expect(await canSignIn(email, 'first-password')).toBe(false);
    await closeToasts(admin);
  });
});

describe('signing in', () => {
  test('shows the Team’s own menu, and refuses with the sentence at the form', async () => {
    const labels = await team.$$eval('nav[aria-label=Main] a', (links) =>
      links.map((link) => link.querySelector('span')?.textContent),
    );
    expect(labels).toEqual(expect.arrayContaining(['New Orders', 'Gateway Setting', 'Change Password']));
    expect(labels).not.toEqual(expect.arrayContaining(['Manage Team']));
    expect(labels).not.toEqual(expect.arrayContaining(['Order Processed']));

    const guest = await desk.guest();
    await goTo(guest, `${desk.url}/`);
    await press(guest, 'Sign In');
    await shows(guest, 'Email Address is required');
    await shows(guest, 'Password is required');
    await submitSignIn(guest, 'team@demo.test', 'wrong');
    await shows(guest, 'Invalid email or password');
    expect(await guest.$eval('[name=email]', (field) => (field as HTMLInputElement).value)).toBe('team@demo.test');
    await submitSignIn(guest, 'team@demo.test');
    await guest.waitForFunction(() => location.pathname === '/admin');
    await shows(guest, 'Welcome, Demo Team');
    expect(await guest.evaluate(() => document.body.textContent)).not.toContain('Invalid email or password');
    expect(guest.said).toEqual([]);
    await guest.browserContext().close();
  });

  test('is remembered for thirty days when asked, else until the browser closes', async () => {
    for (const remember of [true, false]) {
      const page = await desk.guest();
      await goTo(page, `${desk.url}/`);
      if (remember) await page.locator('[name=remember]').click();
      await signInHere(page, 'manager@demo.test');
      const session = (await page.browserContext().cookies()).find(({ name }) => name === 'session')!;
      expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', session: !remember });
      const days = (session.expires - Date.now() / 1000) / 86_400;
      if (remember) expect(days).toBeCloseTo(30, 1);
      await page.browserContext().close();
    }
  });

  test('by a passkey, which is set up on the page of the account: as the second factor, and alone', async () => {
    // browsers make no passkey for an IP address
    const at = desk.url.replace('127.0.0.1', 'localhost');
    const page = await desk.guest();
    const devtools = await page.createCDPSession();
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await goTo(page, `${at}/`);
    await signInHere(page, 'telecaller@demo.test');
    await goTo(page, `${at}/admin/account`);
    await press(page, 'Add a passkey');
    await shows(page, 'Keep these ten codes');
    await press(page, 'I have kept them');
    await shows(page, '10 recovery codes are left.');

    await page.locator('button[popovertarget=member-menu]').click();
    await page.locator('#member-menu ::-p-text(Logout)').click();
    await isAt(page, '/');
    await goTo(page, `${at}/`);
    await submitSignIn(page, 'telecaller@demo.test');
    await shows(page, 'Confirm that it is you');
    await press(page, 'Use a passkey');
    await isAt(page, '/admin');

    await page.locator('button[popovertarget=member-menu]').click();
    await page.locator('#member-menu ::-p-text(Logout)').click();
    await isAt(page, '/');
    await goTo(page, `${at}/`);
    await press(page, 'Sign in with a passkey');
    await isAt(page, '/admin');

    await goTo(page, `${at}/admin/account`);
    await press(page, 'Remove');
    await reply(page, 'Yes');
    await shows(page, 'Second factor removed');
    expect(page.said).toEqual([]);
    await page.browserContext().close();
  });

  test('leads to the page that was wanted', async () => {
    const page = await desk.guest();
    await goTo(page, `${desk.url}/admin/awaiting-govt?limit=25`);
    await isAt(page, '/');
    await submitSignIn(page, 'manager@demo.test');
    await isAt(page, '/admin/awaiting-govt');
    expect(new URL(page.url()).search).toBe('?limit=25');
    await page.browserContext().close();
  });

  test('ends with Logout: whatever the line, Back shows nothing of before, in any tab', async () => {
    const page = await desk.member('team2@demo.test');
    const other = await page.browserContext().newPage();
    const otherIsAt = (path: string) => eventually(async () => new URL(other.url()).pathname === path);
    await goTo(other, `${desk.url}/admin/recent-order`);
    await page.bringToFront();
    await go(page, '/admin/recent-order');
    const name = await page.$eval('tbody bdi', ({ textContent }) => textContent);
    await page.locator('tbody a.row-action').click();
    await page.waitForFunction(() => location.pathname.startsWith('/admin/view-order/'));
    await shows(page, name);
    expect(await page.evaluate(() => history.state.page instanceof ArrayBuffer)).toBe(true);
    // a page that is just being left is read again
    const seen = async (tab: Page = page) =>
      (await tab.content().catch(() => sleep(500).then(() => tab.content()))).includes(name);
    const back = async () => {
      await page.evaluate(() => history.back());
      await sleep(300);
    };

    // the request to sign out and the requests of Back are held back
    const held: HTTPRequest[] = [];
    let holds = true;
    await page.setRequestInterception(true);
    page.on('request', (request) => (holds ? held.push(request) : void request.continue()));
    const release = async () => {
      holds = false;
      await Promise.all(held.splice(0).map((request) => request.continue().catch(() => undefined)));
    };
    await page.locator('nav button[type=submit]').click();
    await shows(page, 'Signing out');
    expect(await seen()).toBe(false);
    await back();
    expect(await seen()).toBe(false);
    await release();
    await isAt(page, '/');
    await otherIsAt('/');
    expect(await seen(other)).toBe(false);

    holds = true;
    await back();
    expect(await seen()).toBe(false);
    await release();
    await isAt(page, '/');
    await page.setOfflineMode(true);
    await back();
    expect(await seen()).toBe(false);
    await page.setOfflineMode(false);
    await page.browserContext().close();
  });

  test('over plain HTTP the history holds no page, and Back reads it from the server', async () => {
    const page = await desk.guest();
    await page.evaluateOnNewDocument(() => {
      Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined });
    });
    await signIn(page, desk.url, 'team2@demo.test');
    const follow = (path: string) => page.locator(`nav a[href="${path}"]`).click();
    await follow('/admin/recent-order');
    await titled(page, 'New Order | Malaysia Digital Arrival Card');
    await follow('/admin/awaiting-response');
    await titled(page, 'Awaiting Response | Malaysia Digital Arrival Card');
    expect(await page.evaluate(() => history.state.page.byteLength)).toBe(16);
    await page.goBack();
    await titled(page, 'New Order | Malaysia Digital Arrival Card');
    await page.waitForFunction(() => !document.querySelector<HTMLElement>('main')!.inert);
    expect(page.said).toEqual([]);
    await page.browserContext().close();
  });

  test('ended elsewhere is said over the open page, which stays; a click leads to the login, and back', async () => {
    const page = await desk.member('team2@demo.test');
    await go(page, '/admin/recent-order');
    await settled(page);
    const elsewhere = await callsOf(desk, 'team2@demo.test');
    await elsewhere('POST', '/api/admin/change-password', { newPassword: 'demo-password' });
    await shows(page, 'You are signed out.');
    await isAt(page, '/admin/recent-order');
    await page.locator('nav a[href="/admin/awaiting-govt"]').click();
    await isAt(page, '/');
    await shows(page, 'Please sign in.');
    await submitSignIn(page, 'team2@demo.test');
    await isAt(page, '/admin/awaiting-govt');
    expect(page.said.filter((text) => !byBrowser.test(text))).toEqual([]);
    await page.browserContext().close();
  });

  test('with a new password after Update Password, which ends at the login', async () => {
    const page = await desk.member('night@demo.test');
    await go(page, '/admin/change-password');
    await fill(page, 'New Password', 'short');
    await press(page, 'Update Password');
    await shows(page, 'New Password must be at least 6 characters.');
    await fill(page, 'New Password', 'another-password');
    await press(page, 'Update Password');
    await isAt(page, '/');
    await shows(page, 'Password has been changed. Please sign in again.');
    await signInHere(page, 'night@demo.test', 'another-password');
    expect(page.said).toEqual([]);
    await page.browserContext().close();
  });

  test('with a new password after the mailed link, which works once', async () => {
    const page = await desk.guest();
    await goTo(page, `${desk.url}/`);
    await press(page, 'Forgot password?', 'link');
    await isAt(page, '/forgot-password');
    await fill(page, 'Email ID', 'telecaller@demo.test');
    await press(page, 'Send Link');
    await shows(page, 'If this address belongs to a team member, a link has been sent.');
    const { text } = await mailTo('telecaller@demo.test', 'Set a new password');
    const link = /https?:\/\/\S+\/reset-password\/[\w-]+/.exec(text)![0];
    await goTo(page, link);
    await fill(page, 'New Password', 'mailed-password');
    await press(page, 'Save Password');
    await isAt(page, '/');
    await shows(page, 'Password has been changed. Please sign in.');
    await signInHere(page, 'telecaller@demo.test', 'mailed-password');

    await goTo(page, link);
    await isAt(page, '/admin');
    await shows(page, 'This link was used, or a newer one was sent.');
    await page.browserContext().close();
  });

  /** Signs in on the login page that is shown. */
  async function signInHere(page: Page, email: string, password = 'demo-password'): Promise<void> {
    await submitSignIn(page, email, password);
    await isAt(page, '/admin');
  }
});

describe('without JavaScript', () => {
  let page: Watched;
  beforeAll(async () => {
    page = await desk.guest();
    await page.setJavaScriptEnabled(false);
  });
  const submit = (selector: string) => Promise.all([page.waitForNavigation(), page.click(selector)]);
  const path = () => new URL(page.url()).pathname;
  const text = () => page.$eval('body', ({ textContent }) => textContent);

  test('one signs in, and is told why not', async () => {
    await page.goto(`${desk.url}/`);
    await page.type('[name=email]', 'manager@demo.test');
    await page.type('[name=password]', 'wrong');
    await submit('main button[type=submit], form button[type=submit]');
    expect(path()).toBe('/');
    expect(await text()).toContain('Invalid email or password');
    await page.type('[name=email]', 'manager@demo.test');
    await page.type('[name=password]', 'demo-password');
    await submit('form button[type=submit]');
    expect(path()).toBe('/admin');
    expect(await text()).toContain('Demo Manager');
  });

  test('one reads lists, turns pages, sorts and searches', async () => {
    const { id } = await takeInto(desk, { full_name: 'Plainly Searched' });
    await page.goto(`${desk.url}/admin/order-history`);
    await submit('a[aria-label="Page 2"]');
    expect(new URL(page.url()).search).toBe('?page=2');
    await submit('thead a[href*="sort=full_name"]');
    expect(new URL(page.url()).search).toBe('?sort=full_name');
    await page.type('[name=q]', 'plainly');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.$$eval('tbody tr', (rows) => rows.map(({ textContent }) => textContent))).toEqual([
      expect.stringContaining(String(id)),
    ]);
    await submit('tbody a.row-action');
    expect(await text()).toContain('Traveling Information');
  });

  test('one asks for the days of a report, and signs out', async () => {
    await page.goto(`${desk.url}/admin/country-order`);
    await submit('form button[type=submit]:not(.menu-entry)');
    expect(path()).toBe('/admin/country-order');
    await submit('nav form button[type=submit]');
    expect(path()).toBe('/');
    await page.goto(`${desk.url}/admin`);
    expect(path()).toBe('/');
  });

  test('one asks for a link to a new password', async () => {
    await page.goto(`${desk.url}/forgot-password`);
    await page.type('[name=email]', 'manager@demo.test');
    await submit('form button[type=submit]');
    expect(await text()).toContain('a link has been sent');
    const mail = await mailTo('manager@demo.test', 'Set a new password');
    await page.goto(/https?:\/\/\S+\/reset-password\/[\w-]+/.exec(mail.text)![0]);
    await page.type('[name=newPassword]', 'demo-password-2');
    await submit('form button[type=submit]');
    expect(path()).toBe('/');
    await page.type('[name=email]', 'manager@demo.test');
    await page.type('[name=password]', 'demo-password-2');
    await submit('form button[type=submit]');
    expect(path()).toBe('/admin');

    await page.goto(`${desk.url}/admin/change-password`);
    await page.type('[name=newPassword]', 'demo-password');
    await submit('main form button[type=submit]');
    expect(path()).toBe('/');
    expect(await text()).toContain('Password has been changed. Please sign in again.');
  });
});

describe('code that can’t be loaded', () => {
  /** A page whose script of that name can't be loaded until `back` is called; `answer` decides the browser's dialogs. */
  async function without(script: string) {
    const page = await desk.member('admin@demo.test');
    const asked: string[] = [];
    const answer = { yes: true };
    const network = await page.createCDPSession();
    await network.send('Network.enable');
    await network.send('Network.setBlockedURLs', { urls: [`*/assets/${script}-*`] });
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void (answer.yes ? dialog.accept() : dialog.dismiss());
    });
    return {
      page,
      asked,
      answer,
      back: () => network.send('Network.setBlockedURLs', { urls: [] }),
      says: (count: number) => eventually(async () => asked.length === count),
    };
  }
  const notLoaded = 'A part of this page could not be loaded.';

  test('of another screen: what is on show stays, and the frame offers to load it again', async () => {
    const { page, back } = await without('invoices');
    await page.locator('nav a[href="/admin/send-invoice"]').click();
    await shows(page, notLoaded);
    expect(await page.$eval('h1', ({ textContent }) => textContent)).toBe('Dashboard');
    await back();
    await Promise.all([page.waitForNavigation(), press(page, 'Reload')]);
    await page.locator('nav a[href="/admin/send-invoice"]').click();
    await isAt(page, '/admin/send-invoice');
    await shows(page, 'Enter Your Order ID');
    await page.browserContext().close();
  });

  longTest('of a question: the browser asks it', async () => {
    const { page, asked, answer, says } = await without('question');
    const { id } = await takeInto(desk, { full_name: 'Asked By Browser' });
    await go(page, '/admin/recent-order?q=asked%20by%20browser');
    answer.yes = false;
    await press(page, 'Delete');
    await says(1);
    answer.yes = true;
    await press(page, 'Delete');
    await says(2);
    expect(asked).toEqual(Array(2).fill('Are you sure you want to delete?'));
    await shows(page, 'Order has been deleted successfully');
    await shows(page, 'No records found');
    const { data } = await calls('GET', `/api/admin/get-orders-details/${id}`);
    expect(data).toMatchObject({ process_status: 'Deleted' });
    await page.browserContext().close();
  });

  longTest('of messages: the browser says them', async () => {
    const { page, asked, says } = await without('toaster');
    await go(page, '/admin/send-invoice');
    await fill(page, 'Enter Your Order ID', '9000001');
    await press(page, 'Send Invoice');
    await says(1);
    expect(asked).toEqual(['Order 9000001: Order not found']);
    await page.browserContext().close();
  });

  test('of a window on an order: what was typed stays', async () => {
    const { page } = await without('dialog');
    const { encoded } = await takeInto(desk);
    await go(page, `/admin/view-order/${encoded}`);
    await fill(page, 'Remark', 'Half a sentence');
    await pressAction(page, 'View Email Content');
    await shows(page, notLoaded);
    expect(await page.$eval('[name=remark]', (field) => (field as HTMLTextAreaElement).value)).toBe('Half a sentence');
    await page.browserContext().close();
  });
});

describe('the screens of Admins', () => {
  test('the audit has equal rows in one line, which opens and closes by the keyboard; of one order each row is there', async () => {
    const orders = await Promise.all(Array.from({ length: 5 }, () => takeInto(desk)));
    const body = { orderId: orders.map(({ encoded }) => encoded), assignto: 'Demo Telecaller' };
    expect(await calls('PUT', '/api/admin/assign-order-status', body)).toMatchObject({ status: 1 });
    await go(admin, '/admin/audit?action=order.assigned');
    const button = (await admin.waitForSelector('tbody button[aria-expanded=false]'))!;
    expect(await button.evaluate(({ textContent }) => textContent)).toBe('Order taken or given · 5 orders');
    const found = () =>
      admin.$$eval('tr.opened:not([hidden]) li', (rows) => rows.map(({ textContent }) => Number(textContent.slice(8))));
    expect(await found()).toEqual([]);
    await button.focus();
    await admin.keyboard.press('Enter');
    await admin.waitForSelector('tr.opened:not([hidden]) li');
    expect((await found()).toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
    expect(await button.evaluate(({ ariaExpanded }) => ariaExpanded)).toBe('true');
    await admin.keyboard.press('Space');
    await admin.waitForFunction(() => !document.querySelector('tr.opened:not([hidden])'));
    expect(await admin.evaluate(() => document.activeElement?.getAttribute('aria-expanded'))).toBe('false');

    await go(admin, `/admin/audit?order=${orders[0]!.id}`);
    expect(await admin.$$('tbody [aria-expanded]')).toEqual([]);
    expect(await admin.$$eval('tbody td[data-title="Order Id"]', (cells) => cells[0]!.textContent)).toBe(
      String(orders[0]!.id),
    );
  });

  test('Shops has a card for each shop; its forms open by buttons, and a new key and secret stay until they are kept', async () => {
    await go(admin, '/admin/shops');
    expect(await admin.$$('main input')).toEqual([]);
    await press(admin, 'Add shop');
    await fill(admin, 'Name', 'Shop of Cards');
    await admin.keyboard.press('Enter');
    const card = 'main section[aria-label="Shop of Cards"]';
    await admin.waitForSelector(card);
    const says = (text: string) => admin.waitForSelector(`${card} ::-p-text(${text})`);
    await says('Without a key the shop can send nothing.');
    await says('No address is told what happens to the orders of this shop.');
    await closed(admin);

    await press(admin, 'New key of Shop of Cards');
    await says('The shop sends it as X-Intake-Key.');
    await says('no use on record');
    await press(admin, 'Add endpoint of Shop of Cards');
    await fill(admin, 'Address', ' ');
    await admin.keyboard.press('Enter');
    await shows(admin, 'Please enter an address.');
    await fill(admin, 'Address', 'https://shop.example/hooks');
    await admin.keyboard.press('Enter');
    await says('The shop checks the signatures with it.');
    await says('https://shop.example/hooks');
    await closed(admin);
    expect(
      await admin.$$eval(`${card} code`, (codes) => codes.map(({ textContent }) => textContent?.slice(0, 6))),
    ).toEqual(['whsec_', expect.stringMatching(/^[^w]/)]);
    for (const left of [1, 0]) {
      await press(admin, 'I have kept it');
      await admin.waitForFunction((n) => document.querySelectorAll('main code').length === n, {}, left);
    }
    await closeToasts(admin);
  });

  test('Keeping & Erasing begins with what waits for the Admin and the next run; its rules are folded', async () => {
    const second = await desk.member('admin2@demo.test');
    const { id } = await takeInto(desk, { contact_email_address: 'waits@kept.example' });
    expect(await calls('POST', '/api/admin/ask-erasure', { address: 'waits@kept.example' })).toMatchObject({
      status: 1,
    });
    const of = (page: Page) =>
      page.$$eval('main section[id]', (parts) =>
        parts.map((part) => [part.querySelector('h2')!.textContent, part.textContent.includes('waits@kept.example')]),
      );
    await go(admin, '/admin/retention');
    expect(await of(admin)).toEqual([
      ['Waits for you', false],
      ['Next run', false],
      ['A person’s data', true],
      ['Last runs', false],
      ['Rules', false],
    ]);
    expect(await admin.$eval('#rules details', ({ open }) => open)).toBe(false);
    await go(second, '/admin/retention');
    expect((await of(second)).slice(0, 3)).toEqual([
      ['Waits for you', true],
      ['Next run', false],
      ['A person’s data', false],
    ]);
    await shows(second, '1 order to erase');
    expect(await second.$eval('main section a', ({ textContent }) => textContent)).toBe(String(id));
    await press(second, 'Take back waits@kept.example');
    await shows(second, 'Taken back');
    expect((await of(second))[0]).toEqual(['Waits for you', false]);
    await second.browserContext().close();
  });
});

test('nobody’s console said anything', () => {
  expect([...admin.said, ...team.said]).toEqual([]);
});
