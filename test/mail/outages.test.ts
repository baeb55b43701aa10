import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DeliveryService } from '../../src/mail/delivery.service.js';
import { firstTry, openPostOffice, type PostOffice } from './post-office.js';
import { dropConnection, refuse } from './provider-server.js';

let office: PostOffice;
beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(() => office.database.query('DELETE FROM provider_failures'));
afterAll(() => office.close());

/** Writes a mail by AWS and tries to send it. */
async function send(more: object = {}): Promise<number> {
  const { id } = await office.write(await office.order(more), { provider: 'AWS' });
  await office.sending.sendNow(id, firstTry).catch(() => undefined);
  return id;
}

test('after three failures within five minutes the other provider sends what waits, and the history says so', async () => {
  office.provider.next.push(refuse(429), refuse(503), refuse(429));
  const [busy, inDoubt, third] = [await send(), await send(), await send()];
  expect(await office.row(busy)).toMatchObject({ state: 'queued', provider: 'AWS' });
  // the third failure passes its mail on at once
  expect(await office.row(third)).toMatchObject({ state: 'queued', provider: 'Sendgrid', switched_from: 'AWS' });

  for (const id of [busy, third]) {
    await office.sending.sendNow(id, firstTry);
    await office.sending.sendNow(id, firstTry);
    expect(await office.row(id)).toMatchObject({ state: 'sent', provider: 'Sendgrid', switched_from: 'AWS' });
  }
  // a mail in doubt is never passed on
  expect(await office.row(inDoubt)).toMatchObject({ state: 'queued', provider: 'AWS', switched_from: null });
  const { order_id } = await office.row(busy);
  expect(await office.activity(order_id as number)).toEqual([
    'mail.queued',
    'mail.switched AWS>Sendgrid',
    'mail.sent queued>sent',
  ]);
  const [entry] = await office.mail.ofOrder(order_id as number);
  expect(entry).toMatchObject({ mail_service_provider: 'Sendgrid', switched_from: 'AWS' });

  // five minutes later AWS is tried again
  await office.database.query("UPDATE provider_failures SET at = at - interval '5 minutes'");
  expect(await office.row(await send())).toMatchObject({ state: 'sent', provider: 'AWS' });
});

test('a mail that the provider refuses for itself, or whose file is unreadable, is no failure of the provider', async () => {
  for (let n = 0; n < 3; n++) {
    office.provider.next.push(refuse(400, 'No such address'));
    expect(await office.row(await send())).toMatchObject({ state: 'failed', provider: 'AWS' });
  }
  expect(await office.row(await send())).toMatchObject({ state: 'sent', provider: 'AWS' });
});

test('when both are out, each mail waits for its own', async () => {
  await office.database.query(
    "INSERT INTO provider_failures (provider) SELECT p FROM unnest(ARRAY['AWS', 'Sendgrid']) p, generate_series(1, 3)",
  );
  office.provider.next.push(dropConnection);
  expect(await office.row(await send())).toMatchObject({ state: 'queued', provider: 'AWS', switched_from: null });
});

const report = async (mailId: number, kind: 'bounced' | 'soft-bounced' | 'delivered') => {
  const { provider_message_id: messageId, recipient } = (await office.row(mailId)) as Record<string, string>;
  const event = {
    provider: 'AWS',
    eventId: `${mailId} ${kind}`,
    report: kind,
    at: new Date(),
    reason: null,
    tag: null,
  };
  await office
    .get<DeliveryService>('DeliveryService')
    .take([{ ...event, messageId: messageId!, recipient: recipient! } as never]);
};

test('an address that bounced for good gets no other mail about the order, until one is confirmed and delivered', async () => {
  const order = await office.order();
  const { id } = await office.write(order, { provider: 'AWS' });
  await office.sending.sendNow(id, firstTry);
  await report(id, 'soft-bounced');
  const resend = (more = {}) =>
    office.write(order, { kind: 'resend', provider: 'AWS', recipient: 'Ann@Example.com', ...more });
  const second = await resend();
  await office.sending.sendNow(second.id, firstTry);
  await report(second.id, 'bounced');

  await expect(resend({ kind: 'download-link' })).rejects.toMatchObject({ code: 409, data: { bounced: true } });
  expect(await office.mail.bouncedFor(order.id)).toEqual(['ann@example.com']);
  await office.write(order, { kind: 'download-link', recipient: 'other@example.com' });
  await office.write(await office.order(), { kind: 'download-link' });
  const confirmed = await resend({ kind: 'download-link', despiteBounce: true });
  await office.sending.sendNow(confirmed.id, firstTry);
  await report(confirmed.id, 'delivered');
  expect(await office.mail.bouncedFor(order.id)).toEqual([]);
});

test('what bounced in one spelling of a mailbox is asked about in every spelling, until one of them is delivered', async () => {
  const order = await office.order();
  const { id } = await office.write(order, { provider: 'AWS', recipient: 'Ann.Example+mdac@gmail.com' });
  await office.sending.sendNow(id, firstTry);
  await report(id, 'bounced');
  expect(await office.mail.bouncedFor(order.id)).toEqual(['ann.example+mdac@gmail.com']);
  const write = (recipient: string, more = {}) =>
    office.write(order, { kind: 'download-link', provider: 'AWS', recipient, ...more });
  for (const spelling of ['annexample@gmail.com', 'ANN.EXAMPLE@googlemail.com', 'annexample+x@gmail.com']) {
    await expect(write(spelling)).rejects.toMatchObject({
      code: 409,
      data: { bounced: true },
      message: expect.stringContaining('bounced at ann.example+mdac@gmail.com.'),
    });
  }
  await write('annexample@example.com');
  const confirmed = await write('annexample@googlemail.com', { despiteBounce: true });
  await office.sending.sendNow(confirmed.id, firstTry);
  await report(confirmed.id, 'delivered');
  expect(await office.mail.bouncedFor(order.id)).toEqual([]);
});
