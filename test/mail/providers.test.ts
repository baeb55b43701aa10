import { once } from 'node:events';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { AwsProvider } from '../../src/mail/providers/aws/client.js';
import {
  asciiAddress,
  unicodeAddress,
  NotTaken,
  type Outgoing,
  type Provider,
} from '../../src/mail/providers/provider.js';
import { SendgridProvider } from '../../src/mail/providers/sendgrid/client.js';
import { readEnv } from '../../src/platform/env.js';
import { makeCertificate } from './certificate.js';
import { dropConnection, neverAnswer, refuse, startProvider, take, takeAndClose, takeWith } from './provider-server.js';
import { patient } from '../support/patience.js';

const pdf = Buffer.from('%PDF-1.7\n\u0000\u00ff binary', 'latin1');

const mail: Outgoing = {
  mailId: 42,
  messageId: 'q1w2e3',
  attempt: 3,
  sender: '"Malaysia, Help & Söhne" <no-reply@arrival-card.example>',
  replyTo: 'support@arrival-card.example',
  recipient: 'Ann@Bücher.example',
  subject: 'Your card is ready – Ihre Karte 卡',
  html: '<!doctype html><p>Dear <bdi>李小龍</bdi>\n  © &amp; co\r\n</p>',
  text: 'Dear 李小龍,\n\n-- \n© and co',
  attachment: { filename: 'arrival-card-100001.pdf', contentType: 'application/pdf', bytes: pdf },
};

let server: Awaited<ReturnType<typeof startProvider>>;
let providers: { AWS: Provider; Sendgrid: Provider };

beforeAll(async () => {
  server = await startProvider();
  const env = settings(server.settings);
  providers = { AWS: new AwsProvider(env), Sendgrid: new SendgridProvider(env) };
});
afterAll(() => server.close());

function settings(more: Record<string, string>) {
  return readEnv({
    NODE_ENV: 'test',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    SES_CONFIGURATION_SET: 'events',
    SENDGRID_API_KEY: 'SG.key',
    ...more,
  });
}

describe('Amazon SES', () => {
  test('gets the whole message, to the byte, with our number of it', async () => {
    const id = await providers.AWS.send(mail);
    expect(id).toBe(server.received.at(-1)!.id);

    const { path, headers, body } = server.received.at(-1)!;
    expect(path).toBe('/ses/v2/email/outbound-emails');
    expect(headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=id\//);
    const request = JSON.parse(body) as Record<string, unknown> & { Content: { Raw: { Data: string } } };
    expect(request).toMatchObject({
      Destination: { ToAddresses: ['Ann@xn--bcher-kva.example'] },
      ConfigurationSetName: 'events',
      EmailTags: [
        { Name: 'mail_id', Value: '42' },
        { Name: 'mail_attempt', Value: '3' },
      ],
    });

    const message = await PostalMime.parse(Buffer.from(request.Content.Raw.Data, 'base64'));
    expect(message.html).toBe(mail.html);
    expect(message.text).toBe(mail.text);
    expect(message.subject).toBe(mail.subject);
    expect(message.from).toMatchObject({ name: 'Malaysia, Help & Söhne', address: 'no-reply@arrival-card.example' });
    expect(message.to).toMatchObject([{ address: 'Ann@xn--bcher-kva.example' }]);
    expect(message.replyTo).toMatchObject([{ address: 'support@arrival-card.example' }]);
    expect(message.messageId).toBe('<q1w2e3@arrival-card.example>');
    const [attached] = message.attachments;
    expect(attached).toMatchObject({ filename: 'arrival-card-100001.pdf', mimeType: 'application/pdf' });
    expect(Buffer.from(attached!.content as ArrayBuffer)).toEqual(pdf);
  });
});

test('twenty mails at once by Amazon’s client get each their own answer', async () => {
  const mails = Array.from({ length: 20 }, (_, index) => ({
    ...mail,
    mailId: 1_000 + index,
    subject: `Card ${index}`,
  }));
  server.next.push(take, take, take, refuse(400, 'Not this one.'));
  const results = await Promise.allSettled(mails.map((one) => providers.AWS.send(one)));

  const requests = server.received.slice(-20).map(({ id, body }) => {
    const { Content, EmailTags } = JSON.parse(body) as {
      Content: { Raw: { Data: string } };
      EmailTags: { Value: string }[];
    };
    return { id, mailId: Number(EmailTags[0]!.Value), text: Buffer.from(Content.Raw.Data, 'base64').toString() };
  });
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  for (const [index, result] of results.entries()) {
    const { id, text } = requests.find(({ mailId }) => mailId === 1_000 + index)!;
    expect(text).toContain(`\r\nSubject: Card ${index}\r\n`);
    if (result.status === 'fulfilled') expect(result.value).toBe(id);
    else expect(result.reason).toMatchObject({ reason: expect.stringContaining('Not this one.') });
  }
});

test('SES that throttles by name took nothing, whatever the status', async () => {
  for (const [status, name] of [
    [503, 'ThrottlingException'],
    [400, 'LimitExceededException'],
  ] as const) {
    server.next.push((response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
      response.end('{"message":"Rate exceeded"}');
    });
    await expect(providers.AWS.send(mail)).rejects.toMatchObject({
      forGood: false,
      reason: expect.stringContaining('Rate exceeded'),
    });
  }
});

describe('SendGrid', () => {
  test('gets the whole message, to the byte, with our number of it, and tracks nothing', async () => {
    const id = await providers.Sendgrid.send(mail);
    expect(id).toBe(server.received.at(-1)!.id);

    const { path, headers, body } = server.received.at(-1)!;
    expect(path).toBe('/sendgrid/v3/mail/send');
    expect(headers.authorization).toBe('Bearer SG.key');
    expect(JSON.parse(body)).toEqual({
      personalizations: [
        { to: [{ email: 'Ann@xn--bcher-kva.example' }], custom_args: { mail_id: '42', mail_attempt: '3' } },
      ],
      from: { email: 'no-reply@arrival-card.example', name: 'Malaysia, Help & Söhne' },
      reply_to: { email: 'support@arrival-card.example' },
      subject: mail.subject,
      headers: { 'Message-ID': '<q1w2e3@arrival-card.example>', 'x-ms-reactions': 'disallow' },
      content: [
        { type: 'text/plain', value: mail.text },
        { type: 'text/html', value: mail.html },
      ],
      attachments: [
        {
          content: pdf.toString('base64'),
          filename: 'arrival-card-100001.pdf',
          type: 'application/pdf',
          disposition: 'attachment',
        },
      ],
      tracking_settings: {
        click_tracking: { enable: false, enable_text: false },
        open_tracking: { enable: false },
        subscription_tracking: { enable: false },
      },
    });
  });
});

describe.each(['AWS', 'Sendgrid'] as const)('%s', (name) => {
  const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
    sending.then(
      () => undefined,
      (error: unknown) => error,
    );

  test.each([400, 401, 403, 404, 413, 422])('a refusal by %d is for good', async (status) => {
    server.next.push(refuse(status, 'Address is not verified.'));
    const error = await failureOf(providers[name].send(mail));
    expect(error).toBeInstanceOf(NotTaken);
    expect(error).toMatchObject({ forGood: true, reason: expect.stringContaining('Address is not verified.') });
    expect((error as NotTaken).reason).toMatch(new RegExp(`^${name} answered ${status}: `));
  });

  test.each([408, 429])('a refusal by %d is worth another try, but not the client’s own', async (status) => {
    const before = server.received.length;
    server.next.push(refuse(status));
    expect(await failureOf(providers[name].send(mail))).toMatchObject({ forGood: false });
    expect(server.received).toHaveLength(before + 1);
  });

  test('a 5xx or a lost answer leaves open whether the mail was taken, and is not asked again', async () => {
    for (const behaviour of [refuse(500), refuse(502), refuse(503), refuse(504), dropConnection]) {
      const before = server.received.length;
      server.next.push(behaviour);
      const error = await failureOf(providers[name].send(mail));
      expect(error).toHaveProperty('message');
      expect(error).not.toBeInstanceOf(NotTaken);
      expect(server.received).toHaveLength(before + 1);
    }
  });

  test('nobody listening is worth another try', async () => {
    const gone = await startProvider();
    await gone.close();
    const env = settings(gone.settings);
    const provider = name === 'AWS' ? new AwsProvider(env) : new SendgridProvider(env);
    const error = await failureOf(provider.send(mail));
    expect(error).toBeInstanceOf(NotTaken);
    expect(error).toMatchObject({ forGood: false, reason: expect.stringMatching(/can't be reached \(ECONNREFUSED\)/) });
  });

  test('mails that follow each other share a connection, and none waits on it for longer than a second', async () => {
    const ports = await portsOf(name, [take, take, 1_500, take]);
    expect(ports[1]).toBe(ports[0]);
    expect(ports[2]).not.toBe(ports[0]);
  });

  test.each([
    ['says that it closes the connection', takeWith('connection', 'close')],
    ['keeps the connection for a second', takeWith('keep-alive', 'timeout=1')],
    ['closes the connection without a word', takeAndClose()],
    ['closes the connection while it is idle', takeAndClose(300)],
  ])('after a provider that %s, the next mail has another one', async (_, behaviour) => {
    const ports = await portsOf(name, [behaviour, 600, take]);
    expect(ports[1]).not.toBe(ports[0]);
  });

  test('a kept connection that breaks leaves open whether the mail was taken, and is not asked again', async () => {
    await providers[name].send(mail);
    const before = server.received.length;
    server.next.push(dropConnection);
    const error = await failureOf(providers[name].send(mail));
    expect(error).toHaveProperty('message');
    expect(error).not.toBeInstanceOf(NotTaken);
    expect(server.received).toHaveLength(before + 1);
    expect(server.ports().at(-1)).toBe(server.ports().at(-2));
  });

  test('so does one that is reset before the provider has read the whole mail', async () => {
    const requests = { begun: 0 };
    const { url, close } = await listen((socket) => {
      socket.on('data', (bytes) => {
        if (!bytes.includes('POST ')) return;
        requests.begun += 1;
        if (requests.begun === 1) socket.write('HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\n{}');
        else socket.resetAndDestroy();
      });
    });
    const provider = at(name, url);
    // the first answer comes with the head of the mail, so that the second mail is sent over the same connection
    await provider.send({ ...mail, attachment: null });
    const error = await failureOf(
      provider.send({ ...mail, attachment: { ...mail.attachment!, bytes: Buffer.alloc(3e6) } }),
    );
    expect(String(error)).toMatch(/ECONNRESET|EPIPE/);
    expect(error).not.toBeInstanceOf(NotTaken);
    await sleep(200);
    expect(requests.begun).toBe(2);
    await close();
  });

  test('an answer that breaks off tells what its status tells', async () => {
    const breakOff = (status: number, text: string) => (response: Parameters<typeof take>[0]) => {
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': '1000', 'x-message-id': 'x' });
      response.write(text, () => response.destroy());
    };
    server.next.push(breakOff(429, '{"message":"Slow down"}'));
    expect(await failureOf(providers[name].send(mail))).toMatchObject({ forGood: false });
    server.next.push(breakOff(500, '{"message":"Broken"}'));
    expect(await failureOf(providers[name].send(mail))).not.toBeInstanceOf(NotTaken);
    server.next.push(breakOff(200, '{"MessageId":"x"}'));
    expect(await providers[name].send(mail)).toBe('x');
  });

  describe('when no connection is made', () => {
    test('because the other side has no TLS, nothing was sent', async () => {
      const error = await failureOf(at(name, new URL(server.settings.MAIL_SES_ENDPOINT).host, 'https').send(mail));
      expect(error).toBeInstanceOf(NotTaken);
      expect(error).toMatchObject({ forGood: false, reason: expect.stringMatching(/can't be reached/) });
    });

    test('because nobody vouches for the certificate, nothing was sent', async () => {
      const { pem, privateKey } = makeCertificate();
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
      let requests = 0;
      const secure = createSecureServer({ key, cert: pem }, () => (requests += 1)).listen(0, '127.0.0.1');
      await once(secure, 'listening');
      const host = `127.0.0.1:${(secure.address() as AddressInfo).port}`;
      const error = await failureOf(at(name, host, 'https').send(mail));
      expect(error).toBeInstanceOf(NotTaken);
      expect(error).toMatchObject({ forGood: false, reason: expect.stringMatching(/can't be reached \(\w*CERT\w*\)/) });
      expect(requests).toBe(0);
      secure.close();
    });

    test('within five seconds, nothing was sent', async () => {
      let connections = 0;
      const { url, close } = await listen(() => void (connections += 1));
      const started = Date.now();
      const error = await failureOf(at(name, url, 'https').send(mail));
      expect(error).toBeInstanceOf(NotTaken);
      expect(Date.now() - started).toBeGreaterThan(4_500);
      expect(Date.now() - started).toBeLessThan(patient(14_000));
      expect(connections).toBe(1);
      await close();
    });
  });
});

/** Sends mails one after the other, which the provider answers so, with pauses of milliseconds; gives their ports. */
async function portsOf(name: 'AWS' | 'Sendgrid', steps: (typeof take | number)[]): Promise<number[]> {
  const before = server.received.length;
  for (const step of steps) {
    if (typeof step === 'number') {
      await sleep(step);
    } else {
      server.next.push(step);
      await providers[name].send(mail);
    }
  }
  const ports = server.ports().slice(before);
  // each mail came once
  expect(ports).toHaveLength(steps.filter((step) => typeof step !== 'number').length);
  return ports;
}

/** A provider's client for another server. */
function at(name: 'AWS' | 'Sendgrid', host: string, protocol = 'http'): Provider {
  const url = `${protocol}://${host}`;
  const env = settings({ MAIL_SES_ENDPOINT: url, MAIL_SENDGRID_BASE_URL: url });
  return name === 'AWS' ? new AwsProvider(env) : new SendgridProvider(env);
}

/** Listens for bare connections. */
async function listen(onSocket: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const bare = createSocketServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(bare, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    bare.close();
    await once(bare, 'close');
  };
  return { url: `127.0.0.1:${(bare.address() as AddressInfo).port}`, close };
}

test('a provider that does not answer is waited for fifteen seconds', async () => {
  server.next.push(neverAnswer, neverAnswer);
  const before = server.received.length;
  const started = Date.now();
  const ended = await Promise.all(
    Object.values(providers).map(async (provider) => {
      await expect(provider.send(mail)).rejects.not.toBeInstanceOf(NotTaken);
      return Date.now() - started;
    }),
  );
  for (const ms of ended) {
    expect(ms).toBeGreaterThan(14_500);
    expect(ms).toBeLessThan(patient(28_000));
  }
  // each has tried once
  expect(server.received).toHaveLength(before + ended.length);
});

test('an address keeps its name part and has its domain in ASCII', () => {
  expect(asciiAddress('Ann.O’Neil@Bücher.example')).toBe('Ann.O’Neil@xn--bcher-kva.example');
  expect(asciiAddress('ann@例え.jp')).toBe('ann@xn--r8jz45g.jp');
});

test('dots that servers take in quotation marks alone are in them, for both providers', async () => {
  for (const local of ['ann.', '.ann', 'an..n']) {
    const loose = { ...mail, recipient: `${local}@ezweb.ne.jp` };
    await providers.AWS.send(loose);
    const request = JSON.parse(server.received.at(-1)!.body) as {
      Destination: { ToAddresses: string[] };
      Content: { Raw: { Data: string } };
    };
    expect(request.Destination.ToAddresses).toEqual([`"${local}"@ezweb.ne.jp`]);
    expect(Buffer.from(request.Content.Raw.Data, 'base64').toString()).toContain(
      `\r\nTo: <"${local}"@ezweb.ne.jp>\r\n`,
    );
    await providers.Sendgrid.send(loose);
    expect(JSON.parse(server.received.at(-1)!.body)).toMatchObject({
      personalizations: [{ to: [{ email: `"${local}"@ezweb.ne.jp` }] }],
    });
    expect(unicodeAddress(`"${local}"@ezweb.ne.jp`)).toBe(loose.recipient);
  }
});
