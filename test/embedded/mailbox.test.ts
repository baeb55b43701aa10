import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type client from '@sendgrid/client';
import sendgrid from '@sendgrid/mail';
import Fastify, { type FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { registerMailbox } from '../../src/embedded/mailbox.js';

type Row = {
  id: string;
  provider: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; size: number; sha256: string }[];
  received_at: string;
};

let folder: string;
let dir: string;
let app: FastifyInstance;
let origin: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app?.close();
  dir = await mkdtemp(join(folder, 'mails-'));
  await serve();
});

async function serve(): Promise<void> {
  app = Fastify();
  await registerMailbox(app, { inbound: { url: 'http://127.0.0.1:9', key: '', domain: 'apply.test' }, dir });
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function mailbox(query = ''): Promise<Row[]> {
  return (await (await fetch(`${origin}/dev/mailbox.json${query}`)).json()) as Row[];
}

function ses(maxAttempts = 1): SESv2Client {
  return new SESv2Client({
    endpoint: `${origin}/dev/ses`,
    region: 'ap-southeast-1',
    credentials: { accessKeyId: 'embedded', secretAccessKey: 'embedded' },
    maxAttempts,
  });
}

function useSendgrid(): void {
  sendgrid.setApiKey('SG.embedded');
  // setApiKey puts the base URL back.
  (sendgrid as unknown as { client: typeof client }).client.setDefaultRequest('baseUrl', `${origin}/dev/sendgrid`);
}

async function mime(mail: object): Promise<Buffer> {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
  return message as Buffer;
}

async function sendSes(mail: { to: string; subject?: string; html?: string; text?: string }, maxAttempts = 1) {
  const Data = await mime({ from: 'cards@shop.test', subject: 'Your card', text: 'Here it is.', ...mail });
  return ses(maxAttempts).send(new SendEmailCommand({ Content: { Raw: { Data } } }));
}

async function ask(fault: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${origin}/dev/mailbox/faults`, { method: 'POST', headers, body: JSON.stringify(fault) });
}

const card = randomBytes(5 * 1024 * 1024);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('POST /dev/ses/v2/email/outbound-emails', () => {
  test('takes a MIME mail with a 5 MB attachment from the SDK, unharmed', async () => {
    const Data = await mime({
      from: 'Cards <cards@shop.test>',
      to: 'Zoë Ñandú <zoe@example.com>',
      subject: 'Your card is ready · 准备好了',
      text: 'Plain words',
      html: '<p>Rich words</p>',
      attachments: [{ filename: 'carte d’arrivée.pdf', content: card, contentType: 'application/pdf' }],
    });
    const Destination = { ToAddresses: ['Zoë <zoe@example.com>'], BccAddresses: ['archive@shop.test'] };
    const { MessageId } = await ses().send(new SendEmailCommand({ Destination, Content: { Raw: { Data } } }));

    expect(await mailbox()).toEqual([
      {
        id: MessageId,
        provider: 'AWS',
        to: ['zoe@example.com', 'archive@shop.test'],
        subject: 'Your card is ready · 准备好了',
        text: 'Plain words\n',
        html: '<p>Rich words</p>\n',
        attachments: [
          { filename: 'carte d’arrivée.pdf', contentType: 'application/pdf', size: card.length, sha256: sha256(card) },
        ],
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
  });

  test('takes simple content', async () => {
    await ses().send(
      new SendEmailCommand({
        FromEmailAddress: 'cards@shop.test',
        Destination: { ToAddresses: ['a@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: 'Simple' },
            Body: { Text: { Data: 'text' }, Html: { Data: '<p>html</p>' } },
            Attachments: [{ FileName: 'a.pdf', RawContent: Buffer.from('pdf'), ContentType: 'application/pdf' }],
          },
        },
      }),
    );

    const [mail] = await mailbox();
    expect(mail).toMatchObject({ to: ['a@example.com'], subject: 'Simple', text: 'text', html: '<p>html</p>' });
    expect(mail!.attachments[0]).toEqual({
      filename: 'a.pdf',
      contentType: 'application/pdf',
      size: 3,
      sha256: sha256(Buffer.from('pdf')),
    });
  });

  test('takes a document of the largest size that may be uploaded', async () => {
    const attachments = [{ filename: 'card.pdf', content: randomBytes(10 * 1024 * 1024) }];
    const Data = await mime({ from: 'cards@shop.test', to: 'a@example.com', subject: 'Large', text: 'x', attachments });
    await ses().send(new SendEmailCommand({ Content: { Raw: { Data } } }));

    expect((await mailbox())[0]!.attachments[0]!.size).toBe(10 * 1024 * 1024);
  });

  test('refuses what is not signed, and a mail to nobody', async () => {
    const headers = { 'content-type': 'application/json' };
    const unsigned = await fetch(`${origin}/dev/ses/v2/email/outbound-emails`, { method: 'POST', headers, body: '{}' });

    expect(unsigned.status).toBe(401);
    const Data = await mime({ from: 'cards@shop.test', subject: 'To nobody', text: 'x' });
    const toNobody = ses().send(new SendEmailCommand({ Content: { Raw: { Data } } }));
    await expect(toNobody).rejects.toMatchObject({ name: 'BadRequestException' });
    expect(await mailbox()).toEqual([]);
  });
});

describe('POST /dev/sendgrid/v3/mail/send', () => {
  const mail = {
    from: 'cards@shop.test',
    to: ['a@example.com', 'b@example.com'],
    subject: 'Your card',
    text: 'Plain words',
    html: '<p>Rich words</p>',
  };

  test('takes a mail with a 5 MB attachment from the client, unharmed', async () => {
    useSendgrid();
    const attachments = [{ filename: 'card.pdf', content: card.toString('base64'), type: 'application/pdf' }];
    const [answer] = await sendgrid.send({ ...mail, attachments });

    expect(answer.statusCode).toBe(202);
    expect(await mailbox()).toEqual([
      {
        id: (answer.headers as Record<string, string>)['x-message-id'],
        provider: 'Sendgrid',
        to: ['a@example.com', 'b@example.com'],
        subject: 'Your card',
        text: 'Plain words',
        html: '<p>Rich words</p>',
        attachments: [
          { filename: 'card.pdf', contentType: 'application/pdf', size: card.length, sha256: sha256(card) },
        ],
        received_at: expect.any(String),
      },
    ]);
  });

  test('refuses a request without a key, and one without content', async () => {
    const send = (headers: Record<string, string>) =>
      fetch(`${origin}/dev/sendgrid/v3/mail/send`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ from: { email: 'a@example.com' }, personalizations: [], content: [] }),
      });

    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: 'Bearer SG.x' })).status).toBe(400);
  });
});

describe('everything under /dev', () => {
  const asked = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      get(`${origin}/dev/mailbox.json`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      }).on('error', reject);
    });

  test('refuses what a proxy or a tunnel forwards', async () => {
    expect(await asked({})).toBe(200);
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])
      expect([name, await asked({ [name]: '127.0.0.1' })]).toEqual([name, 404]);
  });

  test('answers to a name of this machine alone', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost', 'LOCALHOST:80', '[::1]:3000'])
      expect([host, await asked({ Host: host })]).toEqual([host, 200]);
    for (const host of ['desk.example', 'localhost.desk.example', '127.0.0.1.desk.example', '127.0.0.2'])
      expect([host, await asked({ Host: host })]).toEqual([host, 404]);
  });
});

describe('GET /dev/mailbox.json', () => {
  test('is newest first, filtered by address, and bounded', async () => {
    for (const name of ['one', 'two', 'three']) await sendSes({ to: `${name}@example.com`, subject: name });

    const subjects = async (query = '') => (await mailbox(query)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['three', 'two', 'one']);
    expect(await subjects('?to=TWO@example.com')).toEqual(['two']);
    expect(await subjects('?limit=2')).toEqual(['three', 'two']);
    expect((await fetch(`${origin}/dev/mailbox.json?limit=x`)).status).toBe(422);
  });

  test('still has after a restart what came before it, and nothing of a mail that was cut short', async () => {
    await sendSes({ to: 'a@example.com' });
    const before = await mailbox();
    await app.close();
    const cut = join(dir, `.${Date.now()}-${'0'.repeat(16)}`);
    await mkdir(cut);
    await writeFile(join(cut, 'mail.json'), '{"id');
    await serve();

    expect(await mailbox()).toEqual(before);
    expect(await readdir(dir)).toEqual([before[0]!.id]);
  });

  test('keeps the newest thousand', async () => {
    useSendgrid();
    const send = (n: number) =>
      sendgrid.send({ from: 'cards@shop.test', to: 'a@example.com', subject: String(n), text: 'x' });
    for (let n = 0; n < 1003; n += 17) await Promise.all(Array.from({ length: 17 }, (_, i) => send(n + i)));

    const mails = await mailbox();
    expect(mails).toHaveLength(1000);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1000);
    expect((await readdir(dir)).length).toBe(1000);
  });
});

describe('POST /dev/mailbox/faults', () => {
  test('makes the next sends of one provider fail, the way its client understands', async () => {
    await ask({ provider: 'AWS', status: 429, count: 1 });
    await expect(sendSes({ to: 'a@example.com' })).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    await ask({ provider: 'Sendgrid', status: 500, count: 1 });
    useSendgrid();
    const mail = { from: 'cards@shop.test', to: 'a@example.com', subject: 'x', text: 'x' };
    await expect(sendgrid.send(mail)).rejects.toMatchObject({ code: 500 });
    expect(await mailbox()).toEqual([]);

    await sendgrid.send(mail);
    expect(await mailbox()).toHaveLength(1);
  });

  test("a client's own retries get through once the faults are used up", async () => {
    await ask({ provider: 'AWS', status: 503, count: 2 });
    await sendSes({ to: 'a@example.com' }, 3);

    expect(await mailbox()).toHaveLength(1);
  });

  test('can lose the answer to a mail that came in, and answer late', async () => {
    await ask({ provider: 'AWS', status: 500, keep: true });
    await expect(sendSes({ to: 'a@example.com' })).rejects.toThrow();
    expect(await mailbox()).toHaveLength(1);

    await ask({ provider: 'AWS', status: 200, delay: 300 });
    const begin = Date.now();
    await sendSes({ to: 'b@example.com' });
    expect(Date.now() - begin).toBeGreaterThanOrEqual(300);
  });

  test('can fail the mails to one address alone', async () => {
    await ask({ provider: 'AWS', status: 400, to: 'b@example.com' });
    await sendSes({ to: 'a@example.com' });
    await expect(sendSes({ to: 'b@example.com' })).rejects.toThrow();
    await sendSes({ to: 'b@example.com' });
    expect(await mailbox()).toHaveLength(2);
  });

  test('refuses an unknown provider', async () => {
    expect((await ask({ provider: 'Mailgun' })).status).toBe(422);
  });
});

describe('GET /dev/mailbox', () => {
  const page = async (path = '') => (await fetch(`${origin}/dev/mailbox${path}`)).text();

  test('lists the mails and shows the newest, or the one that is asked for', async () => {
    await sendSes({ to: 'first@example.com', subject: 'First' });
    await sendSes({ to: 'second@example.com', subject: 'Second', html: '<p>x</p>' });
    const [second, first] = await mailbox();

    const inbox = await page();
    expect(inbox).toContain('first@example.com');
    expect(inbox).toContain('<h2>Second</h2>');
    expect(inbox).toContain(`src="/dev/mailbox/${second!.id}/body"`);
    expect(await page(`/${first!.id}`)).toContain('<h2>First</h2>');
    expect(await page(`/${first!.id}`)).toContain('<pre>Here it is.');
    expect(await page('?to=first@')).not.toContain('second@example.com');
  });

  test('says what an empty box is', async () => {
    expect(await page()).toContain('No mail yet.');
    expect(await page('?to=%3Cb%3E')).toContain('“&lt;b&gt;”');
  });

  test('what others wrote is text on the page and can run nothing in its frame', async () => {
    const hostile = '<script>alert(1)</script>';
    await sendSes({ to: 'a@example.com', subject: hostile, html: `${hostile}<a href="http://x.test">x</a>` });
    const [{ id }] = (await mailbox()) as [Row];

    const answer = await fetch(`${origin}/dev/mailbox`);
    expect(await answer.text()).not.toContain(hostile);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    const body = await fetch(`${origin}/dev/mailbox/${id}/body`);
    const policy = body.headers.get('content-security-policy')!;
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/);
    expect(policy).not.toContain('script');
    expect(await body.text()).toContain('<base target="_blank">');
  });

  test('hands out attachments whole, as downloads, and nothing beside them', async () => {
    useSendgrid();
    await sendgrid.send({
      from: 'cards@shop.test',
      to: 'a@example.com',
      subject: 'x',
      text: 'x',
      attachments: [
        { filename: 'päge.html', content: Buffer.from('<script>').toString('base64'), type: 'text/html' },
        { filename: 'b', content: 'eA==', type: 'a/b\r\nx: y' },
      ],
    });
    const [{ id }] = (await mailbox()) as [Row];
    const get = (path: string) => fetch(`${origin}/dev/mailbox/${path}`);

    const answer = await get(`${id}/attachments/0`);
    expect(await answer.text()).toBe('<script>');
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''p%C3%A4ge.html");
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect((await get(`${id}/attachments/1`)).headers.get('content-type')).toBe('application/octet-stream');
    for (const path of [
      `${id}/attachments/2`,
      `${id}/attachments/mail.json`,
      '..%2F..%2Fetc/attachments/0',
      'x/body',
      'x',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

test('a caller from another machine finds nothing', async () => {
  for (const [url, status] of [
    ['/dev/mailbox', 200],
    ['/dev/mailbox.json', 200],
  ] as const) {
    expect((await app.inject({ url, remoteAddress: '127.0.0.1' })).statusCode).toBe(status);
    expect((await app.inject({ url, remoteAddress: '::ffff:127.0.0.1' })).statusCode).toBe(status);
    expect((await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode).toBe(404);
  }
});
