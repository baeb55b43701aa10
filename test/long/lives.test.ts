import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { standInForDns } from '../inbound/mails.js';
import { livingSettings, proveLives } from '../packs/lives.js';
import { startApp, type TestApp } from '../support/app.js';

const lives = Number(process.env.LIVES ?? 5000);
/** New ones each time; the first is told, so that what it found can be found again. */
const firstSeed = Number(process.env.SEED ?? Date.now() % 1_000_000_000);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: livingSettings });
  standInForDns(app.web);
}, 60_000);
afterAll(() => app.close());

test(`every sentence of the packs of ${lives} lives is proven by what was done, from seed ${firstSeed}`, async () => {
  const seeds = Array.from({ length: lives }, (_, index) => firstSeed + index);
  expect(await proveLives(app, seeds)).toEqual([]);
}, 7_200_000);
