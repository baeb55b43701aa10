import { Redis } from 'ioredis';
import type { Storage } from '../../src/platform/storage.js';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { delivered, image, pdf, track } from '../documents/cards.js';
import { deliver, mime } from '../inbound/mails.js';
import type { TestApp } from '../support/app.js';

/** What the tests look for after an order's values were erased. Each stands in the order's rows or texts before. */
export const aged = {
  passport: 'ZQ7654321',
  birth: '1987-11-23',
  birthOnForms: '23/11/1987',
  phone: '5550184477',
  stay: 'Hotel Zephyrine Palace',
  address: '77 Jalan Quetzalcoatl',
  earlierPhone: '5550199832',
  city: 'Kota Zinnwald',
  birthplace: 'Zubrowka',
  kindOfStay: 'Zwinger of friends',
  address2: 'Block Zyx, Level 7',
};

export const person = { email: 'zuleika.quorn@example.com', name: 'Zuleika Quorn', from: 'Ruritania' };

/** What stands beside these where a customer has been. */
export const traces = {
  ip: '198.51.100.77',
  device: 'fp-quetzal-9917',
  card: 'card-print-88123',
  // with letters: digits alone may occur in the time of a job
  pin: '66QZ22',
  agent: 'QuornBrowser/77',
  // what she told her bank
  claim: 'my cousin Quirin bought it',
};

export type Lived = { id: number; encoded: string; file1: string; path: string };

/** An order whose life has touched every place where a customer's values stand. */
export async function lived(app: TestApp, more: Record<string, unknown> = {}): Promise<Lived> {
  const order = await delivered(app, {
    full_name: person.name,
    contact_email_address: person.email,
    passport_no: aged.passport,
    dob: aged.birth,
    phone_number: aged.earlierPhone,
    accommodation_of_Stay: aged.stay,
    address: aged.address,
    address2: aged.address2,
    accommodation_type: aged.kindOfStay,
    place_of_birth: aged.birthplace,
    embarkation_country: person.from,
    city: aged.city,
    state: 'Zabrze',
    post_code: '97531',
    mrz: `P<GBRQUORN<<ZULEIKA<<<<<<<<<<<<<<<<<<<<<<<<<<<\n${aged.passport}<4GBR8711236F3101319<<<<<<<<<<<<<<06`,
    purchase_ip: '198.51.100.77',
    signature_name: person.name,
    ...more,
  });
  const { id } = order;
  const says = `Passport ${aged.passport}, also written zq 765-4321; born ${aged.birthOnForms}; call +60 555 018 4477`;
  const call = async (method: string, path: string, body: object) => {
    const answer = await app.call(method, path, { as: 'admin', body });
    if (answer.code >= 300) throw new Error(`${path} answered ${answer.code}: ${answer.body.message}`);
    return answer;
  };
  const version = (await app.database.query('SELECT version FROM orders WHERE id = $1', [id]))[0].version as number;
  await call('PUT', '/api/admin/amend-order', {
    orderId: id,
    version,
    changes: { phone_number: aged.phone },
    reason: `The customer wrote. ${says}`,
  });
  await call('POST', '/api/admin/add-new-remark', { orderId: id, remark: says, telephone: true });
  await call('POST', '/api/admin/ask-customer', {
    orderId: id,
    email: person.email,
    mailServiceProvider: 'AWS',
    question: `Is this right? ${says}`,
  });
  await call('PUT', '/api/admin/drafts', {
    form: 'remark',
    about: id,
    fields: { remark: says },
    revision: crypto.randomUUID(),
  });
  const visitor = await track(app, id, person.email);
  await app.call('GET', order.path, { token: visitor });
  await app.call('POST', '/api/front/order-request', {
    token: visitor,
    body: { orderId: id, kind: 'flight', text: says },
  });
  await letter(app, id, says);
  const check = new FormData();
  check.append('kind', 'registration_check');
  check.append('file', new Blob([(await image('png')) as Uint8Array<ArrayBuffer>]), `${aged.passport}.png`);
  await call('POST', `/api/admin/orders/${id}/files`, check);
  await app.database.query("UPDATE mails SET state = 'delivered', sent_at = now() WHERE order_id = $1", [id]);
  await app.database.query(
    `UPDATE orders SET submitted = jsonb_build_object('at', now(), 'by', 'Demo Team', 'fields', jsonb_build_array(
       jsonb_build_object('id', 'name', 'value', 'ZULEIKA QUORN'),
       jsonb_build_object('id', 'passNo', 'value', $2::text),
       jsonb_build_object('id', 'dob', 'value', $3::text))) WHERE id = $1`,
    [id, aged.passport, aged.birthOnForms],
  );
  return order;
}

/** What only a person's erasure takes out: rows that name the customer, and rows about no order. */
export async function leaveTraces(app: TestApp, id: number): Promise<void> {
  const query = (text: string, values: unknown[] = [id]) => app.database.query(text, values);
  await query(
    `UPDATE orders SET device_fingerprint = $2, card_fingerprint = $3, purchase_user_agent = $4 WHERE id = $1`,
    [id, traces.device, traces.card, traces.agent],
  );
  await query('UPDATE inbound_mails SET pin = $2 WHERE order_id = $1', [id, traces.pin]);
  const visitor = await track(app, id, person.email);
  await app.call('GET', `/get-new-order-details/${Buffer.from(String(2 * id)).toString('base64')}/charge`, {
    token: visitor,
    headers: { 'user-agent': traces.agent },
  });
  await query(
    `INSERT INTO mail_events (mail_id, provider, event_id, provider_message_id, type, at, detail)
     SELECT id, 'AWS', 'event-' || id, 'message-' || id, 'bounce', now(), jsonb_build_object('to', $2::text)
     FROM mails WHERE order_id = $1`,
    [id, person.email],
  );
  await query(
    `INSERT INTO invoices (order_id, year, number, facts) VALUES ($1::int, 2026, $1::int, jsonb_build_object('customer',
       jsonb_build_object('full_name', $2::text, 'contact_email_address', $3::text)))`,
    [id, person.name, person.email],
  );
  await query(
    `INSERT INTO disputes (order_id, state, source, changed_by, note, case_id)
     VALUES ($1::int, 'lost', 'member', 'x', $2, 'case-' || $1::int)`,
    [id, `${person.name} says no`],
  );
  // a refund that failed, and the one that was given in its place
  await query(
    `INSERT INTO refunds (order_id, amount, by, state, failed_at, state_ts, reason)
     VALUES ($1, 1, 'x', 'failed', now(), now() - interval '1 hour', $2), ($1, 1, 'x', 'done', NULL, now(), NULL)`,
    [id, `${person.name}, ${aged.passport}: account closed`],
  );
  // values at the beginning of lines: JSON writes a line's end as \\n
  await query(
    `INSERT INTO stripe_events (event_id, case_id, type, at, dispute)
     VALUES ('event-' || $1::int, 'case-' || $1::int, 'charge.dispute.updated', now(),
       jsonb_build_object('evidence', jsonb_build_object('customer_communication', $2::text),
         'issuer_evidence', jsonb_build_array(jsonb_build_object('text_evidence', $3::text))))`,
    [
      id,
      `The customer:\n${person.name.replace(' ', '\n')}\n${person.email}\n${aged.passport}\n\t${aged.phone}`,
      traces.claim,
    ],
  );
  await query(
    `INSERT INTO saved_views (member_id, name, queue, query, shared)
     SELECT min(id), 'Her ' || $1::int, 'allOrder', jsonb_build_object('q', $2::text), false FROM members`,
    [id, person.email],
  );
  await query(
    "INSERT INTO job_failures (job, data, error, tries) VALUES ('mail.send', jsonb_build_object('mailId', $1::int), $2, 1)",
    [id, `Error: ${person.email} was not taken`],
  );
  await query(
    "INSERT INTO idempotency_keys (caller, key, request_hash, answer) VALUES ('x', 'key-' || $1::int, 'x', json_build_object('to', $2::text))",
    [id, person.email],
  );
  await app.call('POST', '/api/front/lost-order-number', { body: { address: person.email } });
  await app.database.query("UPDATE mails SET state = 'sent', sent_at = now() WHERE state = 'queued'");
}

/** A mail of the customer to the order's mailbox, with a file, read as the worker reads it. */
export async function letter(app: TestApp, id: number, text: string): Promise<void> {
  const raw = mime({
    from: `${person.name} <${person.email}>`,
    subject: `My passport ${aged.passport}`,
    text,
    files: [{ name: `${aged.passport}.pdf`, type: 'application/pdf', bytes: await pdf() }],
  });
  await deliver(app, raw, `${id}@apply.test`);
  const unread = await app.database.query<{ id: number }[]>("SELECT id FROM inbound_mails WHERE kind = 'unread'");
  for (const mail of unread) await app.web.get<ReadingService>('ReadingService').readNow(mail.id, true);
}

/** Moves an order into the past. */
export async function age(app: TestApp, id: number, months: number): Promise<void> {
  await app.database.query(
    `UPDATE orders SET doa = current_date - make_interval(months => $2) - interval '3 days', dod = NULL WHERE id = $1`,
    [id, months],
  );
}

/** Which of the words stand anywhere in the database: in any column of any table, and where. */
export async function found(app: TestApp, words: string[]): Promise<string[]> {
  const tables = await app.database.query<{ name: string }[]>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const everywhere = await Promise.all(
    tables.map(({ name }) =>
      app.database.query<{ at: string }[]>(
        `SELECT DISTINCT $2 || ': ' || word AS at FROM ${name} t, unnest($1::text[]) word WHERE strpos(lower(t::text), lower(word)) > 0`,
        [words, name],
      ),
    ),
  );
  return everywhere.flat().map(({ at }) => at);
}

/** The stored files, by their key, that hold one of the words. Read by the product's storage: the folder, or the bucket. */
export async function foundInFiles(app: TestApp, words: string[]): Promise<string[]> {
  const storage = app.web.get<Storage>('Storage');
  const holding: string[] = [];
  for await (const { key } of storage.list()) {
    const text = Buffer.from(await storage.read(key))
      .toString('latin1')
      .toLowerCase();
    if (words.some((word) => text.includes(word.toLowerCase()))) holding.push(key);
  }
  return holding;
}

/** The keys of all databases of a Redis that hold one of the words, in any of their values; and how many keys there are. */
export async function foundInRedis(url: string, words: string[]): Promise<{ keys: number; holding: string[] }> {
  const redis = new Redis(url);
  const holding: string[] = [];
  let keys = 0;
  for (let database = 0; database < 16; database++) {
    await redis.select(database);
    for (const key of await redis.keys('*')) {
      keys += 1;
      const text = `${key} ${JSON.stringify(await valueOf(redis, key))}`.toLowerCase();
      if (words.some((word) => text.includes(word.toLowerCase()))) holding.push(`${database} ${key}`);
    }
  }
  redis.disconnect();
  return { keys, holding };
}

/** The whole value of a key, of any type that Redis has. */
async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'string') return redis.get(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'list') return redis.lrange(key, 0, -1);
  if (type === 'set') return redis.smembers(key);
  if (type === 'zset') return redis.zrange(key, '0', '-1');
  if (type === 'stream') return redis.xrange(key, '-', '+');
  throw new Error(`${key} is a ${type}`);
}

/** The newest change of every row of every table but that of the runs: equal when nothing was written in between. */
export async function rowVersions(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.database.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND table_name NOT IN ('retention_runs', 'retention_frozen', 'sessions')`,
  );
  const all: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await app.database.query<{ sum: string }[]>(
      `SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) AS sum FROM ${name}`,
    );
    all[name] = row!.sum;
  }
  return all;
}
