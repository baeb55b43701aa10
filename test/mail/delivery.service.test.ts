import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Mail } from '../../src/database/mail.entity.js';
import type { Order } from '../../src/database/order.entity.js';
import type { DeliveryEvent, Report } from '../../src/mail/delivery-event.js';
import type { DeliveryService } from '../../src/mail/delivery.service.js';
import { firstTry, openPostOffice, type PostOffice } from './post-office.js';
import { dropConnection, take } from './provider-server.js';

let office: PostOffice;
let delivery: DeliveryService;
let order: Order;
let events = 0;

beforeAll(async () => {
  office = await openPostOffice();
  delivery = office.get<DeliveryService>('DeliveryService');
});
beforeEach(async () => {
  await office.database.query('DELETE FROM provider_failures');
  order = await office.order();
});
afterAll(() => office.close());

function event(report: Report, more: Partial<DeliveryEvent> = {}): DeliveryEvent {
  events++;
  return {
    provider: 'AWS',
    eventId: `event-${events}`,
    report,
    at: new Date(),
    messageId: 'unknown',
    recipient: 'ann@example.com',
    reason: report,
    tag: null,
    ...more,
  };
}

async function sentMail(): Promise<Mail & { messageId: string }> {
  const mail = await office.write(order);
  await office.sending.sendNow(mail.id, firstTry);
  return Object.assign(mail, { messageId: office.provider.received.at(-1)!.id });
}

const stateOf = async (id: number) => (await office.row(id)).state;

function* permutations<Item>(items: Item[]): Generator<Item[]> {
  if (items.length < 2) yield items;
  for (const [index, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}

describe('reports of a delivery', () => {
  test.each([
    ['delivered', ['sent', 'deferred', 'delivered']],
    ['bounced', ['sent', 'deferred', 'bounced']],
    ['bounced', ['sent', 'delivered', 'bounced']],
    ['complained', ['delivered', 'bounced', 'complained']],
    ['delivered', ['deferred', 'soft-bounced', 'delivered']],
    ['bounced', ['sent', 'deferred', 'soft-bounced']],
    ['failed', ['sent', 'failed', 'deferred']],
  ] as [string, Report[]][])('end as %s when they are %s, in any order', async (state, reports) => {
    for (const told of permutations(reports)) {
      order = await office.order();
      const { id, messageId } = await sentMail();
      for (const report of told) await delivery.take([event(report, { messageId })]);
      expect(await stateOf(id)).toBe(state);
    }
  });

  test('come in twice and are told once', async () => {
    const { id, messageId } = await sentMail();
    const bounce = event('bounced', { messageId, reason: '550 no such user' });
    await Promise.all([delivery.take([bounce, bounce]), delivery.take([bounce])]);

    expect(await office.row(id)).toMatchObject({ state: 'bounced', failure: '550 no such user' });
    expect(await office.activity(order.id)).toEqual([
      'mail.queued',
      'mail.sent queued>sent',
      'mail.bounced sent>bounced',
    ]);
  });

  test('of a deferral leave no reason behind once the mail is delivered', async () => {
    const { id, messageId } = await sentMail();
    await delivery.take([event('deferred', { messageId, reason: 'mailbox busy' })]);
    expect(await office.row(id)).toMatchObject({ state: 'deferred', failure: 'mailbox busy' });
    await delivery.take([event('delivered', { messageId })]);
    expect(await office.row(id)).toMatchObject({ state: 'delivered', failure: null });
  });

  test('about an unknown mail are kept aside', async () => {
    await delivery.take([event('delivered', { messageId: 'somebody-else', eventId: 'aside' })]);
    const [kept] = await office.database.query(`SELECT mail_id, type FROM mail_events WHERE event_id = 'aside'`);
    expect(kept).toEqual({ mail_id: null, type: 'delivered' });
  });

  test('that were quicker than the provider’s answer find their mail later', async () => {
    const { id } = await office.write(order);
    office.provider.next.push(async (response, messageId) => {
      await delivery.take([event('delivered', { messageId })]);
      await take(response, messageId);
    });
    await office.sending.sendNow(id, firstTry);
    expect(await stateOf(id)).toBe('sent');

    await delivery.sweep();
    expect(await stateOf(id)).toBe('delivered');
  });

  test('that carry our tag need not wait for the provider’s answer', async () => {
    const { id } = await office.write(order);
    office.provider.next.push(async (response, messageId) => {
      await delivery.take([event('delivered', { messageId, tag: { mailId: id, attempt: 1 } })]);
      await take(response, messageId);
    });
    await office.sending.sendNow(id, firstTry);
    const messageId = office.provider.received.at(-1)!.id;
    expect(await office.row(id)).toMatchObject({ state: 'delivered', provider_message_id: messageId });
  });
});

describe('a mail in doubt', () => {
  async function doubtful(): Promise<number> {
    const { id } = await office.write(order);
    office.provider.next.push(dropConnection);
    await office.sending.sendNow(id, firstTry);
    return id;
  }

  test.each([0, 200])('is settled by an event with its tag, %d seconds later', async (seconds) => {
    const id = await doubtful();
    await office.database.query(`UPDATE mails SET attempt_at = now() - make_interval(secs => $1) WHERE id = $2`, [
      seconds,
      id,
    ]);
    await office.sending.sweep();
    expect(await stateOf(id)).toBe(seconds === 0 ? 'queued' : 'failed');

    await delivery.take([event('sent', { messageId: `m-${id}`, tag: { mailId: id, attempt: 1 } })]);
    expect(await office.row(id)).toMatchObject({ state: 'sent', failure: null, provider_message_id: `m-${id}` });
    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ attempts: 1 });
  });

  test('is not settled by a tag of another attempt, recipient or provider', async () => {
    const id = await doubtful();
    const tag = { mailId: id, attempt: 1 };
    await delivery.take([
      event('sent', { messageId: 'x1', tag: { mailId: id, attempt: 2 } }),
      event('sent', { messageId: 'x2', tag, recipient: 'somebody@else.example' }),
      event('sent', { messageId: 'x3', tag, provider: 'Sendgrid' }),
    ]);
    expect(await office.row(id)).toMatchObject({ state: 'queued', provider_message_id: null });
  });
});

describe('a mail sent again', () => {
  test.each([
    ['bounced', 'queued'],
    ['failed', 'queued'],
    ['sent', 'queued'],
    ['delivered', 'queued'],
  ] as [Report, string][])('is not stopped by what comes late of the attempt that bounced: %s', async (late, state) => {
    const { id, messageId } = await sentMail();
    const tag = { mailId: id, attempt: 1 };
    await delivery.take([event('bounced', { messageId, tag })]);
    await office.mail.retry(office.staff, id, null);
    await delivery.take([event(late, { messageId, tag })]);
    expect(await stateOf(id)).toBe(state);

    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  test('is not sent when its attempt of before is found to have arrived', async () => {
    const { id } = await office.write(order);
    office.provider.next.push(dropConnection);
    await office.sending.sendNow(id, firstTry);
    await office.database.query(`UPDATE mails SET attempt_at = now() - interval '200 seconds' WHERE id = $1`, [id]);
    await office.sending.sweep();
    await office.mail.retry(office.staff, id, null);
    await delivery.take([event('delivered', { messageId: `late-${id}`, tag: { mailId: id, attempt: 1 } })]);
    expect(await stateOf(id)).toBe('delivered');
    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('does not listen to reports about its earlier attempt', async () => {
    const { id, messageId } = await sentMail();
    await delivery.take([event('bounced', { messageId })]);
    await office.mail.retry(office.staff, id, 'Sendgrid');
    await office.sending.sendNow(id, firstTry);
    await delivery.take([event('complained', { messageId, tag: { mailId: id, attempt: 1 } })]);
    expect(await stateOf(id)).toBe('sent');

    const again = office.provider.received.at(-1)!.id;
    await delivery.take([event('delivered', { provider: 'Sendgrid', messageId: again })]);
    expect(await stateOf(id)).toBe('delivered');
  });
});
