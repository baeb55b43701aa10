import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { embeddedEnvironment, originOf } from '../../src/embedded/environment.js';
import { readEnv } from '../../src/platform/env.js';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'environment-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function environment(given: Record<string, string> = {}) {
  const url = 'postgres://desk:x@127.0.0.1:5432/desk';
  return embeddedEnvironment(given, { dataDir, host: '127.0.0.1', port: 3000, url, ownerUrl: url });
}

describe('the environment of embedded mode', () => {
  test('is enough for production, with mail going to the catcher', async () => {
    const env = readEnv({ NODE_ENV: 'production', ...(await environment()) });

    expect(env.EMBEDDED).toBe(true);
    expect(env.MAIL_SES_ENDPOINT).toBe('http://127.0.0.1:3000/dev/ses');
    expect(env.MAIL_SENDGRID_BASE_URL).toBe('http://127.0.0.1:3000/dev/sendgrid');
    expect(env.INTAKE_KEY).toBe('demo-intake-key');
  });

  test('keeps its secret from start to start, in a file that is ours alone', async () => {
    const { APP_SECRET } = await environment();

    expect(APP_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect((await environment()).APP_SECRET).toBe(APP_SECRET);
    expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  test('leaves alone what was set, but an empty variable counts as none', async () => {
    const { PUBLIC_URL, INTAKE_KEY } = await environment({ PUBLIC_URL: 'https://demo.test', INTAKE_KEY: '' });

    expect(PUBLIC_URL).toBe('https://demo.test');
    expect(INTAKE_KEY).toBe('demo-intake-key');
  });
});

test('a host that means every address is reached by the loopback one', () => {
  expect(originOf('0.0.0.0', 3000)).toBe('http://127.0.0.1:3000');
  expect(originOf('::', 3000)).toBe('http://[::1]:3000');
  expect(originOf('localhost', 3000)).toBe('http://localhost:3000');
});
