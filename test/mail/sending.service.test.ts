import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { Order } from '../../src/database/order.entity.js';
import type { Jobs } from '../../src/platform/job-queues.js';
import type { Storage } from '../../src/platform/storage.js';
import { eventually } from '../support/eventually.js';
import { firstTry, lastTry, openPostOffice, type PostOffice } from './post-office.js';
import { dropConnection, refuse, take } from './provider-server.js';

let office: PostOffice;
let order: Order;

beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(async () => {
  // the failures of one test are no outage in the next
  await office.database.query('DELETE FROM provider_failures');
  order = await office.order();
});
afterAll(() => office.close());

/** How often a mail reached the provider. */
async function arrivals(mailId: number): Promise<number> {
  const tag = new RegExp(`"mail_id","Value":"${mailId}"|"mail_id":"${mailId}"`);
  return office.provider.received.filter(({ body }) => tag.test(body)).length;
}

/** Moves the start of a mail's attempt, or of its wait, `seconds` into the past. */
async function age(mailId: number, seconds: number): Promise<void> {
  await office.database.query(
    `UPDATE mails SET attempt_at = attempt_at - make_interval(secs => $2), state_at = state_at - make_interval(secs => $2)
     WHERE id = $1`,
    [mailId, seconds],
  );
}

describe.each(['AWS', 'Sendgrid'] as const)('a mail by %s', (provider) => {
  test('goes out once, and its row says how', async () => {
    const { id } = await office.write(order, { provider, attachment: await office.file() });
    await office.sending.sendNow(id, firstTry);
    await office.sending.sendNow(id, firstTry);

    expect(await arrivals(id)).toBe(1);
    const messageId = office.provider.received.at(-1)!.id;
    expect(await office.row(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      provider_message_id: messageId,
      failure: null,
      sent_at: expect.any(Date),
    });
    expect(await office.activity(order.id)).toEqual(['mail.queued', 'mail.sent queued>sent']);
  });

  test('of many workers at once one sends', async () => {
    const { id } = await office.write(order, { provider });
    await Promise.all(Array.from({ length: 8 }, () => office.sending.sendNow(id, firstTry)));
    expect(await arrivals(id)).toBe(1);
    expect(await office.activity(order.id)).toEqual(['mail.queued', 'mail.sent queued>sent']);
  });

  test('waits for the next try when the provider is busy, and then goes out', async () => {
    const { id } = await office.write(order, { provider });
    office.provider.next.push(refuse(408), refuse(429));
    await expect(office.sending.sendNow(id, firstTry)).rejects.toHaveProperty('constructor.name', 'NotTaken');
    await expect(office.sending.sendNow(id, firstTry)).rejects.toHaveProperty('constructor.name', 'NotTaken');
    expect(await office.row(id)).toMatchObject({ state: 'queued', attempts: 2, attempt_at: null });

    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 3 });
  });

  test('fails at the last try, with the reason for staff to read', async () => {
    const { id } = await office.write(order, { provider });
    office.provider.next.push(refuse(429, 'Come back later'));
    await office.sending.sendNow(id, lastTry);
    const failure = expect.stringMatching(`^${provider} answered 429: .*Come back later`);
    expect(await office.row(id)).toMatchObject({ state: 'failed', failure });
    expect(await office.activity(order.id)).toEqual(['mail.queued', 'mail.failed queued>failed']);
  });

  test('fails at once when the provider refuses it', async () => {
    const { id } = await office.write(order, { provider });
    office.provider.next.push(refuse(400, 'Address is not verified.'));
    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Address is not verified.'),
    });
  });

  test.each([
    ['whose answer got lost', dropConnection],
    ['that was taken and then answered 500', refuse(500)],
    ['that was taken and then answered 503', refuse(503)],
  ])('%s is never sent again by itself', async (_what, behaviour) => {
    const { id } = await office.write(order, { provider });
    office.provider.next.push(behaviour);
    await office.sending.sendNow(id, firstTry);
    await office.sending.sendNow(id, lastTry);
    await age(id, 60);
    await office.sending.sweep();
    expect(await office.row(id)).toMatchObject({ state: 'queued', attempts: 1, attempt_at: expect.any(Date) });

    await age(id, 61);
    await office.sending.sweep();
    await office.sending.sendNow(id, firstTry);
    expect(await arrivals(id)).toBe(1);
    expect(await office.row(id)).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(`^It is not known whether ${provider} took this mail`),
    });
    expect(await office.activity(order.id)).toEqual(['mail.queued', 'mail.failed queued>failed']);
  });
});

test('a database that goes away while the provider answers loses nothing', async () => {
  const { id } = await office.write(order);
  office.provider.next.push(async (response, taken) => {
    await office.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'desk' AND datname = current_database()`,
    );
    await take(response, taken);
  });
  await office.sending.sendNow(id, firstTry);
  expect(await arrivals(id)).toBe(1);
  expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

/** The statements of the product while `work` runs. */
async function asked(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { logger } = office.get<DataSource>('DataSource');
  Object.assign(logger, { logQuery: (text: string) => texts.push(text) });
  await work();
  Object.assign(logger, { logQuery: () => undefined });
  return texts;
}

test.each([
  ['without a file are taken in one statement, and each is closed in one', 0],
  ['with a file are taken once their file is read', 1],
])('mails that go out at the same time and are %s', async (_what, files) => {
  const mails = await Promise.all(
    Array.from({ length: 5 }, async () => {
      return office.write(await office.order(), files ? { attachment: await office.file() } : {});
    }),
  );
  const texts = await asked(() => Promise.all(mails.map(({ id }) => office.sending.sendNow(id, firstTry))));

  expect(texts.filter((text) => text.includes('prepared: mails.take'))).toHaveLength(1);
  // the answers of the provider, and the reading of files, may end one by one
  expect(texts.length).toBeLessThanOrEqual(1 + files * mails.length + mails.length);
  for (const { id, orderId } of mails) {
    expect(await arrivals(id)).toBe(1);
    expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 1 });
    expect(await office.activity(orderId)).toEqual(['mail.queued', 'mail.sent queued>sent']);
  }
});

test('a mail that another transaction has locked waits, and delays no other', async () => {
  const [locked, free] = [await office.write(order), await office.write(await office.order())];
  await office.database.transaction(async (manager) => {
    await manager.query('SELECT FROM mails WHERE id = $1 FOR UPDATE', [locked.id]);
    await Promise.all([locked, free].map(({ id }) => office.sending.sendNow(id, firstTry)));
    expect(await office.row(free.id)).toMatchObject({ state: 'sent' });
    expect(await office.row(locked.id)).toMatchObject({ state: 'queued', attempts: 0 });
  });
  await office.sending.sendNow(locked.id, firstTry);
  expect(await office.row(locked.id)).toMatchObject({ state: 'sent', attempts: 1 });
  expect([await arrivals(locked.id), await arrivals(free.id)]).toEqual([1, 1]);
});

describe('the attachment', () => {
  test('that can’t be read is tried again, and then fails the mail', async () => {
    const attachment = await office.file();
    await office.get<Storage>('Storage').remove(attachment.storageKey);
    const { id } = await office.write(order, { attachment });

    await expect(office.sending.sendNow(id, firstTry)).rejects.toHaveProperty('constructor.name', 'NotTaken');
    expect(await office.row(id)).toMatchObject({ state: 'queued' });
    await office.sending.sendNow(id, lastTry);
    expect(await office.row(id)).toMatchObject({ state: 'failed', failure: 'The attached file could not be read.' });
    expect(await arrivals(id)).toBe(0);
  });

  test('that is another one than was written down does not go out', async () => {
    const attachment = await office.file();
    await office
      .get<Storage>('Storage')
      .put(attachment.storageKey, Buffer.from('%PDF-1.7 another card'), 'application/pdf');
    const { id } = await office.write(order, { attachment });

    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ state: 'failed', attempts: 0 });
    expect(await arrivals(id)).toBe(0);
  });
});

test('two mails with a large file are sent at once by a provider, the next ones wait unattempted, and others pass them', async () => {
  const letters = await Promise.all(
    (['AWS', 'AWS', 'AWS', 'AWS', 'Sendgrid', 'AWS'] as const).map(async (provider, index) => {
      const content = index < 5 ? `%PDF ${'x'.repeat(1_000_001)}` : '%PDF';
      return office.write(await office.order(), { provider, attachment: await office.file(content) });
    }),
  );
  const before = office.provider.received.length;
  const held: (() => unknown)[] = [];
  const hold = letters.map(() => (response: ServerResponse, id: string) => {
    held.push(() => take(response, id));
  });
  office.provider.next.push(...hold);
  const sent = Promise.all(letters.map(({ id }) => office.sending.sendNow(id, firstTry)));

  await eventually(() => Promise.resolve(held.length === 4));
  await sleep(200);
  expect(office.provider.received.slice(before).map(({ path }) => path.split('/')[1])).toEqual(
    expect.arrayContaining(['sendgrid', 'ses', 'ses', 'ses']),
  );
  expect(held).toHaveLength(4);
  const rows = await Promise.all(letters.slice(0, 4).map(({ id }) => office.row(id)));
  expect(rows.map(({ attempts }) => attempts).sort()).toEqual([0, 0, 1, 1]);

  for (const answer of held.splice(0)) answer();
  await eventually(() => Promise.resolve(held.length === 2));
  for (const answer of held) answer();
  await sent;
  for (const { id } of letters) expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 1 });
});

describe('the sweep', () => {
  test('finds mails whose job was lost, and only those', async () => {
    const lost = await office.write(order);
    await age(lost.id, 30);
    const fresh = await office.write(order, { recipient: 'bob@example.com' });
    const sent = await office.write(order, { recipient: 'cid@example.com' });
    await office.sending.sendNow(sent.id, firstTry);
    await age(sent.id, 30);

    await office.sending.sweep();
    const waiting = await office.database.query<{ id: string }[]>(
      `SELECT id::text FROM bullmq.job WHERE id LIKE 'mail.send-%'`,
    );
    const ids = waiting.map(({ id }) => id);
    expect(ids).toContain(`mail.send-${lost.id}`);
    expect(ids).not.toContain(`mail.send-${fresh.id}`);
    expect(ids).not.toContain(`mail.send-${sent.id}`);
    expect((await office.get<Jobs>('Jobs').depth())['mail-aws']).toBeGreaterThan(0);
  });
});

test('a link to a new password is readable in the table only while its mail waits', async () => {
  const link = 'https://desk.example/reset-password/a-secret';
  const [sent, failed] = await Promise.all(
    [1, 2].map(() => office.write(null, { kind: 'password', extra: { link, minutes: '30', name: 'Demo Team' } })),
  );
  expect(await office.row(sent!.id)).toMatchObject({ html: expect.stringContaining(link) });

  await office.sending.sendNow(sent!.id, firstTry);
  expect(Buffer.from(mimeOf(office.provider.received.at(-1)!.body), 'base64').toString()).toContain(
    'Set a new password',
  );
  office.provider.next.push(refuse(400));
  await office.sending.sendNow(failed!.id, firstTry);
  expect(await office.row(sent!.id)).toMatchObject({ state: 'sent', html: '', body: '' });
  expect(await office.row(failed!.id)).toMatchObject({ state: 'failed', html: '', body: '' });
});

function mimeOf(body: string): string {
  return (JSON.parse(body) as { Content: { Raw: { Data: string } } }).Content.Raw.Data;
}
