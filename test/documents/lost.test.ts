import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DocumentsService } from '../../src/documents/documents.service.js';
import type { Storage } from '../../src/platform/storage.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { pdf, upload, uploadForm } from './cards.js';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function documents(of: TestApp): Promise<{ storage_key: string }[]> {
  return of.database.query('SELECT storage_key FROM documents');
}

describe('an upload whose commit is done and whose answer gets lost', () => {
  let proxy: Awaited<ReturnType<typeof cutAfterCommit>>;
  beforeEach(async () => {
    proxy = await cutAfterCommit();
  });
  afterEach(() => proxy.close());

  test('keeps its file, for its row is there', async () => {
    app = await startApp();
    const through = new URL(app.settings.DATABASE_URL!);
    proxy.to(Number(through.port));
    through.port = String(proxy.port);
    const behind = await startApp({ settings: { DATABASE_URL: through.href } });
    try {
      // Both processes use the database of `app`; only `behind` loses its connection.
      const order = await takeIn(app);
      await behind.call('GET', '/api/user_info', { token: await app.signIn('team') });
      proxy.cut();
      const { code } = await upload(behind, uploadForm(order.id, await pdf()), { token: await app.signIn('team') });
      expect(code).toBe(503);

      const [row] = await documents(app);
      expect(await behind.web.get<Storage>('Storage').tag(row!.storage_key)).toBeDefined();
    } finally {
      await behind.close();
    }
  });
});

describe('files without a row', () => {
  test('are removed once they are an hour old; those with one, and young ones, stay', async () => {
    app = await startApp();
    const order = await takeIn(app);
    await upload(app, uploadForm(order.id, await pdf()));
    const [kept] = await documents(app);
    const folder = join(app.env.DATA_DIR, 'files');
    await mkdir(join(folder, 'packs'), { recursive: true });
    for (const name of [
      'documents/card-old.pdf',
      'packs/1-old.pdf',
      'documents/card-cut.pdf.1.x.part',
      'documents/card-young.pdf',
    ])
      await writeFile(join(folder, name), 'x');
    const twoHoursAgo = Date.now() / 1000 - 7200;
    for (const name of await readdir(folder, { recursive: true }))
      if (!name.includes('young')) await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);

    await app.web.get<DocumentsService>('DocumentsService').sweep();
    const left = (await readdir(folder, { recursive: true })).filter((name) => /\.(pdf|part)$/.test(name));
    expect(left.sort()).toEqual([kept!.storage_key, 'documents/card-young.pdf'].sort());
  });
});

const run = promisify(execFile);
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

// A disk of 1 MiB needs the permission to mount.
(mayMount ? describe : describe.skip)('when the disk is full', () => {
  let disk: string;
  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'desk-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  });
  afterEach(async () => {
    await run('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  test('an upload is refused in words, leaves nothing, and works again once there is room', async () => {
    app = await startApp({ settings: { DATA_DIR: disk } });
    const order = await takeIn(app);
    const refused = await upload(app, uploadForm(order.id, await pdf(2_000_000)));
    expect([refused.code, refused.body.status, refused.body.message]).toEqual([
      503,
      0,
      'The file can’t be kept at the moment. Please try again later.',
    ]);
    expect(await documents(app)).toEqual([]);
    expect(await app.database.query('SELECT FROM mails')).toEqual([]);
    expect((await readdir(join(disk, 'files'), { recursive: true })).filter((name) => name.includes('card'))).toEqual(
      [],
    );

    expect((await upload(app, uploadForm(order.id, await pdf(1000)))).code).toBe(200);
  });
});

/** A proxy to PostgreSQL that, once armed, drops the answer to the next COMMIT together with its connection. */
async function cutAfterCommit() {
  let port = 0;
  let isArmed = false;
  const open = new Set<Socket>();
  const server: Server = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    let isCut = false;
    client.on('data', (bytes) => {
      if (isArmed && bytes.includes('COMMIT')) {
        isArmed = false;
        isCut = true;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (isCut) client.destroy();
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    to: (databasePort: number) => void (port = databasePort),
    cut: () => void (isArmed = true),
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
