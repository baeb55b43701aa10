import { describe, expect, test } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pdf } from '../documents/cards.js';
import { startProvider } from '../mail/provider-server.js';
import { eventually } from '../support/app.js';
import { orderBody } from '../support/orders.js';
import { callsOf, type Product, startProduct } from '../support/product.js';
import { runScript } from '../support/script.js';
import { freePort } from '../support/free-port.js';

const run = promisify(execFile);
const intakeKey = 'a key of the shops';

/** Makes orders with every kind of record: a card, its mail, a pack, an invoice, remarks. */
async function work(product: Product, email: string): Promise<void> {
  const call = await callsOf(product, email);
  for (let count = 0; count < 3; count++) {
    const taken = await fetch(`${product.url}/api/intake/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-intake-key': intakeKey },
      body: JSON.stringify(orderBody({ external_ref: randomUUID() })),
    });
    const { data } = (await taken.json()) as { data: { order_id: number } };
    const orderId = data.order_id;
    await upload(product, email, orderId);
    for (const [method, path, body] of [
      ['POST', 'add-new-remark', { orderId, remark: 'Called', remarkerName: '' }],
      ['POST', 'send-invoice', { orderId }],
      ['PUT', 'move-order-status', { orderId, updatingStatus: 'Completed' }],
    ] as const)
      expect((await call(method, `/api/admin/${path}`, body)).code).toBe(200);
    expect((await pack(product, email, orderId)).subarray(0, 5).toString()).toBe('%PDF-');
  }
  await eventually(async () => {
    const { mails } = await everything(product, email);
    return mails.length === 6 && mails.every((state) => state === 'sent');
  }, 90);
}

async function tokenOf(product: Product, email: string): Promise<Record<string, string>> {
  const answer = await fetch(`${product.url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'demo-password' }),
  });
  const { data } = (await answer.json()) as { data: { jwtToken: string } };
  return { authorization: `Bearer ${data.jwtToken}` };
}

async function upload(product: Product, email: string, orderId: number): Promise<void> {
  const form = new FormData();
  form.set('orderId', String(orderId));
  form.set('email', 'ann@example.com');
  form.set('mailServiceProvider', 'AWS');
  form.set('uploadVisaDoc', new Blob([new Uint8Array(await pdf())]), 'card.pdf');
  const headers = await tokenOf(product, email);
  const { status } = await fetch(`${product.url}/api/admin/upload-visa-document`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(status).toBe(200);
}

async function pack(product: Product, email: string, orderId: number): Promise<Buffer> {
  const answer = await fetch(`${product.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { ...(await tokenOf(product, email)), 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, defencePackType: 1 }),
  });
  return Buffer.from(await answer.arrayBuffer());
}

/** All that a member can see: counts, every order with its histories, every card's and pack's bytes, every page's answer. */
async function everything(product: Product, email: string) {
  const call = await callsOf(product, email);
  const headers = await tokenOf(product, email);
  const list = (await call('GET', '/api/admin/get-orders-list/allOrder?limit=100')).data as { order_id: number }[];
  const orders = await Promise.all(
    list.map(async ({ order_id }) => (await call('GET', `/api/admin/get-orders-details/${order_id}`)).data),
  );
  const cards = await Promise.all(
    orders.flatMap((order) =>
      (order.uploadDoc as { file1: string; sha256: string }[]).map(async ({ file1, sha256 }) => {
        const answer = await fetch(`${product.url}/uploads/docs/${order.order_id}/${file1}`, { headers });
        const bytes = Buffer.from(await answer.arrayBuffer());
        return [file1, createHash('sha256').update(bytes).digest('hex') === sha256];
      }),
    ),
  );
  const paths = [
    '/admin',
    '/admin/order-history',
    '/admin/completed-order',
    '/admin/country-order',
    '/admin/manage-team',
  ];
  const pages = await Promise.all(
    [...paths, ...orders.map((order) => `/admin/view-order/${order.encoded_id}`)].map(async (path) => {
      const { status } = await fetch(product.url + path, { headers: { ...headers, accept: 'text/html' } });
      return [path, status];
    }),
  );
  return {
    counts: (await call('GET', '/api/admin/get-folder-count')).data,
    // Left out: a link is signed anew each time, and each read of a card adds a download.
    orders: orders.map(({ uploadDoc, downloadHistory: _downloads, ...order }) => ({
      ...order,
      uploadDoc: uploadDoc.map(({ url: _url, ...document }: { url: string }) => document),
    })),
    mails: orders.flatMap((order) => order.mailHistory.map(({ state }: { state: string }) => state)),
    cards,
    pages,
  };
}

/** Ends the product and keeps its folder. */
async function end({ process: started }: Product): Promise<void> {
  started.kill('SIGTERM');
  await once(started, 'exit');
}

describe('backup and restore, as docs/operations.md says', () => {
  test('of embedded mode: the folder, packed while nothing runs', async () => {
    const provider = await startProvider();
    const settings = { ...provider.settings, INTAKE_KEY: intakeKey };
    const email = 'admin@demo.test';
    const place = await openFolder();
    try {
      await mkdir(join(place, '.data'));
      const product = await startProduct({ ...settings, DATA_DIR: join(place, '.data') });
      await work(product, email);
      const before = await everything(product, email);
      await end(product);
      await run('tar', ['-chzf', 'backup.tgz', '.data'], { cwd: place });
      await rm(join(place, '.data'), { recursive: true });

      await run('tar', ['-xzf', 'backup.tgz'], { cwd: place });
      const restored = await startProduct({ ...settings, DATA_DIR: join(place, '.data') });
      expect(await everything(restored, email)).toEqual(before);
      expect(before.cards.every(([, isWhole]) => isWhole)).toBe(true);
      expect(before.pages.every(([, status]) => status === 200)).toBe(true);
      await end(restored);
    } finally {
      await provider.close();
      await rm(place, { recursive: true, force: true });
    }
  });

  const server = serverPrograms();
  (server ? test : test.skip)('of a server: pg_dump while it works, then the files', async () => {
    const provider = await startProvider();
    const place = await openFolder();
    const postgres = await startServer(server!, join(place, 'postgres'));
    const email = 'ann.lee@company.example';
    const settings = {
      ...provider.settings,
      INTAKE_KEY: intakeKey,
      DATA_DIR: join(place, 'data'),
      DATABASE_OWNER_URL: `${postgres.url}/desk`,
      DATABASE_URL: `${postgres.url.replace('owner', 'desk:a-password')}/desk`,
      APP_SECRET: 'a secret of tests that nobody else has',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      SENDGRID_API_KEY: 'SG.test',
    };
    const psql = (sql: string) => run(server!('psql'), [`${postgres.url}/postgres`, '-c', sql]);
    try {
      await mkdir(settings.DATA_DIR);
      await psql('CREATE DATABASE desk');
      const product = await startProduct(settings);
      const added = await runScript('team/create.js', ['--name', 'Ann Lee', '--email', email, '--type', 'Admin'], {
        input: 'demo-password\n',
        settings,
      });
      expect(added.code).toBe(0);
      await work(product, email);
      const before = await everything(product, email);

      // Rows before files: the files that the rows name exist by then and are kept. A card sent in between is a surplus file.
      await run(server!('pg_dump'), [
        '--format=custom',
        `--file=${join(place, 'desk.dump')}`,
        settings.DATABASE_OWNER_URL,
      ]);
      await upload(product, email, before.orders[0].order_id as number);
      await run('tar', ['-czf', join(place, 'files.tgz'), '-C', settings.DATA_DIR, 'files']);
      await end(product);
      await psql('DROP DATABASE desk');
      await psql('DROP ROLE desk');
      await rm(join(settings.DATA_DIR, 'files'), { recursive: true });

      await psql('CREATE DATABASE desk');
      const quietly = ['--exit-on-error', '--no-owner', '--no-privileges'];
      await run(server!('pg_restore'), [
        ...quietly,
        `--dbname=${settings.DATABASE_OWNER_URL}`,
        join(place, 'desk.dump'),
      ]);
      await run('tar', ['-xzf', join(place, 'files.tgz'), '-C', settings.DATA_DIR]);
      const restored = await startProduct(settings);
      expect(await everything(restored, email)).toEqual(before);
      expect(before.cards.every(([, isWhole]) => isWhole)).toBe(true);
      await end(restored);
    } finally {
      await postgres.stop();
      await provider.close();
      await rm(place, { recursive: true, force: true });
    }
  });
});

/** A folder that every user may enter, because PostgreSQL doesn't run as root. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'desk-backup-'));
  await chmod(folder, 0o755);
  return folder;
}

/** The path of a program of the PostgreSQL installed on this machine, 17 or newer as the product needs; undefined when there is none. */
function serverPrograms(): ((name: string) => string) | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(':'),
    ...Array.from({ length: 6 }, (_, n) => `/usr/lib/postgresql/${22 - n}/bin`),
  ];
  const bin = folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(folder, name))),
  );
  return bin ? (name) => join(bin, name) : undefined;
}

async function startServer(program: (name: string) => string, data: string) {
  const user = await userBesideRoot();
  await mkdir(data);
  if (user.uid !== undefined) await chown(data, user.uid, user.gid!);
  await run(
    program('initdb'),
    ['-D', data, '--username=owner', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...user,
      cwd: '/',
    },
  );
  const port = await freePort();
  const server = spawn(
    program('postgres'),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { ...user, cwd: '/', stdio: 'ignore' },
  );
  const exit = once(server, 'exit');
  const url = `postgres://owner@127.0.0.1:${port}`;
  await eventually(
    () =>
      run(program('psql'), [`${url}/postgres`, '-c', 'SELECT 1']).then(
        () => true,
        () => false,
      ),
    30,
  );
  return {
    url,
    stop: async () => {
      server.kill('SIGINT');
      await exit;
    },
  };
}

async function userBesideRoot(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  return { uid: Number(account![2]), gid: Number(account![3]) };
}
