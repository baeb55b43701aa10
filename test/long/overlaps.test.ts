import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { menuEntries } from '../../src/shared/menu.js';
import { type Desk, fill, goTo, press, shows, startDesk, violations, type Watched } from '../support/browser.js';
import { allWidths, layoutFaults, takeAwkward } from '../support/overlaps.js';

// No text overlaps another and no screen is wider than the window, at every width from 320 to 2560 pixels. A sample is in test/browser.
// Staff's screens in the dark theme: nothing that axe finds there (in the light one: test/browser/staff.test.ts).

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let desk: Desk;
let admin: Watched;
let awkward: string[];
beforeAll(async () => {
  desk = await startDesk(300, { script: axe });
  awkward = await takeAwkward(desk);
  admin = await desk.member('admin@demo.test');
});
afterAll(async () => expect(await desk.stop()).toBe(0));

test.each(menuEntries.map(({ path }) => path))('%s', async (path) => {
  await goTo(admin, desk.url + path);
  expect(await layoutFaults(admin, allWidths)).toEqual([]);
  await admin.setViewport({ width: 1440, height: 900 });
  await admin.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  expect(await violations(admin)).toEqual([]);
  await admin.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
});

test('the pages of orders', async () => {
  for (const path of awkward) {
    await goTo(admin, desk.url + path);
    expect([path, await layoutFaults(admin, allWidths)]).toEqual([path, []]);
  }
});

test('the pages before signing in, and a visitor’s', async () => {
  const guest = await desk.guest();
  for (const path of ['/', '/forgot-password', '/reset-password/none', '/track-order', '/track-order/none/none']) {
    await guest.goto(desk.url + path);
    expect([path, await layoutFaults(guest, allWidths)]).toEqual([path, []]);
  }
  for (const [index, path] of awkward.entries()) {
    await guest.goto(`${desk.url}/track-order/${path.split('/').at(-1)}`);
    await fill(guest, 'Email ID', `a.very.long.address.${index}@an-extremely-long-domain-name-of-a-company.example`);
    await press(guest, 'TRACK ORDER');
    await shows(guest, 'Track another order');
    expect([path, await layoutFaults(guest, allWidths)]).toEqual([path, []]);
  }
});
