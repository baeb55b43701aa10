import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SnsCertificates } from '../../src/mail/providers/aws/signature.js';
import type { EvidenceQueries } from '../../src/packs/evidence.queries.js';
import { routes } from '../../src/shared/routes.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { makeCertificate } from './certificate.js';
import { certificateUrl, makeSns, sesEvent, topicArn } from './sns-sender.js';

const sns = makeSns();
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
let app: TestApp;

beforeAll(async () => {
  app = await startApp({
    settings: {
      SES_TOPIC_ARN: topicArn,
      SENDGRID_WEBHOOK_KEY: sendgrid.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    },
  });
  app.web.get<SnsCertificates>('SnsCertificates').add(certificateUrl, sns.pem);
});
afterAll(() => app.close());

/** A mail that a provider accepted: its id, and the provider's id. */
async function sentMail(provider: 'AWS' | 'Sendgrid'): Promise<{ id: number; orderId: number; messageId: string }> {
  const { id: orderId } = await takeIn(app);
  const messageId = randomUUID();
  const [mail] = await app.database.query<{ id: number }[]>(
    `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state, attempts,
       attempt_at, sent_at, provider_message_id)
     VALUES ($1, 'approval', $2, 'ann@example.com', '', '', '', '', 'Demo Team', 'sent', 1, now(), now(), $3) RETURNING id`,
    [orderId, provider, messageId],
  );
  return { id: mail!.id, orderId, messageId };
}

async function stateOf(mailId: number) {
  const [mail] = await app.database.query<{ state: string; failure: string | null }[]>(
    'SELECT state, failure FROM mails WHERE id = $1',
    [mailId],
  );
  return mail!;
}

/** How many events of a provider were not used, as the metrics say it. */
async function unused(reason: 'unreadable' | 'unmatched', provider = 'Sendgrid'): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const name = `mail_events_unused_total{provider="${provider}",reason="${reason}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length),
  );
}

async function eventsKept(): Promise<number> {
  const [row] = await app.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM mail_events');
  return row!.n;
}

describe(`POST ${routes.api.sesEvents}`, () => {
  const post = (body: unknown, contentType = 'text/plain; charset=UTF-8') =>
    app.call('POST', routes.api.sesEvents, {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': contentType },
    });
  const bounce = (messageId: string) =>
    sesEvent('Bounce', {
      messageId,
      recipient: 'ann@example.com',
      bounce: {
        bounceType: 'Permanent',
        bounceSubType: 'General',
        bouncedRecipients: [{ emailAddress: 'ann@example.com', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
        timestamp: '2026-03-01T10:00:05.000Z',
      },
    });

  test('what SNS did not sign is refused and changes nothing', async () => {
    const { id, messageId } = await sentMail('AWS');
    const message = sns.message({ Message: bounce(messageId) });
    const forged = [
      { ...message, Message: message.Message!.replace('Permanent', 'Transient') },
      { ...message, Signature: Buffer.from('no signature').toString('base64') },
      makeSns(makeCertificate()).message({ Message: bounce(messageId) }),
      sns.message({ Message: bounce(messageId), TopicArn: `${topicArn}-of-somebody-else` }),
      sns.message({ Message: bounce(messageId), SigningCertURL: 'https://evil.example/cert.pem' }),
      { Message: bounce(messageId) },
      {},
      [],
      null,
    ];
    const before = await eventsKept();
    for (const body of forged) {
      for (const type of ['text/plain', 'application/json']) {
        expect(await post(body, type)).toMatchObject({ code: 401, body: { status: 401 } });
      }
    }
    expect((await stateOf(id)).state).toBe('sent');
    expect(await eventsKept()).toBe(before);
  });

  test('a body that is no JSON is refused', async () => {
    expect(await post('{ "Type": ')).toMatchObject({ code: 422, body: { status: 0 } });
    expect(await post('{ "Type": ', 'application/json')).toMatchObject({ code: 422 });
  });

  test.each(['1', '2'] as const)(
    'a bounce, signed in version %s, shows on the mail and in its order’s activity',
    async (version) => {
      const { id, orderId, messageId } = await sentMail('AWS');
      const message = sns.message({ Message: bounce(messageId) }, version);
      for (let twice = 0; twice < 2; twice++)
        expect(await post(message)).toMatchObject({ code: 200, body: { status: 1 } });

      expect(await stateOf(id)).toEqual({ state: 'bounced', failure: 'smtp; 550 5.1.1 user unknown' });
      const activity = await app.database.query(
        `SELECT actor, "from", "to", note FROM activity WHERE order_id = $1 AND action = 'mail.bounced'`,
        [orderId],
      );
      expect(activity).toEqual([
        {
          actor: 'System',
          from: 'sent',
          to: 'bounced',
          note: 'approval to ann@example.com by AWS: smtp; 550 5.1.1 user unknown',
        },
      ]);
    },
  );

  test.each([
    ['Send', 'sent', {}],
    ['Delivery', 'delivered', { delivery: { timestamp: '2026-03-01T10:00:05.000Z' } }],
    ['DeliveryDelay', 'deferred', { deliveryDelay: { delayType: 'MailboxFull' } }],
    ['Complaint', 'complained', { complaint: { complaintFeedbackType: 'abuse' } }],
    ['Complaint', 'sent', { complaint: { complaintFeedbackType: 'not-spam' } }],
    ['Reject', 'failed', { reject: { reason: 'Bad content' } }],
    ['Bounce', 'bounced', { bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull' } }],
    ['Open', 'sent', { open: { ipAddress: '192.0.2.1' } }],
  ])('%s leaves the mail as %s', async (type, state, detail) => {
    const { id, messageId } = await sentMail('AWS');
    const Message = sesEvent(type, { messageId, recipient: 'ann@example.com', ...detail });
    expect(await post(sns.message({ Message }))).toMatchObject({ code: 200 });
    expect((await stateOf(id)).state).toBe(state);
  });

  test.each([
    ['Complaint', { complaint: { complaintFeedbackType: 'not-spam' } }],
    ['Bounce', { bounce: { bounceType: 'Undetermined', bounceSubType: 'Undetermined' } }],
    ['Bounce', { bounce: { bounceType: 'Transient', bounceSubType: 'General' } }],
  ])('a delivered mail stays delivered after %s %j', async (type, detail) => {
    const { id, messageId } = await sentMail('AWS');
    for (const [name, more] of [['Delivery', {}] as const, [type, detail] as const]) {
      const Message = sesEvent(name, { messageId, recipient: 'ann@example.com', ...more });
      expect(await post(sns.message({ Message }))).toMatchObject({ code: 200 });
    }
    expect((await stateOf(id)).state).toBe('delivered');
  });

  test.each(['OnAccountSuppressionList', 'Suppressed'])(
    'a mail that Amazon did not try because of its own list (%s) is no bounce, and SendGrid may send to the address',
    async (bounceSubType) => {
      const { id, orderId, messageId } = await sentMail('AWS');
      const diagnosticCode =
        'Amazon SES did not send the message to this address because it is on the suppression list';
      const bouncedRecipients = [{ emailAddress: 'ann@example.com', diagnosticCode }];
      const detail = { bounce: { bounceType: 'Permanent', bounceSubType, bouncedRecipients } };
      const Message = sesEvent('Bounce', { messageId, recipient: 'ann@example.com', ...detail });
      expect(await post(sns.message({ Message }))).toMatchObject({ code: 200 });
      const failure = 'Amazon has this address on its own list since an earlier bounce and did not try';
      expect(await stateOf(id)).toEqual({ state: 'failed', failure });

      const question = {
        orderId,
        email: 'ann@example.com',
        mailServiceProvider: 'Sendgrid',
        question: 'Which flight?',
      };
      expect((await app.call('POST', '/api/admin/ask-customer', { as: 'team', body: question })).code).toBe(200);
      const answers = await app.web.get<EvidenceQueries>('EvidenceQueries').answers([id]);
      expect(answers.get(id)?.answer).toBeNull();
    },
  );

  test('an unknown mail, an unknown event and a greeting are answered 200', async () => {
    const before = await eventsKept();
    const [unreadable, unmatched] = [await unused('unreadable', 'AWS'), await unused('unmatched', 'AWS')];
    expect(await post(sns.message({ Message: bounce('nobody’s') }))).toMatchObject({ code: 200 });
    expect(await eventsKept()).toBe(before + 1);
    expect(await post(sns.message({ Message: 'Successfully validated SNS topic' }))).toMatchObject({ code: 200 });
    expect(await post(sns.message({ Message: '{"eventType":"New","mail":{}}' }))).toMatchObject({ code: 200 });
    expect(await post(sns.message({ Message: 'no JSON' }))).toMatchObject({ code: 200 });
    const unsaid = sesEvent('Bounce', { messageId: 'unsaid', recipient: 'ann@example.com' });
    expect(await post(sns.message({ Message: unsaid }))).toMatchObject({ code: 200 });
    expect(await eventsKept()).toBe(before + 1);
    expect(await unused('unreadable', 'AWS')).toBe(unreadable + 3);
    expect(await unused('unmatched', 'AWS')).toBe(unmatched + 1);
  });

  test('a subscription is confirmed at Amazon alone', async () => {
    const elsewhere = sns.message({ Type: 'SubscriptionConfirmation', Token: 't', SubscribeURL: `${app.url}/healthz` });
    expect(await post(elsewhere)).toMatchObject({ code: 503 });
    const foreign = sns.message({
      Type: 'SubscriptionConfirmation',
      Token: 't',
      SubscribeURL: 'https://sns.eu-west-1.amazonaws.com/',
      TopicArn: `${topicArn}-of-somebody-else`,
    });
    expect(await post(foreign)).toMatchObject({ code: 401 });
  });

  test('text/plain is taken nowhere else', async () => {
    const answer = await app.call('POST', routes.api.login, { body: '{}', headers: { 'content-type': 'text/plain' } });
    expect(answer.code).toBe(415);
  });
});

describe(`POST ${routes.api.sendgridEvents}`, () => {
  const post = (body: string, headers: Record<string, string>) =>
    app.call('POST', routes.api.sendgridEvents, { body, headers });
  const signed = (events: unknown, key: KeyObject = sendgrid.privateKey) => {
    const body = typeof events === 'string' ? events : JSON.stringify(events);
    const timestamp = String(Math.floor(Date.now() / 1000));
    return {
      body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': timestamp,
        'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
      },
    };
  };
  const send = (events: unknown) => {
    const { body, headers } = signed(events);
    return post(body, headers);
  };
  const event = (messageId: string, name: string, more: object = {}) => ({
    event: name,
    email: 'ann@example.com',
    timestamp: 1772359200,
    sg_event_id: randomUUID(),
    sg_message_id: `${messageId}.recvd-5f54f5d587-nczjm-1-63869CDF-68.0`,
    ...more,
  });

  test('what SendGrid did not sign is refused and changes nothing', async () => {
    const { id, messageId } = await sentMail('Sendgrid');
    const { body, headers } = signed([event(messageId, 'bounce')]);
    const stranger = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const timestamp = headers['x-twilio-email-event-webhook-timestamp'];
    const attempts: [string, Record<string, string>][] = [
      [body, {}],
      [body.replace('bounce', 'dropped'), headers],
      [body, { ...headers, 'x-twilio-email-event-webhook-timestamp': String(Number(timestamp) + 1) }],
      [body, { ...headers, 'x-twilio-email-event-webhook-signature': 'AAAA' }],
      [body, signed(body, stranger.privateKey).headers],
    ];
    for (const [forged, withHeaders] of attempts) {
      expect(await post(forged, withHeaders)).toMatchObject({ code: 401, body: { status: 401 } });
    }
    expect((await stateOf(id)).state).toBe('sent');
  });

  test('what is signed but no array is refused', async () => {
    expect(await send({ event: 'bounce' })).toMatchObject({ code: 422 });
  });

  test('events move their mails, doubles and strangers among them', async () => {
    const [delivered, bounced] = [await sentMail('Sendgrid'), await sentMail('Sendgrid')];
    const reason = '550 5.1.1 user unknown';
    const events = [
      event(delivered.messageId, 'delivered', { response: '250 OK' }),
      event(delivered.messageId, 'processed'),
      event(delivered.messageId, 'open'),
      event(bounced.messageId, 'bounce', { type: 'bounce', reason }),
      event('nobody-s', 'delivered'),
      { event: 'delivered' },
      'no event',
      null,
    ];
    for (let twice = 0; twice < 2; twice++)
      expect(await send(events)).toMatchObject({ code: 200, body: { status: 1 } });

    expect(await stateOf(delivered.id)).toEqual({ state: 'delivered', failure: null });
    expect(await stateOf(bounced.id)).toEqual({ state: 'bounced', failure: reason });
    const [{ n }] = (await app.database.query(
      `SELECT count(*)::int AS n FROM activity WHERE order_id = $1 AND action = 'mail.bounced'`,
      [bounced.orderId],
    )) as [{ n: number }];
    expect(n).toBe(1);
  });

  /** A bounce that came after the server had taken the mail: SendGrid names no message. */
  const asynchronous = (more: object = {}) => ({
    ...event('', 'bounce', { type: 'bounce', status: '5.1.1', reason: '550 5.1.1 no such user', ...more }),
    sg_message_id: undefined,
    'smtp-id': '<x@example.com>',
  });

  test.each([
    ['as text', (id: number) => ({ mail_id: String(id), mail_attempt: '1' })],
    ['as numbers', (id: number) => ({ mail_id: id, mail_attempt: 1 })],
    ['without the attempt', (id: number) => ({ mail_id: String(id), attempt: '7' })],
  ])('a bounce without a message id finds its mail by our own values, %s', async (_how, own) => {
    const [mail, other] = [await sentMail('Sendgrid'), await sentMail('Sendgrid')];
    await send([event(mail.messageId, 'delivered'), event(other.messageId, 'delivered')]);
    expect(await send([asynchronous(own(mail.id))])).toMatchObject({ code: 200 });
    expect(await stateOf(mail.id)).toEqual({ state: 'bounced', failure: '550 5.1.1 no such user' });
    expect((await stateOf(other.id)).state).toBe('delivered');
  });

  test('it settles a mail in doubt, and says nothing of a later attempt', async () => {
    const doubtful = await sentMail('Sendgrid');
    const again = await sentMail('Sendgrid');
    await app.database.query(`UPDATE mails SET provider_message_id = NULL WHERE id = $1`, [doubtful.id]);
    await app.database.query(`UPDATE mails SET attempts = 2 WHERE id = $1`, [again.id]);
    await send([doubtful, again].map(({ id }) => asynchronous({ mail_id: id, mail_attempt: 1 })));
    expect((await stateOf(doubtful.id)).state).toBe('bounced');
    expect((await stateOf(again.id)).state).toBe('sent');
  });

  test('a bounce without our values finds the only mail to its address; of two mails neither bounces', async () => {
    const mailed = async (email: string, daysAgo = 0) => {
      const { id } = await sentMail('Sendgrid');
      await app.database.query(
        `UPDATE mails SET recipient = $2, create_ts = at, attempt_at = at, state = 'delivered'
         FROM (SELECT now() - make_interval(days => $3, secs => 60) AS at) x WHERE id = $1`,
        [id, email, daysAgo],
      );
      return id;
    };
    const [once, first, second, old] = [
      await mailed('Once@bücher.example'),
      await mailed('twice@example.com'),
      await mailed('twice@example.com', 3),
      await mailed('long-ago@example.com', 6),
    ];
    const timestamp = Math.floor(Date.now() / 1000);
    const unmatched = await unused('unmatched');
    const emails = ['once@xn--bcher-kva.example', 'twice@example.com', 'long-ago@example.com', ''];
    await send(emails.map((email) => asynchronous({ email, timestamp })));
    expect((await stateOf(once)).state).toBe('bounced');
    for (const id of [first, second, old]) expect((await stateOf(id)).state).toBe('delivered');
    expect(await unused('unmatched')).toBe(unmatched + 3);
    // nor does a delivery: it would be a proof
    await send([{ ...asynchronous({ email: 'long-ago@example.com' }), event: 'delivered' }]);
    expect(await unused('unmatched')).toBe(unmatched + 4);
  });

  test('what can’t be read, and what is about no mail, is counted; what says nothing of a delivery is not', async () => {
    const [unreadable, unmatched] = [await unused('unreadable'), await unused('unmatched')];
    const stranger = event('nobody-s-at-all', 'bounce');
    const unread = [null, 'no event', { event: 'bounce' }, { ...event('x', 'bounce'), timestamp: 'yesterday' }];
    expect(await send([...unread, stranger, event('nobody-s', 'open')])).toMatchObject({ code: 200 });
    expect(await send([stranger])).toMatchObject({ code: 200 });
    expect(await unused('unreadable')).toBe(unreadable + 4);
    expect(await unused('unmatched')).toBe(unmatched + 1);
  });

  test.each([
    ['processed', 'sent'],
    ['deferred', 'deferred'],
    ['delivered', 'delivered'],
    ['bounce', 'bounced'],
    ['dropped', 'failed'],
    ['spamreport', 'complained'],
    ['click', 'sent'],
  ])('%s leaves the mail as %s', async (name, state) => {
    const { id, messageId } = await sentMail('Sendgrid');
    await send([event(messageId, name)]);
    expect((await stateOf(id)).state).toBe(state);
  });

  test.each([
    ['Bounced Address', 'an earlier bounce'],
    ['Spam Reporting Address', 'an earlier complaint'],
    ['Unsubscribed Address', 'the recipient unsubscribed'],
    ['Invalid', 'an earlier mail, for which it was no address'],
  ])('a mail that SendGrid dropped because of its own list (%s) says so, and is no bounce', async (reason, since) => {
    const { id, orderId, messageId } = await sentMail('Sendgrid');
    await send([event(messageId, 'dropped', { reason })]);
    const failure = `SendGrid has this address on its own list since ${since} and did not try`;
    expect(await stateOf(id)).toEqual({ state: 'failed', failure });
    const question = { orderId, email: 'ann@example.com', mailServiceProvider: 'AWS', question: 'Which flight?' };
    expect((await app.call('POST', '/api/admin/ask-customer', { as: 'team', body: question })).code).toBe(200);
    const answers = await app.web.get<EvidenceQueries>('EvidenceQueries').answers([id]);
    expect(answers.get(id)?.answer).toBeNull();
  });

  test('a block is no bounce for good: the address is not asked about, and a later delivery counts', async () => {
    const { id, orderId, messageId } = await sentMail('Sendgrid');
    await send([event(messageId, 'bounce', { type: 'blocked', reason: '421 try again later' })]);
    expect(await stateOf(id)).toEqual({ state: 'bounced', failure: '421 try again later' });
    const question = { orderId, email: 'ann@example.com', mailServiceProvider: 'AWS', question: 'Which flight?' };
    expect((await app.call('POST', '/api/admin/ask-customer', { as: 'team', body: question })).code).toBe(200);

    await send([event(messageId, 'delivered')]);
    expect((await stateOf(id)).state).toBe('delivered');
  });

  test.each([
    ['a NUL', 'no\0 such user'],
    ['half an emoji', 'no such user \ud83d'],
    ['an emoji at the end of what is kept', `${'x'.repeat(499)}😀`],
  ])('a server’s words with %s hold up neither their event nor the next', async (_what, reason) => {
    const [bounced, delivered] = [await sentMail('Sendgrid'), await sentMail('Sendgrid')];
    const events = [event(bounced.messageId, 'bounce', { reason }), event(delivered.messageId, 'delivered')];
    expect(await send(events)).toMatchObject({ code: 200 });
    expect([(await stateOf(bounced.id)).state, (await stateOf(delivered.id)).state]).toEqual(['bounced', 'delivered']);
  });

  test.each(['.filter0001.16648.5515E0B88.0', '.recvd-abc-1.0', '.0', ''])(
    'knows a mail by its id and “%s”',
    async (rest) => {
      const { id, messageId } = await sentMail('Sendgrid');
      await send([event(messageId, 'delivered', { sg_message_id: messageId + rest })]);
      expect((await stateOf(id)).state).toBe('delivered');
    },
  );
});

test('without the settings of a provider its events are refused', async () => {
  const plain = await startApp();
  try {
    plain.web.get<SnsCertificates>('SnsCertificates').add(certificateUrl, sns.pem);
    const body = JSON.stringify(sns.message({}));
    for (const path of [routes.api.sesEvents, routes.api.sendgridEvents]) {
      expect(await plain.call('POST', path, { body })).toMatchObject({ code: 401 });
    }
  } finally {
    await plain.close();
  }
});
