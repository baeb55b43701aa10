import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { runScript } from '../support/script.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function run(...args: string[]) {
  return runScript('intake/create-key.js', args, { settings: { DATABASE_URL: app.env.DATABASE_URL! } });
}

async function opens(key: string): Promise<boolean> {
  const { code } = await app.call('GET', '/api/intake/active-gateway', { headers: { 'x-intake-key': key } });
  return code === 200;
}

describe('npm run intake:key', () => {
  test('prints a key that opens the intake until it is revoked; the database never learns it', async () => {
    const { code, out } = await run('--name', 'shop');
    const key = /^Key of shop, not shown again: ([\w-]{43})\n$/.exec(out)?.[1] ?? '';
    expect([code, await opens(key)]).toEqual([0, true]);
    expect(JSON.stringify(await app.database.query('SELECT * FROM intake_keys'))).not.toContain(key);

    expect((await run('--name', 'shop', '--revoke')).out).toBe('Revoked 1 key of shop.\n');
    expect(await opens(key)).toBe(false);
  });

  test('a second key is of the same shop', async () => {
    await run('--name', 'twice');
    await run('--name', 'twice');
    expect(
      await app.database.query(
        `SELECT count(DISTINCT s.id)::int AS shops, count(*)::int AS keys
         FROM intake_keys k JOIN shops s ON s.id = k.shop_id WHERE s.name = 'twice'`,
      ),
    ).toEqual([{ shops: 1, keys: 2 }]);
  });

  test('without a name says how it is used', async () => {
    const { code, err } = await run();
    expect([code, err]).toEqual([1, 'Usage: npm run intake:key -- --name shop [--revoke]\n']);
  });
});
