import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentsService } from '../../src/documents/documents.service.js';
import { isToMember, type MailKind } from '../../src/shared/mail-kinds.js';
import { queueNames, queueRows } from '../../src/shared/order-queues.js';
import { intakeKey, openContext, product as built } from '../support/app.js';
import { shopKey } from '../support/orders.js';
import { callsOf } from '../support/product.js';
import { dice } from '../support/dice.js';
import { type Ledger, putToWork } from './clients.js';
import { startKillable, type Part, type Scene } from './killable-product.js';

/**
 * Lets simulated members work while parts of the product are killed with SIGKILL, `kills` times, in an order that the seed
 * decides. At the end it compares the rows and files with the answers that the members got.
 */
export async function expectNothingLost(jobs: 'Redis' | 'PostgreSQL', kills: number, seed: number): Promise<void> {
  const running = await startKillable(jobs);
  try {
    const roll = dice(seed);
    const shops = { default: intakeKey, north: await shopKey((...query) => running.query(...query), 'north') };
    const work = await putToWork([running.product.url], 4, seed, shops);
    const killed: Partial<Record<Part, number>> = {};
    for (let count = 0; count < kills;) {
      await sleep(200 + roll() * 1_500);
      const part = running.parts[Math.floor(roll() * running.parts.length)]!;
      if (!(await running.kill(part))) continue;
      killed[part] = (killed[part] ?? 0) + 1;
      count++;
    }
    await sleep(1_000);
    await work.stop();
    await settle(running);
    await hold(running, work.ledger, killed);
  } finally {
    await running.close();
  }
}

/** Waits until every mail and pack is done or failed, and no job is left. */
export async function settle(scene: Scene): Promise<void> {
  let isDoubtOver = false;
  for (const end = Date.now() + 180_000; ; await sleep(500)) {
    const [left] = await scene.query<{ mails: number; doubtful: number; packs: number }>(
      `SELECT count(*) FILTER (WHERE state = 'queued')::int AS mails,
         count(*) FILTER (WHERE state = 'queued' AND attempt_at < now() - interval '20 seconds')::int AS doubtful,
         (SELECT count(*) FROM packs WHERE state = 'queued')::int AS packs FROM mails`,
    );
    const jobs = await jobsLeft(scene);
    if (left!.mails + left!.packs === 0 && jobs === 0) return;
    if (Date.now() > end) throw new Error(`Still to do: ${JSON.stringify({ ...left, jobs })}`);
    if (isDoubtOver || left!.mails === 0 || left!.mails > left!.doubtful) continue;
    // No worker is sending these mails any more, so the two minutes before they count as failed are skipped.
    await scene.query("UPDATE mails SET attempt_at = attempt_at - interval '2 minutes' WHERE state = 'queued'");
    isDoubtOver = true;
  }
}

/**
 * The number of jobs for mails, packs and invoices in BullMQ, from the metrics; undefined while the metrics lack it, as just
 * after the store of the jobs was killed.
 */
async function jobsLeft({ product }: Scene): Promise<number | undefined> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  const queues = [...text.matchAll(/jobs_waiting\{queue="(?:mail-aws|mail-sendgrid|packs)"\} (\d+)/g)];
  return queues.length === 3 ? queues.reduce((sum, [, count]) => sum + Number(count), 0) : undefined;
}

/** Compares the rows and files with the answers in the ledger. */
export async function hold(scene: Scene, ledger: Ledger, killed: Partial<Record<Part, number>> = {}): Promise<void> {
  expect([...scene.unforeseen, ...ledger.wrong]).toEqual([]);
  expect(ledger.orders.size).toBeGreaterThan(0);
  await holdOrders(scene, ledger);
  await holdRemarks(scene, ledger);
  await holdMails(scene, ledger);
  await holdFiles(scene, ledger);
  await holdDownloads(scene, ledger, killed.web ?? 0);
  await holdCounts(scene);
}

async function holdOrders(scene: Scene, { orders, invoices }: Ledger): Promise<void> {
  const rows = await scene.query<{ reference: string; id: number; status: string; isHeld: boolean; history: string[] }>(
    // The payment's id contains shop and reference, and full_name contains the shop: a payment of the wrong shop would show.
    `SELECT s.name || '/' || external_ref AS reference, o.id, process_status AS status, held_by IS NOT NULL AS "isHeld",
       array_agg(a.action || ' ' || a."to" ORDER BY a.id)
         FILTER (WHERE a.action IN ('order.received', 'order.moved', 'order.undone')) AS history
     FROM orders o JOIN shops s ON s.id = o.shop_id JOIN activity a ON a.order_id = o.id
     WHERE transaction_id = s.name || '/' || external_ref AND full_name = 'Ann ' || s.name
     GROUP BY o.id, s.name ORDER BY o.id`,
  );
  expect(rows.map(({ reference, id }) => [reference, id])).toEqual(
    [...orders].map(([reference, { id }]) => [reference, id]).sort(([, a], [, b]) => Number(a) - Number(b)),
  );
  for (const { reference, ...row } of rows) {
    const { id, status, isHeld, history } = orders.get(reference)!;
    expect(row).toEqual({ id, status, isHeld, history });
  }
  const issued = await scene.query<{ order_id: number; mails: number }>(
    `SELECT order_id, (SELECT count(*)::int FROM mails m WHERE m.order_id = i.order_id AND kind = 'invoice') AS mails
     FROM invoices i ORDER BY order_id`,
  );
  expect(issued).toEqual([...invoices].sort((a, b) => a - b).map((order_id) => ({ order_id, mails: 1 })));
}

/** Every remark that was answered exists once; a remark without an answer exists at most once. */
async function holdRemarks(scene: Scene, { remarks }: Ledger): Promise<void> {
  const texts = (await scene.query<{ remark: string }>('SELECT remark FROM remarks')).map(({ remark }) => remark);
  expectOnce(texts, remarks);
}

async function holdMails(scene: Scene, { mails }: Ledger): Promise<void> {
  const rows = await scene.query<{
    id: number;
    recipient: string;
    kind: MailKind;
    state: string;
    failure: string | null;
  }>('SELECT id, recipient, kind, state, failure FROM mails');
  // the members' mails go to addresses of their own, and the product's, such as alarms, to the demo's
  const asked = rows.filter(({ kind }) => kind !== 'invoice' && !isToMember(kind));
  expectOnce(
    asked.map(({ recipient }) => recipient),
    mails,
  );

  // An attempt is written to the row before the provider is called, and is not repeated automatically. When a worker dies
  // before it records the answer, the mail is shown as failed; it is never sent twice.
  const taken = new Map<number, number>();
  for (const { path, body } of scene.provider.received) {
    const id = mailIdOf(path, body);
    taken.set(id, (taken.get(id) ?? 0) + 1);
  }
  for (const { id, state, failure } of rows) {
    if (state === 'sent') expect([id, taken.get(id)]).toEqual([id, 1]);
    else
      expect([state, failure, (taken.get(id) ?? 0) <= 1]).toEqual([
        'failed',
        expect.stringContaining('not known'),
        true,
      ]);
  }
  const sentInHistory = await scene.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM activity WHERE action = 'mail.sent'",
  );
  expect(sentInHistory[0]!.n).toBe(rows.filter(({ state }) => state === 'sent').length);
}

function mailIdOf(path: string, body: string): number {
  const mail = JSON.parse(body) as {
    EmailTags?: { Name: string; Value: string }[];
    personalizations?: { custom_args: { mail_id: string } }[];
  };
  const id = path.startsWith('/ses')
    ? mail.EmailTags!.find(({ Name }) => Name === 'mail_id')!.Value
    : mail.personalizations![0]!.custom_args.mail_id;
  return Number(id);
}

/** Every row has its file with the right bytes; after the sweep every file has its row. */
async function holdFiles(scene: Scene, { documents }: Ledger): Promise<void> {
  const cards = await scene.query<{ file1: string; key: string; sha256: string }>(
    'SELECT file1, storage_key AS key, sha256 FROM documents',
  );
  const files = await scene.query<{ key: string; sha256: string }>(
    `SELECT storage_key AS key, sha256 FROM documents UNION
     SELECT storage_key, sha256 FROM packs WHERE state = 'ready' UNION
     SELECT attachment_key, attachment_sha256 FROM mails WHERE attachment_key IS NOT NULL`,
  );
  const known = new Map(cards.map(({ file1, sha256 }) => [file1, sha256]));
  for (const [file1, sha256] of documents) expect([file1, known.get(file1)]).toEqual([file1, sha256]);

  const folder = join(scene.product.dataDir, 'files');
  for (const { key, sha256 } of files) {
    const bytes = await readFile(join(folder, key));
    expect([key, createHash('sha256').update(bytes).digest('hex')]).toEqual([key, sha256]);
  }

  const twoHoursAgo = Date.now() / 1000 - 7_200;
  for (const path of await paths(folder)) await utimes(join(folder, path), twoHoursAgo, twoHoursAgo);
  await sweep(scene);
  expect((await paths(folder)).sort()).toEqual([...new Set(files.map(({ key }) => key))].sort());
}

async function paths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}

async function sweep({ product, databaseUrl }: Scene): Promise<void> {
  const env = built.readEnv({ EMBEDDED: '1', DATABASE_URL: databaseUrl, DATA_DIR: product.dataDir });
  const app = await openContext(env);
  await app.get<DocumentsService>('DocumentsService').sweep();
  await app.close();
}

/**
 * Every complete download has its row. The row is marked complete after the last byte is sent. A web process that is killed
 * in between leaves the row incomplete: at most four rows for each kill, because four members work at the same time.
 */
async function holdDownloads(scene: Scene, { downloads }: Ledger, webKills: number): Promise<void> {
  const rows = await scene.query<{ order_id: number; whole: number; begun: number }>(
    'SELECT order_id, count(*) FILTER (WHERE complete)::int AS whole, count(*)::int AS begun FROM downloads GROUP BY order_id',
  );
  const kept = new Map(rows.map(({ order_id, ...count }) => [order_id, count]));
  let missing = 0;
  for (const [id, told] of downloads) {
    const { whole, begun } = kept.get(id) ?? { whole: 0, begun: 0 };
    expect([id, begun >= told.whole, begun <= told.begun]).toEqual([id, true, true]);
    missing += Math.max(0, told.whole - whole);
  }
  expect(missing).toBeLessThanOrEqual(webKills * 4);
}

/** Every count equals the length of its list, and the total equals the number of rows. */
async function holdCounts(scene: Scene): Promise<void> {
  const call = await callsOf(scene.product, 'admin@demo.test');
  const counts = (await call('GET', '/api/admin/get-folder-count')).data as Record<string, number>;
  for (const queue of queueNames) {
    const list = await call('GET', `/api/admin/get-orders-list/${queue}?limit=10000`);
    const count = counts[queueRows[queue].count];
    expect([queue, list.data.length, list.total]).toEqual([queue, count, count]);
  }
  const [rows] = await scene.query<{ n: number }>('SELECT count(*)::int AS n FROM orders');
  const countries = await call('POST', '/api/admin/get-country-order-list', {});
  const sum = (countries.data as { count: number }[]).reduce((total, { count }) => total + count, 0);
  expect(sum).toBe(rows!.n);
}

function expectOnce(found: string[], { done, unanswered }: { done: Set<string>; unanswered: Set<string> }): void {
  expect(new Set(found).size).toBe(found.length);
  expect([...done].filter((mark) => !found.includes(mark))).toEqual([]);
  expect(found.filter((mark) => !done.has(mark) && !unanswered.has(mark))).toEqual([]);
}
