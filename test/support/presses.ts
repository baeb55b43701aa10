import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { HTTPRequest, HTTPResponse, Page } from 'puppeteer';
import { actionsOf, nameOf, ordersOf } from './audited-calls.js';

/** A request by which a member changed something; `orders` are those that it names. */
type Press = { call: string; orders: number[] };
/** A row of the audit. */
type AuditRow = { action: string; orderId: number | null };

/** What members change on the pages of a browser. */
export class Presses {
  private readonly keys = new Set<string>();
  private readonly seen: Promise<Press[]>[] = [];

  /** Notes from now on what is changed on the page and on the tabs that it opens. */
  note(page: Page): void {
    page.on('response', (response) => this.take(response));
    page.on('popup', (tab) => tab?.on('response', (response) => this.take(response)));
  }

  /** What was changed so far. @throws Error when nothing was */
  async all(): Promise<Press[]> {
    const presses = (await Promise.all(this.seen)).flat();
    if (presses.length === 0) throw new Error('No press was seen.');
    return presses;
  }

  /** A press that was sent again, because its answer was lost, counts once. */
  private take(response: HTTPResponse): void {
    const request = response.request();
    const call = `${request.method()} ${new URL(request.url()).pathname}`;
    if (!/^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//.test(call) || !isDone(response)) return;
    const key = request.headers()['idempotency-key'];
    if (key !== undefined && this.keys.has(key)) return;
    if (key !== undefined) this.keys.add(key);
    this.seen.push(pressesOf(call, response));
  }
}

/** Whether a call did what it was asked. A visit is answered with a redirect: one that was refused leads back to its page. */
function isDone(response: HTTPResponse): boolean {
  const { location } = response.headers();
  const { referer } = response.request().headers();
  if (location === undefined || !URL.canParse(referer ?? '')) return response.status() < 300;
  return new URL(location, response.url()).pathname !== new URL(referer!).pathname;
}

/** A call that changes many orders is a press for each that its answer names as done; any other one is a press alone. */
async function pressesOf(call: string, response: HTTPResponse): Promise<Press[]> {
  // of an answer that was cut off the browser never says that it has ended
  const read = response.json().catch(() => undefined) as Promise<{ data?: { done?: unknown } } | undefined>;
  const answer = await Promise.race([read, sleep(10_000, undefined, { ref: false })]);
  const done = answer?.data?.done;
  if (Array.isArray(done)) return done.map((id: number) => ({ call, orders: [id] }));
  return [{ call, orders: ordersOf(bodyOf(response.request())) }];
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
