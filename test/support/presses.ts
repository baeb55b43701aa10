import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { actionsOf, nameOf, ordersOf } from './audited-calls.js';

/** A request by which a member changed something; `orders` are those that it names, `key` names the press. */
export type Press = { call: string; orders: number[]; key: string | undefined };
/** A row of the audit. */
export type AuditRow = { action: string; orderId: number | null };

/** Notes from now on what members change on the page. A press that was sent again, because its answer was lost, counts once. */
export function notePresses(page: Page, presses: Press[]): void {
  page.on('response', (response) => {
    const request = response.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    // a form that is sent as a visit is answered with a redirect, done or refused
    if (!/^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//.test(call) || response.status() >= 300) return;
    const key = request.headers()['idempotency-key'];
    if (key !== undefined && presses.some((press) => press.key === key)) return;
    presses.push({ call, orders: ordersOf(bodyOf(request)), key });
  });
}

/** The presses that have no row of their own among the rows of the audit, and those that the table of calls doesn't know. */
export function unaudited(presses: Press[], rows: AuditRow[]): string[] {
  const left = [...rows];
  const missing: string[] = [];
  // those that name an order first: the others may have any row
  for (const { call, orders } of presses.toSorted((one, other) => other.orders.length - one.orders.length)) {
    const name = nameOf(call);
    const actions = name === undefined ? undefined : actionsOf(name);
    if (actions?.length === 0) continue;
    const own = left.findIndex(
      ({ action, orderId }) => actions?.includes(action) && (orders.length === 0 || orders.includes(orderId ?? 0)),
    );
    if (own < 0) missing.push([call, ...orders].join(' '));
    // a file that is fetched again within the hour has no second row
    else if (!actions!.includes('file.fetched')) left.splice(own, 1);
  }
  return missing;
}

/** The newest row of the audit of the product that keeps its data in this folder. */
export async function newestAuditRow(dataDir: string): Promise<string> {
  const [row] = await query<{ id: string }>(dataDir, 'SELECT coalesce(max(id), 0)::text AS id FROM activity');
  return row!.id;
}

/** What members did after this row. */
export function auditRowsAfter(dataDir: string, id: string): Promise<AuditRow[]> {
  return query(
    dataDir,
    'SELECT action, order_id AS "orderId" FROM activity WHERE id > $1 AND member_id IS NOT NULL ORDER BY id',
    [id],
  );
}

async function query<Row>(dataDir: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const { port, ownerPassword } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    ownerPassword: string;
  };
  const session = new pg.Client(`postgres://desk_owner:${ownerPassword}@127.0.0.1:${port}/desk`);
  await session.connect();
  try {
    return (await session.query(text, values)).rows as Row[];
  } finally {
    await session.end();
  }
}

/** The body of a request, where it is JSON. */
function bodyOf(request: HTTPRequest): unknown {
  try {
    return JSON.parse(request.postData() ?? '');
  } catch {
    return undefined;
  }
}
