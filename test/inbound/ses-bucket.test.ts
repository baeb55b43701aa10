import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SnsCertificates } from '../../src/mail/providers/aws/signature.js';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { certificateUrl, makeSns, topicArn } from '../mail/sns-sender.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { post, standInForDns } from './mails.js';

// Stands in for the bucket that SES puts mails into; with a real one test/inbound/inbound.test.ts does the same.
const answers = new Map<string, (response: ServerResponse) => void>();
const sns = makeSns();
let bucket: Server;
let app: TestApp;
beforeAll(async () => {
  bucket = createServer(({ url }, response) => {
    const answer = answers.get(new URL(url!, 'http://bucket').pathname);
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => void bucket.listen(0, '127.0.0.1', listening));
  app = await startApp({
    settings: {
      APPLICATION_MAIL_DOMAIN: 'apply.test',
      SES_INBOUND_TOPIC_ARN: topicArn,
      SES_INBOUND_BUCKET: 'inbound-mails',
      S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    },
  });
  app.web.get<SnsCertificates>('SnsCertificates').add(certificateUrl, sns.pem);
  standInForDns(app.web);
});
afterAll(async () => {
  await app.close();
  bucket.closeAllConnections();
  bucket.close();
});

/** A mail with so many photos of 2.9 MB, as a telephone sends them. */
function photos(count: number): Buffer {
  const lines = (bytes: Buffer) => bytes.toString('base64').replace(/(.{76})/g, '$1\r\n');
  const photo = lines(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(2_900_000)]));
  const head =
    'From: Ann Example <ann@example.com>\r\nSubject: My passport\r\nMessage-ID: <photos@example.com>\r\n' +
    'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="m1"\r\n\r\n' +
    '--m1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHere are the pictures of my passport.\r\n';
  const parts = Array.from(
    { length: count },
    (_, n) =>
      `--m1\r\nContent-Type: image/jpeg; name="IMG_${n}.jpg"\r\nContent-Disposition: attachment; filename="IMG_${n}.jpg"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${photo}\r\n`,
  );
  return Buffer.from(`${head}${parts.join('')}--m1--\r\n`);
}

/** SES's notification of a mail to an order that lies in the bucket. */
async function notify(orderId: number, objectKey: string): Promise<number> {
  const action = { type: 'S3', bucketName: 'inbound-mails', objectKey };
  const receipt = { recipients: [`${orderId}@apply.test`], action };
  const Message = JSON.stringify({ notificationType: 'Received', receipt });
  const body = Buffer.from(JSON.stringify(sns.message({ Message })));
  return (await post(app, '/api/webhooks/inbound/ses', body, 'text/plain')).code;
}

const kept = (orderId: number) =>
  app.database.query<{ id: number }[]>('SELECT id FROM inbound_mails WHERE order_id = $1', [orderId]);

test('a mail above 20 MB in the bucket of SES is a row with sender, subject and text, without its files', async () => {
  const { id } = await takeIn(app);
  const raw = photos(6);
  expect(raw.length).toBeGreaterThan(20 * 1024 * 1024);
  answers.set('/inbound-mails/large', (response) => response.end(raw));
  for (let time = 0; time < 2; time++) expect(await notify(id, 'large')).toBe(200);
  const [mail, ...others] = await kept(id);
  expect(others).toEqual([]);
  await app.web.get<ReadingService>('ReadingService').readNow(mail!.id, true);
  const { thread, inbox_marks: marks } = (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' }))
    .body.data;
  expect(marks).toEqual(['wrote']);
  expect(thread).toMatchObject([
    {
      who: 'ann@example.com',
      subject: 'My passport',
      text: 'Here are the pictures of my passport.',
      note: expect.stringContaining('This mail was too large'),
      files: [],
      not_kept: expect.stringContaining('IMG_0.jpg, IMG_1.jpg'),
    },
  ]);
});

test('one above 40 MB has a final answer, one that breaks off or is not there is asked for again', async () => {
  const { id } = await takeIn(app);
  const huge = Buffer.alloc(41 * 1024 * 1024, 'x');
  answers.set('/inbound-mails/huge', (response) => response.end(huge));
  expect(await notify(id, 'huge')).toBe(200);
  expect(await notify(id, 'nowhere')).toBe(503);
  answers.set('/inbound-mails/cut', (response) => {
    response.writeHead(200, { 'content-length': 5_000 });
    response.write('From: ann@example.com', () => response.destroy());
  });
  expect(await notify(id, 'cut')).toBe(503);
  expect(await kept(id)).toEqual([]);
});
