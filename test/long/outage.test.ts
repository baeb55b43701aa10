import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { delivered } from '../documents/cards.js';
import { refuse, startProvider } from '../mail/provider-server.js';
import { eventually, startApp, type TestApp } from '../support/app.js';

let provider: Awaited<ReturnType<typeof startProvider>>;
let app: TestApp;

beforeAll(async () => {
  provider = await startProvider();
  app = await startApp({ worker: true, settings: provider.settings });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

test('a provider that takes nothing for minutes: the mails wait, and go out once each when it is back', async () => {
  let isDown = true;
  // More refusals than there may be tries; they are removed when the provider works again.
  provider.next.push(...Array.from({ length: 1000 }, () => refuse(429)));
  setTimeout(() => {
    isDown = false;
    provider.next.length = 0;
  }, 120_000);

  for (let count = 0; count < 5; count++) await delivered(app);
  const states = async () =>
    (await app.database.query('SELECT state FROM mails')).map(({ state }: { state: string }) => state);
  await eventually(() => Promise.resolve(!isDown), 150);
  expect(await states()).toEqual(Array.from({ length: 5 }, () => 'queued'));

  const refused = provider.received.length;
  expect(refused).toBeGreaterThanOrEqual(5 * 5);
  await eventually(async () => (await states()).every((state: string) => state === 'sent'), 240);
  expect(provider.received.length - refused).toBe(5);
});
