import { SendEmailCommand, type SendEmailCommandInput, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash, createHmac } from 'node:crypto';
import PostalMime from 'postal-mime';
import { AwsProvider } from '../../src/mail/providers/aws/client.js';
import { asciiAddress, NotTaken, type Outgoing, type Provider } from '../../src/mail/providers/provider.js';
import { SendgridProvider } from '../../src/mail/providers/sendgrid/client.js';
import { readEnv } from '../../src/platform/env.js';
import { dropConnection, neverAnswer, refuse, startProvider } from './provider-server.js';

const pdf = Buffer.from('%PDF-1.7\n\u0000\u00ff binary', 'latin1');

const mail: Outgoing = {
  mailId: 42,
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
        { Name: 'attempt', Value: '3' },
      ],
    });

    const message = await PostalMime.parse(Buffer.from(request.Content.Raw.Data, 'base64'));
    expect(message.html).toBe(mail.html);
    expect(message.text).toBe(mail.text);
    expect(message.subject).toBe(mail.subject);
    expect(message.from).toMatchObject({ name: 'Malaysia, Help & Söhne', address: 'no-reply@arrival-card.example' });
    expect(message.to).toMatchObject([{ address: 'Ann@xn--bcher-kva.example' }]);
    expect(message.replyTo).toMatchObject([{ address: 'support@arrival-card.example' }]);
    expect(message.messageId).toBe('<mail-42@arrival-card.example>');
    const [attached] = message.attachments;
    expect(attached).toMatchObject({ filename: 'arrival-card-100001.pdf', mimeType: 'application/pdf' });
    expect(Buffer.from(attached!.content as ArrayBuffer)).toEqual(pdf);
  });
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
        { to: [{ email: 'Ann@xn--bcher-kva.example' }], custom_args: { mail_id: '42', attempt: '3' } },
      ],
      from: { email: 'no-reply@arrival-card.example', name: 'Malaysia, Help & Söhne' },
      reply_to: { email: 'support@arrival-card.example' },
      subject: mail.subject,
      headers: { 'Message-ID': '<mail-42@arrival-card.example>' },
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
    const before = server.ports().length;
    await providers[name].send(mail);
    await providers[name].send(mail);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await providers[name].send(mail);
    const [first, second, third] = server.ports().slice(before);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  test('a kept connection that breaks leaves open whether the mail was taken, and is not asked again', async () => {
    await providers[name].send(mail);
    const before = server.received.length;
    server.next.push(dropConnection);
    const error = await failureOf(providers[name].send(mail));
    expect(error).toHaveProperty('message');
    expect(error).not.toBeInstanceOf(NotTaken);
    expect(server.ports().at(-1)).toBe(server.ports().at(-2));
    expect(server.received).toHaveLength(before + 1);
  });

  test('without TLS on the other side nothing was sent', async () => {
    const secure = settings({
      MAIL_SES_ENDPOINT: server.settings.MAIL_SES_ENDPOINT.replace('http:', 'https:'),
      MAIL_SENDGRID_BASE_URL: server.settings.MAIL_SENDGRID_BASE_URL.replace('http:', 'https:'),
    });
    const provider = name === 'AWS' ? new AwsProvider(secure) : new SendgridProvider(secure);
    expect(await failureOf(provider.send(mail))).toMatchObject({
      forGood: false,
      reason: expect.stringMatching(/can't be reached/),
    });
  });
});

test('Amazon’s own client sends the same request', async () => {
  await providers.AWS.send(mail);
  const ours = server.received.at(-1)!;
  const amazons = new SESv2Client({
    region: 'ap-southeast-1',
    endpoint: server.settings.MAIL_SES_ENDPOINT,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
  const { Content, ...rest } = JSON.parse(ours.body) as SendEmailCommandInput & { Content: { Raw: { Data: string } } };
  const input = { ...rest, Content: { Raw: { Data: Buffer.from(Content.Raw.Data, 'base64') } } };
  await amazons.send(new SendEmailCommand(input));
  const theirs = server.received.at(-1)!;
  expect(ours.path).toBe(theirs.path);
  expect(JSON.parse(ours.body)).toEqual(JSON.parse(theirs.body));
  expect(ours.headers).toMatchObject({
    'content-type': theirs.headers['content-type'],
    'x-amz-content-sha256': createHash('sha256').update(ours.body).digest('hex'),
  });
  const scopeOf = ({ headers }: typeof ours) => /Credential=\S+/.exec(headers.authorization!)![0];
  expect(scopeOf(ours)).toBe(scopeOf(theirs));

  // the signature is what Amazon's signer makes of what arrived, with the body's hash by Amazon's own rule
  const signedAt = ours.headers['x-amz-date'] as string;
  const signed = /SignedHeaders=([^,]+), Signature=(\w+)/.exec(ours.headers.authorization!)!;
  const canonical = [
    'POST',
    ours.path,
    '',
    ...signed[1]!.split(';').map((header) => `${header}:${String(ours.headers[header])}`),
    '',
    signed[1],
    createHash('sha256').update(ours.body).digest('hex'),
  ].join('\n');
  const day = signedAt.slice(0, 8);
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const toSign = `AWS4-HMAC-SHA256\n${signedAt}\n${day}/ap-southeast-1/ses/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`;
  const key = ['ap-southeast-1', 'ses', 'aws4_request'].reduce(hmac, hmac('AWS4secret', day));
  expect(signed[2]).toBe(hmac(key, toSign).toString('hex'));
});

test('signatures follow Amazon’s clock when this machine’s is wrong', async () => {
  const [provider, day] = [new AwsProvider(settings(server.settings)), 86_400_000];
  const tomorrow = new Date(Date.now() + day);
  server.next.push((response, id) => {
    response.setHeader('date', tomorrow.toUTCString());
    return refuse(403, 'Signature expired')(response, id);
  });
  await expect(provider.send(mail)).rejects.toBeInstanceOf(NotTaken);
  await provider.send(mail);
  const signedAt = server.received.at(-1)!.headers['x-amz-date'] as string;
  expect(signedAt.slice(0, 8)).toBe(new Date(Date.now() + day).toISOString().slice(0, 10).replaceAll('-', ''));
});

test('a provider that does not answer is waited for fifteen seconds', async () => {
  server.next.push(neverAnswer, neverAnswer);
  const started = Date.now();
  const ended = await Promise.all(
    Object.values(providers).map(async (provider) => {
      await expect(provider.send(mail)).rejects.not.toBeInstanceOf(NotTaken);
      return Date.now() - started;
    }),
  );
  for (const ms of ended) {
    expect(ms).toBeGreaterThan(14_500);
    // a second try would take as long again
    expect(ms).toBeLessThan(28_000);
  }
});

test('an address keeps its name part and has its domain in ASCII', () => {
  expect(asciiAddress('Ann.O’Neil@Bücher.example')).toBe('Ann.O’Neil@xn--bcher-kva.example');
  expect(asciiAddress('ann@例え.jp')).toBe('ann@xn--r8jz45g.jp');
});
