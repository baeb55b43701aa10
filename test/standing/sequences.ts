import type { BoardService } from '../../src/standing/board.service.js';
import { kualaLumpurToday } from '../../src/shared/dates.js';
import { allStatuses } from '../../src/shared/order-statuses.js';
import { cardOutcomes } from '../../src/shared/standing.js';
import { Random } from '../../src/seed/random.js';
import type { TestApp } from '../support/app.js';
import { dayFromNow, orderBody } from '../support/orders.js';

const mailStates = ['queued', 'sent', 'delivered', 'deferred', 'bounced', 'complained', 'failed'];
const cardMails = ['approval', 'resend', 'upload', 'download-link'];

/** Lives a random life of an order, step by step, each in a transaction of its own. Returns its id. */
export async function liveRandomly(app: TestApp, random: Random): Promise<number> {
  const ask = <Row>(sql: string, values: unknown[] = []) => app.database.query<Row[]>(sql, values);
  const { body } = await app.call('POST', '/api/intake/orders', {
    body: orderBody({ doa: arrival(random), paid: random.chance(0.8) }),
    headers: { 'x-intake-key': 'demo-intake-key' },
  });
  const { order_id: id } = body.data as { order_id: number };
  const steps: (() => Promise<unknown>)[] = [
    () => ask('UPDATE orders SET process_status = $2 WHERE id = $1', [id, random.pick(allStatuses)]),
    () =>
      ask(
        `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state, document_id)
         VALUES ($1, $2, 'AWS', 'a@b.test', '', '', '', '', '', $3, (SELECT max(id) FROM documents WHERE order_id = $1))`,
        [id, random.pick([...cardMails, 'invoice']), random.pick(mailStates)],
      ),
    () =>
      ask(
        'UPDATE mails SET state = $2 WHERE id = (SELECT id FROM mails WHERE order_id = $1 ORDER BY random() LIMIT 1)',
        [id, random.pick(mailStates)],
      ),
    () => addCard(ask, id),
    () => download(ask, id, random.pick(['customer', 'staff', 'machine']), random.chance(0.6)),
    () =>
      app.call('PUT', '/api/admin/card-outcome', {
        as: 'admin',
        body: { orderId: id, outcome: random.pick([...cardOutcomes, null]) },
      }),
    () =>
      ask('UPDATE orders SET outdated_card = (SELECT max(id) FROM documents WHERE order_id = $1) WHERE id = $1', [id]),
    // as an amended order
    () => {
      const doa = arrival(random);
      return ask('UPDATE orders SET doa = $2, processing_date = $2::date - 2 WHERE id = $1', [id, doa]);
    },
  ];
  for (let step = random.between(0, 7); step > 0; step--) await random.pick(steps)();
  return id;
}

/** A day of arrival: soon, or at the turn of a month or of the year. */
function arrival(random: Random): string {
  const turn = random.pick([`${dayFromNow(31).slice(0, 7)}-01`, `${Number(dayFromNow(0).slice(0, 4)) + 1}-01-01`]);
  const day = new Date(`${random.chance(0.6) ? dayFromNow(0) : turn}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + random.between(0, 4));
  return day.toISOString().slice(0, 10);
}

type Ask = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

async function addCard(ask: Ask, id: number): Promise<void> {
  await ask(
    `INSERT INTO documents (order_id, file1, storage_key, customer_name, mail_service_provider, sha256, size, content_type,
       uploaded_by)
     SELECT $1, 'card-' || nextval('activity_id_seq') || '.pdf', 'k', '', 'AWS', '', 1, 'application/pdf', ''`,
    [id],
  );
}

async function download(ask: Ask, id: number, actor: string, complete: boolean): Promise<void> {
  const rows = await ask<{ id: number }>(
    `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent)
     SELECT order_id, id, file1, sha256, $2, '', '' FROM documents WHERE order_id = $1 ORDER BY random() LIMIT 1
     RETURNING id`,
    [id, actor],
  );
  if (complete && rows[0]) await ask('UPDATE downloads SET complete = true WHERE id = $1', [rows[0].id]);
}

type Facts = {
  id: number;
  status: string;
  doa: string;
  opens: string;
  outdated: number | null;
  mails: { kind: string; state: string; document: number | null; stays: boolean }[];
  documents: number[];
  downloads: { document: number; actor: string; complete: boolean }[];
  outcomes: string[];
};

/** Everything that the standing rests on, order by order, as the tables have it. */
function factsOf(app: TestApp): Promise<Facts[]> {
  return app.database.query(
    `SELECT o.id, process_status AS status, doa::text, processing_date::text AS opens, outdated_card AS outdated,
       coalesce((SELECT json_agg(json_build_object('kind', kind, 'state', state, 'document', document_id,
         'stays', state_at < now() - interval '10 minutes') ORDER BY id) FROM mails WHERE order_id = o.id), '[]') AS mails,
       coalesce((SELECT json_agg(id ORDER BY id) FROM documents WHERE order_id = o.id), '[]') AS documents,
       coalesce((SELECT json_agg(json_build_object('document', document_id, 'actor', actor, 'complete', complete))
         FROM downloads WHERE order_id = o.id), '[]') AS downloads,
       coalesce((SELECT json_agg(doa::text) FROM card_outcomes WHERE order_id = o.id), '[]') AS outcomes
     FROM orders o`,
  );
}

/** Whether the customer still needs the card, as far as its mails don't tell, and the newest of these mails. */
function needOf({ status, doa, outdated, mails, documents, downloads, outcomes }: Facts) {
  const current = documents.at(-1);
  const isOld = (document: number | null | undefined) =>
    outdated !== null && (document ?? current ?? outdated + 1) <= outdated;
  const isSettled = ['Refunds', 'Deleted'].includes(status) || outcomes.includes(doa);
  const isFetched = downloads.some(
    ({ document, actor, complete }) => document === current && !isOld(document) && actor === 'customer' && complete,
  );
  return { needs: !isSettled && !isFetched, last: mails.findLast(({ kind }) => cardMails.includes(kind)), isOld };
}

/** Whether the board must have the order at this time: written anew, from the words of docs/orders.md#standing. */
function isListed(facts: Facts, now: Date): boolean {
  const { needs, last, isOld } = needOf(facts);
  if (!needs) return false;
  if (last && ['sent', 'delivered', 'complained'].includes(last.state) && !isOld(last.document)) return false;

  const { doa, opens } = facts;
  const arrival = Date.parse(`${doa}T00:00:00+08:00`);
  const day = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  return arrival - now.getTime() <= 86_400_000 || opens <= day;
}

/** The times to look at: a minute around the midnights of Kuala Lumpur, and the turns of month and year. */
export function moments(random: Random, most: number): Date[] {
  const around = (day: string) => {
    const midnight = Date.parse(`${day}T00:00:00+08:00`);
    return [-60_000, -1, 0, 1, 60_000].map((away) => new Date(midnight + away));
  };
  const year = Number(kualaLumpurToday().slice(0, 4));
  const days = [dayFromNow(0), dayFromNow(1), `${year + 1}-01-01`, `${dayFromNow(31).slice(0, 7)}-01`];
  while (days.length * 5 < most) days.push(dayFromNow(random.between(-3, 45)));
  return days.flatMap(around).slice(0, most);
}

/** Compares the board with the tables at a time. Returns the ids it lists. */
export async function compare(
  app: TestApp,
  now: Date,
): Promise<{ listed: number[]; expected: number[]; total: number }> {
  const board = app.web.get<BoardService>('BoardService');
  const listed: number[] = [];
  let total = 0;
  for (let page = 1; page === 1 || listed.length < total; page++) {
    const found = await board.list({ page, limit: 500 }, now);
    if (found.rows.length === 0 && page > 1) break;
    listed.push(...found.rows.map(({ order_id }) => order_id));
    total = found.total;
    for (const row of found.rows)
      if (['safe', 'waits'].includes(row.standing)) throw new Error(`${row.order_id} ${row.standing}`);
  }
  const expected = (await factsOf(app)).filter((facts) => isListed(facts, now)).map(({ id }) => id);
  return { listed: listed.toSorted((a, b) => a - b), expected: expected.toSorted((a, b) => a - b), total };
}

/** The ids of the customers without their card, as the list has them and as the tables say. */
export async function compareUndelivered(app: TestApp): Promise<{ listed: number[]; expected: number[] }> {
  const { rows, total } = await app.web.get<BoardService>('BoardService').undelivered({ page: 1, limit: 5_000 });
  if (rows.length !== total) throw new Error(`${total} were counted, ${rows.length} listed`);
  const expected = (await factsOf(app)).filter((facts) => {
    const { needs, last } = needOf(facts);
    if (!needs || !last) return false;
    return ['failed', 'bounced', 'complained'].includes(last.state) || (last.state === 'queued' && last.stays);
  });
  const inOrder = (ids: number[]) => ids.toSorted((a, b) => a - b);
  return { listed: inOrder(rows.map(({ order_id }) => order_id)), expected: inOrder(expected.map(({ id }) => id)) };
}
