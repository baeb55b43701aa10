import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { AuditService } from '../../src/audit/audit.service.js';
import { members, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';

/** How many rows the activity has, and how many 8 KB pages a page of the screen may read at any depth. */
const rows = 5_000_000;
const mostPages = 150;
/** Of an order and an action together PostgreSQL reads the one or the other whole, whichever it thinks has fewer rows. */
const mostOfBoth = 1_500;

let app: TestApp;
let orderId: number;
let memberId: number;
let statement: { text: string; values: unknown[] };

beforeAll(async () => {
  app = await startApp();
  ({ id: orderId } = await takeIn(app));
  [{ id: memberId }] = (await app.database.query('SELECT id FROM members WHERE email = $1', [members.team.email])) as [
    { id: number },
  ];
  // six members, five actions of which one is rare, 100,000 orders, two years
  const owner = new Client({ connectionString: app.settings.DATABASE_OWNER_URL });
  await owner.connect();
  await owner.query(`
    ALTER TABLE activity DISABLE TRIGGER USER;
    ALTER TABLE activity DROP CONSTRAINT activity_order_id_fkey;
    INSERT INTO activity (order_id, member_id, actor, action, "from", "to", note, create_ts)
    SELECT ${orderId} + n % 100000, 1 + n % 6, 'Member ' || n % 6,
      CASE WHEN n % 5000 = 0 THEN 'gateway.changed'
        ELSE (ARRAY['order.moved', 'mail.sent', 'remark.added', 'document.uploaded'])[1 + n / 7 % 4] END,
      'New', 'Awaiting', 'Note ' || n, now() - (${rows} - n) * interval '12.6 seconds'
    FROM generate_series(1, ${rows}) n;
    ALTER TABLE activity ENABLE TRIGGER USER`);
  await owner.query('VACUUM ANALYZE activity');
  await owner.end();
  const logQuery = (text: string, values: unknown[] = []) => {
    if (/AS micros/.test(text)) statement = { text, values };
  };
  Object.assign(app.web.get(DataSource).logger, { logQuery });
});
afterAll(() => app.close());

const audit = () => app.web.get<AuditService>('AuditService');

/** The pages of a page of the screen that begins after this time, as PostgreSQL counts them. */
async function pagesOf(filter: object, before: string): Promise<number> {
  await audit().page({ ...filter, before });
  const [{ 'QUERY PLAN': plan }] = await app.database.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement.text}`,
    statement.values,
  );
  const top = plan[0].Plan as Record<string, number>;
  return top['Shared Hit Blocks']! + top['Shared Read Blocks']!;
}

describe('five million rows of the audit', () => {
  test('each page reads few pages of the database, to the end, with every combination of filters', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const parts = {
      member: memberId,
      order: orderId,
      fromDate: day(720),
      toDate: day(1),
    };
    const filters = ['order.moved', 'gateway.changed', 'pack.made', undefined].flatMap((action) =>
      Array.from({ length: 2 ** Object.keys(parts).length }, (_, chosen) => ({
        ...(action && { action }),
        ...Object.fromEntries(Object.entries(parts).filter((__, at) => (chosen & (1 << at)) > 0)),
      })),
    );
    const over: string[] = [];
    let most = 0;
    for (const filter of filters) {
      for (const depth of [0, 0.1, 0.5, 0.9, 0.999]) {
        const micros = Math.round((Date.now() - depth * rows * 12_600) * 1000);
        const pages = await pagesOf(filter, `${micros}-1`);
        most = Math.max(most, pages);
        const limit = 'order' in filter && 'action' in filter ? mostOfBoth : mostPages;
        if (pages > limit) over.push(`${pages} pages at ${depth}: ${JSON.stringify(filter)}`);
      }
    }
    process.stdout.write(`${filters.length} filters at 5 depths: ${most} pages at the most\n`);
    expect(over).toEqual([]);
  });

  test('the CSV file has every row once, and takes no more memory for it', async () => {
    const session = await app.signIn('admin');
    const answer = await fetch(`${app.url}/admin/export/audit?action=`, {
      headers: { authorization: `Bearer ${session}`, 'accept-encoding': 'identity' },
    });
    let [lines, bytes] = [0, 0];
    /** The least memory in use during each part of the file: what is left when the garbage is gone. */
    const least: number[] = [];
    for await (const part of answer.body!) {
      for (const byte of part) if (byte === 10) lines += 1;
      bytes += part.length;
      const { heapUsed, external } = process.memoryUsage();
      const at = Math.floor(bytes / 50_000_000);
      least[at] = Math.min(least[at] ?? Infinity, heapUsed + external);
    }
    const megabytes = least.map((one) => Math.round(one / 1e6));
    process.stdout.write(`${lines} lines, ${Math.round(bytes / 1e6)} MB; memory in use ${megabytes.join(', ')} MB\n`);
    expect(lines).toBeGreaterThan(rows);
    expect(megabytes.length).toBeGreaterThan(5);
    // without the last part, which may be short
    expect(Math.max(...megabytes.slice(1, -1)) - megabytes[0]!).toBeLessThan(30);
  });
});
