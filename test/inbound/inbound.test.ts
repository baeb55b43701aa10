import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { InboundQueries } from '../../src/inbound/inbound.queries.js';
import type { InboundService } from '../../src/inbound/inbound.service.js';
import type { SnsCertificates } from '../../src/mail/providers/aws/signature.js';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import type { Storage } from '../../src/platform/storage.js';
import { sampleCardOf } from '../../src/seed/sample-cards.js';
import { routes } from '../../src/shared/routes.js';
import { certificateUrl, makeSns, topicArn } from '../mail/sns-sender.js';
import { cardPdf } from '../support/card.js';
import { eventually } from '../support/eventually.js';
import { startApp, type TestApp } from '../support/app.js';
import { dayFromNow, takeIn } from '../support/orders.js';
import { deliver, inboundKey, mime, post, signed, standInForDns } from './mails.js';

// The bucket of TEST_S3_ENDPOINT and TEST_S3_BUCKET, when they are set (test/platform/storage.test.ts).
const { TEST_S3_ENDPOINT, TEST_S3_BUCKET = 'inbound-mails' } = process.env;
const credentials = {
  accessKeyId: process.env.TEST_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.TEST_S3_SECRET_ACCESS_KEY ?? '',
};
const sns = makeSns();

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    settings: {
      INBOUND_KEY: inboundKey,
      APPLICATION_MAIL_DOMAIN: 'apply.test',
      SES_INBOUND_TOPIC_ARN: topicArn,
      SES_INBOUND_BUCKET: TEST_S3_BUCKET,
      ...(TEST_S3_ENDPOINT && {
        S3_ENDPOINT: TEST_S3_ENDPOINT,
        AWS_ACCESS_KEY_ID: credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      }),
    },
  });
  app.web.get<SnsCertificates>('SnsCertificates').add(certificateUrl, sns.pem);
  standInForDns(app.web);
});
afterAll(() => app.close());

const calendar = (method: string) => ({
  name: 'invite.ics',
  type: `text/calendar; method=${method}`,
  bytes: Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'),
});
const mailbox = (id: number) => `${id}@apply.test`;
const rows = (sql: string, values: unknown[] = []) => app.database.query<Record<string, unknown>[]>(sql, values);
/** Reads everything that came, as the job does. */
async function readAll(): Promise<void> {
  for (const { id } of await rows("SELECT id FROM inbound_mails WHERE kind = 'unread' ORDER BY id")) {
    await app.web.get<ReadingService>('ReadingService').readNow(id as number, true);
  }
}
const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'team' })).body.data;
const pinText = (name: string, passport: string, pin: string) =>
  `Dear traveller,\nName : ${name}\nPassport No : ${passport}\nYour MDAC PIN : ${pin}\n`;

/** How many notifications of a provider could not be used. */
async function unreadable(provider: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  const name = `mail_events_unused_total{provider="${provider}",reason="unreadable"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length),
  );
}

describe('POST /api/webhooks/inbound/sendgrid', () => {
  test('refuses a wrong key, a body that is no form, and a form without the raw mail', async () => {
    const { id } = await takeIn(app);
    expect((await deliver(app, mime(), mailbox(id), 'wrong')).code).toBe(401);
    const path = `/api/webhooks/inbound/sendgrid?key=${encodeURIComponent(inboundKey)}`;
    expect((await post(app, path, Buffer.from('{}'), 'application/json')).code).toBe(415);
    const empty = Buffer.from('--b\r\nContent-Disposition: form-data; name="subject"\r\n\r\nHi\r\n--b--\r\n');
    expect((await post(app, path, empty, 'multipart/form-data; boundary=b')).code).toBe(422);
    expect(await rows('SELECT FROM inbound_mails')).toEqual([]);
  });
});

test('thirty mails out of order, two of them twice: 27 orders have their PIN, two say look, one is aside', async () => {
  const orders = await Promise.all(
    Array.from({ length: 29 }, (_, n) => takeIn(app, { full_name: `Trüe Söul${n}`, passport_no: `K${1_000_000 + n}` })),
  );
  const letters = await Promise.all(
    orders.map(async (_order, n) => {
      const own = pinText(`SOUL${n} TRUE`, `K${1_000_000 + n}`, `77${1000 + n}`);
      if (n === 27) return mime({ from: 'noreply@imi.gov.my', text: own }); // forged: not signed
      if (n === 28) return signed({ text: pinText('Somebody Else', 'Z9999999', '881234') });
      return signed({ text: own });
    }),
  );
  const mails = [
    ...letters.map((raw, n) => ({ raw, to: mailbox(orders[n]!.id) })),
    { raw: await signed({ text: 'PIN : 660000' }), to: mailbox(999_999_999) },
  ];
  const again = [mails[3]!, mails[7]!];
  // a mail that was signed and changed on the way is forged, too
  const changed = Buffer.from(mails[5]!.raw.toString('latin1').replace('77', '78'), 'latin1');
  expect(changed.equals(mails[5]!.raw)).toBe(false);

  const shuffled = [...mails, ...again].toSorted((a, b) => ((a.raw.length * 7919) % 31) - ((b.raw.length * 7919) % 31));
  const answers = await Promise.all(shuffled.map(({ raw, to }) => deliver(app, raw, to)));
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  await readAll();

  expect(
    await rows(
      'SELECT kind, order_id IS NULL AS aside, count(*)::int AS n FROM inbound_mails GROUP BY 1, 2 ORDER BY 1, 2',
    ),
  ).toEqual([
    { kind: 'authority', aside: false, n: 27 },
    { kind: 'look', aside: false, n: 2 },
    { kind: 'look', aside: true, n: 1 },
  ]);
  for (const [n, { id }] of orders.entries()) {
    const { thread, activity } = await details(id);
    expect(thread).toHaveLength(1);
    expect(thread[0].pin).toBe(n < 27 ? `••••${String(1000 + n).slice(-2)}` : null);
    expect(JSON.stringify([thread, activity])).not.toContain(`77${1000 + n}`);
  }
  const list = await app.call('GET', '/api/admin/get-orders-list/allOrder?limit=100', { as: 'admin' });
  expect(JSON.stringify(list.body)).not.toContain('771001');

  const [{ id: mailId }] = (await rows('SELECT id FROM inbound_mails WHERE order_id = $1', [orders[0]!.id])) as [
    { id: number },
  ];
  expect((await app.call('POST', '/api/admin/show-pin', { body: { mailId } })).code).toBe(401);
  const shown = await app.call('POST', '/api/admin/show-pin', { as: 'team', body: { mailId } });
  expect(shown.body.data).toEqual({ pin: '771000' });
  expect((await details(orders[0]!.id)).activity[0]).toMatchObject({ action: 'pin.shown', actor: 'Demo Team' });

  await deliver(app, changed, mailbox(orders[6]!.id));
  await readAll();
  expect((await details(orders[6]!.id)).thread[0]).toMatchObject({ kind: 'look', pin: null });

  // a Telecaller sees no whole passport number
  const asTelecaller = await app.call('GET', `/api/admin/get-orders-details/${orders[0]!.id}`, { as: 'telecaller' });
  expect(asTelecaller.body.data.thread[0].text).toContain('Passport No : …0000');
  const waiting = async () =>
    (await app.call('GET', '/api/admin/get-orders-list/newOrder?limit=100', { as: 'team' })).body.data
      .filter(({ inbox_marks }: { inbox_marks: string[] }) => inbox_marks.includes('look'))
      .map(({ order_id }: { order_id: number }) => order_id)
      .toSorted((a: number, b: number) => a - b);
  const toLookAt = [orders[6]!.id, orders[27]!.id, orders[28]!.id].toSorted((a, b) => a - b);
  expect(await waiting()).toEqual(toLookAt);

  // who looked takes the mark off the order
  const [wrong, ...others] = toLookAt as [number, number, number];
  const { mail_id } = (await details(wrong)).thread[0];
  expect((await app.call('PUT', '/api/admin/see-mail', { body: { mailId: mail_id } })).code).toBe(401);
  for (let time = 0; time < 2; time++)
    expect((await app.call('PUT', '/api/admin/see-mail', { as: 'night', body: { mailId: mail_id } })).code).toBe(200);
  const seen = await details(wrong);
  expect(seen.inbox_marks).toEqual([]);
  expect(seen.thread[0]).toMatchObject({ kind: 'look', seen_by: 'Demo Night' });
  expect(seen.activity.filter(({ action }: { action: string }) => action === 'mail.seen')).toHaveLength(1);
  expect(await waiting()).toEqual(others);
});

describe('POST /api/webhooks/inbound/ses', () => {
  const received = (to: string | string[], more: { content?: string; action?: object; virusVerdict?: object }) => {
    const action = { type: 'S3', ...more.action };
    const receipt = {
      recipients: [to].flat(),
      spfVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'FAIL' },
      virusVerdict: more.virusVerdict,
      action,
    };
    return notify(JSON.stringify({ notificationType: 'Received', content: more.content, receipt }));
  };
  const notify = (Message: string) =>
    post(app, '/api/webhooks/inbound/ses', Buffer.from(JSON.stringify(sns.message({ Message }))), 'text/plain');
  const stored = (id: number) =>
    rows('SELECT provider, size, spf, dmarc FROM inbound_mails WHERE order_id = $1 ORDER BY id', [id]);

  test('needs a signature of our topic', async () => {
    expect((await post(app, '/api/webhooks/inbound/ses', Buffer.from('{}'), 'text/plain')).code).toBe(401);
  });

  test('takes a mail that stands in the notification; another bucket than ours is never read', async () => {
    const { id } = await takeIn(app);
    const raw = mime({ text: 'within' });
    const content = raw.toString('base64');
    expect((await received(mailbox(id), { content, action: { type: 'SNS', encoding: 'BASE64' } })).code).toBe(200);
    expect(await stored(id)).toEqual([{ provider: 'AWS', size: raw.length, spf: 'pass', dmarc: 'fail' }]);
    const elsewhere = { bucketName: 'somebody-elses', objectKey: 'mail' };
    // a mail that we may not read is asked for again, until the setting is right
    expect((await received(mailbox(id), { action: elsewhere })).code).toBe(503);
    expect(await stored(id)).toHaveLength(1);
  });

  test.each(['SES', 'SendGrid'])('takes a mail to more than fifty recipients, by %s', async (by) => {
    const { id } = await takeIn(app);
    const raw = mime({ text: 'to a whole group' });
    const others = Array.from({ length: 60 }, (_, n) => `friend${n}@apply.test`);
    const sent =
      by === 'SES'
        ? received([...others, mailbox(id)], {
            content: raw.toString('base64'),
            action: { type: 'SNS', encoding: 'BASE64' },
          })
        : deliver(app, raw, [...others, mailbox(id)]);
    expect((await sent).code).toBe(200);
    expect(await stored(id)).toMatchObject([{ size: raw.length }]);
  });

  test.each(['PASS', 'FAIL', 'PROCESSING_FAILED'])('shows the verdict of the virus scan: %s', async (status) => {
    const { id } = await takeIn(app, { passport_no: 'V1234567' });
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const files = [{ name: 'photo.jpg', type: 'image/jpeg', bytes: picture }];
    const card = [{ name: 'card.pdf', type: 'application/pdf', bytes: await cardPdf('Passport No: V1234567') }];
    const raws = [
      mime({ text: 'My photo', html: '<p>My photo</p>', files }),
      await signed({ text: pinText('Ann Example', 'V1234567', '771235'), files: card }),
    ];
    for (const raw of raws) {
      const content = raw.toString('base64');
      const action = { type: 'SNS', encoding: 'BASE64' };
      expect((await received(mailbox(id), { content, action, virusVerdict: { status } })).code).toBe(200);
    }
    await readAll();
    const { thread, inbox_marks } = await details(id);
    const note = expect.stringContaining('found a virus');
    expect(thread).toMatchObject(
      status === 'FAIL'
        ? [
            { kind: 'look', pin: null, note, not_kept: 'card.pdf', files: [] },
            { kind: 'customer', has_html: false, note, not_kept: 'photo.jpg', files: [] },
          ]
        : [
            { kind: 'authority', pin: '••••35', note: null, files: [{ kind: 'card' }] },
            { kind: 'customer', has_html: true, note: null, files: [{ name: 'photo.jpg' }] },
          ],
    );
    for (const { verdicts } of thread) expect(verdicts).toContain(`virus scan ${status.toLowerCase()}`);
    expect(inbox_marks).toEqual(['wrote', status === 'FAIL' ? 'look' : 'card']);
    expect(JSON.stringify(thread)).not.toContain('771235');
  });

  test('what can’t be used is counted: SNS tries again, or is told what to set', async () => {
    const { id } = await takeIn(app);
    const before = await unreadable('AWS');
    expect((await notify('no JSON')).code).toBe(503);
    expect((await notify('{"notificationType":"Received","receipt":{"recipients":[]}}')).code).toBe(503);
    expect((await received(mailbox(id), {})).code).toBe(503);
    const content = mime({ text: 'Grüße' }).toString();
    for (const encoding of ['UTF8', undefined])
      expect(await received(mailbox(id), { content, action: { type: 'SNS', encoding } })).toMatchObject({
        code: 422,
        body: { message: 'Set the encoding of the receipt rule’s SNS action to Base64.' },
      });
    expect(await unreadable('AWS')).toBe(before + 5);
    expect((await notify('Successfully validated SNS topic for Amazon SES.')).code).toBe(200);
    expect(await unreadable('AWS')).toBe(before + 5);
    expect(await stored(id)).toEqual([]);
  });

  if (!TEST_S3_ENDPOINT) test.skip('takes a mail from the bucket: TEST_S3_ENDPOINT is not set', () => undefined);
  else
    test('takes a mail from the bucket; asks for another try while it is not there; of one above 20 MB the head, of one above 40 MB nothing', async () => {
      const client = new S3Client({
        region: 'us-east-1',
        endpoint: TEST_S3_ENDPOINT,
        forcePathStyle: true,
        credentials,
      });
      await client.send(new CreateBucketCommand({ Bucket: TEST_S3_BUCKET })).catch(() => undefined);
      const { id } = await takeIn(app);
      const raw = mime({ text: `large ${'x'.repeat(300_000)}` });
      const from = (objectKey: string) => received(mailbox(id), { action: { bucketName: TEST_S3_BUCKET, objectKey } });
      const key = `inbound/${randomUUID()}`;
      expect((await from(key)).code).toBe(503);
      const put = (Key: string, Body: Buffer) =>
        client.send(new PutObjectCommand({ Bucket: TEST_S3_BUCKET, Key, Body }));
      await put(key, raw);
      for (let time = 0; time < 2; time++) expect((await from(key)).code).toBe(200);
      expect(await stored(id)).toEqual([{ provider: 'AWS', size: raw.length, spf: 'pass', dmarc: 'fail' }]);
      await readAll();
      expect((await details(id)).thread[0].text).toContain('large xxx');
      for (const [size, kept] of [
        [20, 2],
        [40, 2],
      ] as const) {
        await put(`${key}-${size}`, Buffer.alloc(size * 1024 * 1024 + 1, 'x'));
        expect((await from(`${key}-${size}`)).code).toBe(200);
        expect(await stored(id)).toHaveLength(kept);
      }
      client.destroy();
    });
});

test.each([
  ['a bounce of a server that says nothing else', 'automatic', { from: 'MAILER-DAEMON@mx.example.net' }],
  ['a bounce of a postmaster', 'automatic', { from: 'Postmaster <postmaster@example.net>' }],
  ['a customer who is a postmaster', 'customer', { from: 'postmaster@own.example' }],
  ['Exchange’s out-of-office reply', 'automatic', { headers: ['X-Auto-Response-Suppress: All'] }],
  ['a mail that refuses all answers', 'automatic', { headers: ['X-Auto-Response-Suppress: DR, OOF, AutoReply'] }],
  ['a mail that wants no receipts', 'customer', { headers: ['X-Auto-Response-Suppress: DR, RN, NRN'] }],
  ['a mail in bulk', 'customer', { headers: ['Precedence: bulk'] }],
  ['a vacation reply', 'automatic', { headers: ['Precedence: bulk', 'Auto-Submitted: auto-replied (vacation)'] }],
  ['one that says a person wrote it', 'customer', { headers: ['Auto-Submitted: no', 'Precedence: junk'] }],
  ['a reply to an invitation', 'automatic', { files: [calendar('REPLY')] }],
  ['an invitation', 'customer', { files: [calendar('REQUEST')] }],
])('%s is of the kind %s', async (_what, kind, letter) => {
  const { id } = await takeIn(app, { contact_email_address: 'postmaster@own.example' });
  await deliver(app, mime({ from: 'ann@example.com', ...letter }), mailbox(id));
  await readAll();
  expect((await details(id)).thread).toMatchObject([{ kind }]);
});

test('a report about a mail, and a calendar’s answer that is the whole mail, are no customer’s answers', async () => {
  const { id } = await takeIn(app);
  const move = { orderId: id, updatingStatus: 'Awaiting' };
  expect((await app.call('PUT', '/api/admin/move-order-status', { as: 'team', body: move })).code).toBe(200);
  const report = mime({ text: 'not delivered' })
    .toString()
    .replace('multipart/mixed', 'multipart/report; report-type=x');
  const accepted = 'From: ann@example.com\r\nContent-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\n';
  for (const raw of [report, accepted]) await deliver(app, Buffer.from(raw), mailbox(id));
  await readAll();
  const { thread, inbox_marks } = await details(id);
  expect(thread).toMatchObject([{ kind: 'automatic' }, { kind: 'automatic' }]);
  expect(inbox_marks).toEqual([]);
});

test('a second mail under a used Message-ID is a mail of its own; the same bytes come in once, also at once', async () => {
  const { id } = await takeIn(app);
  const letter = { messageId: '<used@example.com>' };
  const [first, second] = [mime({ ...letter, text: 'I land on MH1.' }), mime({ ...letter, text: 'No, on MH2.' })];
  await Promise.all([first, second, first, second].map((raw) => deliver(app, raw, mailbox(id))));
  await deliver(app, first, mailbox(id));
  await readAll();
  const { thread, activity } = await details(id);
  expect(thread.map(({ text }: { text: string }) => text).toSorted()).toEqual(['I land on MH1.', 'No, on MH2.']);
  expect(activity.filter(({ action }: { action: string }) => action === 'mail.received')).toHaveLength(2);
});

test('a mail of the authority without a PIN is one to look at, unless it brings a PDF; one that does not fit is kept and marked', async () => {
  const passports = ['P7000001', 'P7000002', 'P7000003', 'P7000004', 'P7000005'];
  const orders = await Promise.all(passports.map((passport_no) => takeIn(app, { passport_no })));
  const said = ['Your card is approved.', 'PIN No. : 8pcz kJDr', 'PIN - AB3456789', 'PIN : 771234\nPIN : 881234'];
  const texts = said.map((line, n) => `Passport No. : ${passports[n]}\n${line}`);
  for (const [n, text] of texts.entries()) await deliver(app, await signed({ text }), mailbox(orders[n]!.id));
  const file = { name: 'card.pdf', type: 'application/pdf', bytes: await cardPdf(`Passport No: ${passports[4]}`) };
  await deliver(app, await signed({ text: `Passport No. : ${passports[4]}`, files: [file] }), mailbox(orders[4]!.id));
  await readAll();

  const mails = await rows(
    'SELECT kind, pin, note FROM inbound_mails WHERE order_id = ANY($1) ORDER BY array_position($1, order_id)',
    [orders.map(({ id }) => id)],
  );
  const none = { kind: 'look', pin: null, note: 'No PIN could be read in it, or more than one.' };
  expect(mails).toEqual([
    none,
    { kind: 'authority', pin: '8pczkJDr', note: null },
    { kind: 'authority', pin: 'AB3456789', note: expect.stringContaining('does not fit the form’s field') },
    none,
    { kind: 'authority', pin: null, note: null },
  ]);
  for (const { id } of orders) expect(JSON.stringify(await details(id))).not.toMatch(/8pcz|AB3456789|771234|881234/);
});

test('a PIN in the subject is as secret; a mail that can’t be read, or with a hundred signatures, is one to look at', async () => {
  const { id } = await takeIn(app, { passport_no: 'S1234567' });
  await deliver(app, await signed({ subject: 'Your MDAC PIN : 909876', text: 'Passport No : S1234567' }), mailbox(id));
  let nested = mime({ text: 'deep' });
  for (let depth = 0; depth < 60; depth++)
    nested = Buffer.concat([
      Buffer.from(
        `${depth === 59 ? 'From: noreply@imi.gov.my\r\n' : ''}Content-Type: multipart/mixed; boundary="b${depth}"\r\n\r\n--b${depth}\r\n`,
      ),
      nested,
      Buffer.from(`\r\n--b${depth}--\r\n`),
    ]);
  await deliver(app, nested, mailbox(id));
  const one = await signed({ text: 'Passport No : S1234567' });
  const end = one.indexOf('From:');
  await deliver(app, Buffer.concat([...Array(100).fill(one.subarray(0, end)), one.subarray(end)]), mailbox(id));
  await readAll();
  const { thread } = await details(id);
  expect(thread).toMatchObject([
    { kind: 'look', note: 'The authority’s signature is missing or wrong.' },
    { kind: 'look', note: 'This mail could not be read.' },
    { kind: 'authority', subject: 'Your MDAC PIN : ••••', pin: '••••76' },
  ]);
});

test('a mail of the authority that a customer forwards or answers gives the PIN away nowhere', async () => {
  const { id } = await takeIn(app, { passport_no: 'S7654321' });
  const authoritys = pinText('Ann Example', 'S7654321', '771234');
  const quoted = `> From: MDAC <noreply@imi.gov.my>\n${authoritys.replace(/^/gm, '> ').replace('PIN : ', 'PIN :\n> *')}*`;
  const raws = [
    mime({ subject: 'Fwd: Your MDAC PIN is 771234', text: `What is this?\n\n${quoted}` }),
    mime({ text: 'See below', html: '<table><tr><td>MDAC <b>PIN</b></td><td>77<i>1234</i></td></tr></table>' }),
    mime({ headers: ['Auto-Submitted: auto-replied'], text: 'I am away.\nMDAC PIN Code\n\n771234' }),
    mime({
      text: 'attached',
      files: [{ name: 'PIN 771234.eml', type: 'message/rfc822', bytes: await signed({ text: authoritys }) }],
    }),
  ];
  for (const raw of raws) await deliver(app, raw, mailbox(id));
  await readAll();
  const whole = await details(id);
  expect(whole.thread).toHaveLength(4);
  expect(JSON.stringify(whole)).not.toContain('771234');
  const stored = await rows('SELECT subject, text, not_kept, note, has_html FROM inbound_mails WHERE order_id = $1', [
    id,
  ]);
  expect(JSON.stringify(stored)).not.toContain('771234');
  expect(stored.every(({ has_html }) => has_html === false)).toBe(true);
  for (const { mail_id, pin } of whole.thread) {
    expect(pin).toBe('••••34');
    const shown = await app.call('POST', '/api/admin/show-pin', { as: 'team', body: { mailId: mail_id } });
    expect(shown.body.data).toEqual({ pin: '771234' });
    expect((await app.call('GET', `/admin/inbound-mail/${mail_id}`, { as: 'team' })).code).toBe(404);
  }
  // a Telecaller reads no whole passport number there, either
  const asTelecaller = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'telecaller' });
  expect(JSON.stringify(asTelecaller.body.data.thread)).not.toContain('S7654321');

  // what the authority told before is known without its word
  await deliver(app, await signed({ text: pinText('Ann Example', 'S7654321', 'Q55667') }), mailbox(id));
  await readAll();
  await deliver(app, mime({ text: 'The number q55667 does not work. My postcode is 50470.' }), mailbox(id));
  await readAll();
  expect((await details(id)).thread[0]).toMatchObject({
    kind: 'customer',
    text: 'The number •••• does not work. My postcode is 50470.',
    pin: '••••67',
  });
  expect(JSON.stringify(await rows('SELECT * FROM activity WHERE order_id = $1', [id]))).not.toMatch(/771234|Q55667/);
});

test('a number behind PIN is a customer’s own word, unless the authority’s words around it say what it is', async () => {
  const { id } = await takeIn(app);
  const shown = async (letter: Parameters<typeof mime>[0]) => {
    await deliver(app, mime(letter), mailbox(id));
    await readAll();
    const { thread } = await details(id);
    const { text, pin, has_html, not_kept } = thread[0];
    return { text, pin, has_html, not_kept };
  };
  const question = '> Please send us the address for your Malaysia Digital Arrival Card (MDAC).';
  for (const text of [
    '12 MG Road, Bengaluru, PIN: 560001',
    '12 MG Road, Bengaluru\nPIN Code : 560001',
    'My MDAC is wrong. I live in Bengaluru, PIN 560001',
    'I wrote to help@imi.gov.my. My postal PIN is 560001',
    `Bengaluru PIN - 560001\n\nOn Sunday Arrival Cards <x@apply.test> wrote:\n${question}`,
    `On Sunday MDAC <noreply@imi.gov.my> wrote:\n> We got it.\n\nMine is\nPIN: 560001`,
  ])
    expect(
      await shown({ text, html: `<p>${text.replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>` }),
    ).toMatchObject({
      text: expect.stringContaining('560001'),
      pin: null,
      has_html: true,
    });

  for (const text of [
    'From: MDAC <noreply@imi.gov.my>\nSubject: x\n\nYour PIN Code : 771234',
    '*Von:* MDAC <noreply@imi.gov.my>\n*Betreff:* x\n\nPIN: 771234',
    'On Sunday MDAC <\nnoreply@imi.gov.my> wrote:\n\n> PIN\n> 771234\n\nWhat is this?',
    '> From: noreply@imi.gov.my\n>\n> PIN is *771234*',
    'What is the MDAC PIN 771234?',
    'PIN (MDAC): 771234',
  ]) {
    const hidden = await shown({ text });
    expect(hidden).toMatchObject({ text: expect.stringContaining('••••'), pin: '••••34' });
    expect(hidden.text).not.toContain('771234');
  }
});

test('a card of the authority waits with its verdict, and one click sends it and completes the order', async () => {
  const order = await takeIn(app, { full_name: 'Ann Example', passport_no: 'X1234567' });
  const card = await cardPdf('Passport No: X1234567\nANN EXAMPLE');
  await deliver(
    app,
    await signed({
      text: 'Your card is attached. Passport No : X1234567',
      files: [{ name: 'card.pdf', type: 'application/pdf', bytes: card }],
    }),
    mailbox(order.id),
  );
  await readAll();
  const { thread, mailHistory, inbox_marks } = await details(order.id);
  expect(inbox_marks).toEqual(['card']);
  const [file] = thread[0].files;
  expect(file).toMatchObject({ kind: 'card', verdict: 'agrees', sent: false });
  expect(mailHistory).toEqual([]);

  const send = (body: object) => app.call('POST', '/api/admin/send-found-card', { as: 'team', body });
  const other = await takeIn(app);
  expect((await send({ fileId: file.id, orderId: other.id, email: 'ann@example.com' })).code).toBe(404);
  const sent = await send({
    fileId: file.id,
    orderId: order.id,
    email: 'ann@example.com',
    complete: true,
    status: 'New',
  });
  expect(sent).toMatchObject({ code: 200, body: { data: { file1: expect.any(String) } } });
  const after = await details(order.id);
  expect(after).toMatchObject({ process_status: 'Completed', inbox_marks: [] });
  expect(after.thread[0].files[0].sent).toBe(true);
});

test('a found card is compared anew when its order is amended, and its verdict stands in lists', async () => {
  const order = await takeIn(app, { full_name: 'Eva Amended', passport_no: 'A7654321' });
  const found = async () => {
    const { thread, card_doubt } = await details(order.id);
    const [{ verdict, verdict_note }] = thread[0].files;
    const list = await app.call('GET', '/api/admin/get-orders-list/newOrder?limit=500', { as: 'team' });
    const row = list.body.data.find(({ order_id }: { order_id: number }) => order_id === order.id);
    expect(row.card_doubt).toBe(card_doubt);
    return [verdict, verdict_note, card_doubt];
  };
  const amend = async (passport_no: string) => {
    const { version } = await details(order.id);
    const body = { orderId: order.id, version, changes: { passport_no }, reason: 'Told wrongly' };
    expect((await app.call('PUT', routes.api.amend, { as: 'team', body })).code).toBe(200);
  };
  const sweep = () => app.web.get<InboundService>('InboundService').sweep();
  const files = [
    { name: 'c.pdf', type: 'application/pdf', bytes: await cardPdf('Passport No: A7654321\nEVA AMENDED') },
  ];
  await deliver(app, await signed({ text: 'Passport No : A7654321', files }), mailbox(order.id));
  await readAll();
  expect(await found()).toEqual(['agrees', expect.stringContaining('is the order’s'), null]);
  await amend('B1112222');
  expect(await found()).toEqual([null, expect.stringContaining('compared again'), null]);
  await sweep();
  expect(await found()).toEqual(['differs', expect.stringContaining('…4321'), 'differs']);
  await amend('A7654321');
  await sweep();
  expect((await found())[0]).toBe('agrees');
});

test('what a found card was found to be stays when the data of its old order are erased', async () => {
  const order = await takeIn(app, { full_name: 'Eva Erased', passport_no: 'A7654329' });
  const found = async () => {
    await app.web.get<InboundService>('InboundService').sweep();
    const [{ verdict, verdict_note }] = (await details(order.id)).thread[0].files;
    return [verdict, verdict_note];
  };
  const files = [{ name: 'c.pdf', type: 'application/pdf', bytes: await cardPdf('Passport No: A7654329\nEVA ERASED') }];
  await deliver(app, await signed({ text: 'Passport No : A7654329', files }), mailbox(order.id));
  await readAll();
  await app.database.query("UPDATE orders SET process_status = 'Completed', doa = current_date - 60 WHERE id = $1", [
    order.id,
  ]);
  const before = await found();
  expect(before).toEqual(['agrees', expect.any(String)]);
  const erase = async (what: string) =>
    (await app.database.query('SELECT erase_by_age($1, $2) AS answer', [order.id, what]))[0].answer;
  expect(await erase('masked')).toBe('done');
  expect(await found()).toEqual(before);
  // a card that is gone is not compared, so that it is in nobody's way
  await app.database.query('UPDATE inbound_files SET verdict = NULL WHERE order_id = $1', [order.id]);
  expect(await erase('documents')).toBe('done');
  const queries = app.web.get<InboundQueries>('InboundQueries');
  expect((await queries.toCompare(0, 20)).filter(({ orderId }) => orderId === order.id)).toEqual([]);
});

test('cards whose files are gone hold up no other card', async () => {
  const { id } = await takeIn(app, { full_name: 'Eva Late', passport_no: 'A7654330' });
  const files = [{ name: 'c.pdf', type: 'application/pdf', bytes: await cardPdf('Passport No: A7654330\nEVA LATE') }];
  await deliver(app, await signed({ text: 'Passport No : A7654330', files }), mailbox(id));
  await readAll();
  const lost = await app.database.query<{ id: number }[]>(
    `WITH mail AS (
       INSERT INTO inbound_mails (order_id, mailbox, provider, message_id, storage_key, sha256, size, kind)
       VALUES ($1, '', 'AWS', 'lost', 'inbound/lost.eml', '', 1, 'authority') RETURNING id)
     INSERT INTO inbound_files (id, mail_id, order_id, kind, name, content_type, storage_key, sha256, size)
     OVERRIDING SYSTEM VALUE
     SELECT -n, id, $1, 'card', 'lost.pdf', '', 'inbound/lost-' || n || '.pdf', '', 1 FROM mail, generate_series(1, 20) n
     RETURNING id`,
    [id],
  );
  await app.database.query("UPDATE inbound_files SET verdict = NULL WHERE order_id = $1 AND name = 'c.pdf'", [id]);
  const verdict = async () =>
    (await app.database.query("SELECT verdict FROM inbound_files WHERE order_id = $1 AND name = 'c.pdf'", [id]))[0]
      .verdict;
  const inbound = app.web.get<InboundService>('InboundService');
  await eventually(async () => {
    await inbound.sweep();
    return (await verdict()) === 'agrees';
  });
  await app.database.query('DELETE FROM inbound_files WHERE id = ANY($1)', [lost.map(({ id: own }) => own)]);
});

test('a found card of another nationality or sex differs until the order is amended; what was submitted is said', async () => {
  const passport_no = 'A7654322';
  const order = await takeIn(app, { full_name: 'Eva Amended', passport_no, nationality: 'GBR', sex: 'F' });
  const put = async (path: string, more: object) => {
    const { version } = await details(order.id);
    const body = { orderId: order.id, version, ...more };
    expect((await app.call('PUT', path, { as: 'team', body })).code).toBe(200);
  };
  const found = async () => {
    await app.web.get<InboundService>('InboundService').sweep();
    const [{ verdict, verdict_note }] = (await details(order.id)).thread[0].files;
    return [verdict, verdict_note];
  };
  await put(routes.api.move, { updatingStatus: 'AwaitingGovt' });
  const words = `Passport No: ${passport_no}\nName: EVA AMENDED\nNationality: IRELAND\nSex: MALE\nApproved`;
  const files = [{ name: 'c.pdf', type: 'application/pdf', bytes: await cardPdf(words) }];
  await deliver(app, await signed({ text: `Passport No : ${passport_no}`, files }), mailbox(order.id));
  await readAll();
  expect(await found()).toEqual(['differs', 'This card has another nationality and another sex than the order.']);
  await put(routes.api.amend, { changes: { nationality: 'IRL' }, reason: 'Told wrongly' });
  expect(await found()).toEqual(['differs', 'This card has another sex than the order.']);
  await put(routes.api.amend, { changes: { sex: 'M' }, reason: 'Told wrongly' });
  expect(await found()).toEqual(['agrees', expect.stringContaining('It is not what was submitted.')]);
});

describe('a customer’s answer', () => {
  test('stands in the thread with its picture, marks an Awaiting order as answered, and says when another address wrote', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'team',
      body: { orderId: id, updatingStatus: 'Awaiting' },
    });
    const asked = await app.call('POST', '/api/admin/ask-customer', {
      as: 'team',
      body: { orderId: id, email: 'ann@example.com', question: 'Please send\n\na photo.' },
    });
    expect(asked.code).toBe(200);
    const [mail] = await rows("SELECT reply_to, body FROM mails WHERE kind = 'question'");
    expect(mail).toMatchObject({ reply_to: mailbox(id), body: expect.stringContaining('a photo.') });

    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer();
    const html = '<p>See <img src="https://tracker.example/x.gif"></p><script>alert(1)</script>';
    const raw = mime({
      text: 'Here it is 好 مرحبا',
      html,
      files: [{ name: 'photo.jpg', type: 'image/jpeg', bytes: picture }],
    });
    await deliver(app, raw, mailbox(id));
    await deliver(app, mime({ from: 'Bob <bob@example.org>', text: 'From my husband' }), mailbox(id));
    await deliver(app, mime({ headers: ['Auto-Submitted: auto-replied'], text: 'I am away' }), mailbox(id));
    await readAll();

    const { thread, inbox_marks, mailHistory } = await details(id);
    expect(inbox_marks).toEqual(['wrote', 'answered']);
    const byText = (text: string) => thread.find((entry: { text: string }) => entry.text.includes(text));
    expect(byText('Here it is 好 مرحبا')).toMatchObject({ kind: 'customer', note: null, has_html: true });
    expect(byText('From my husband').note).toContain('bob@example.org');
    expect(byText('I am away')).toMatchObject({ kind: 'automatic' });
    expect(thread.find(({ direction }: { direction: string }) => direction === 'out').text).toContain('a photo.');
    expect(mailHistory).toHaveLength(1);

    const { mail_id, files } = byText('Here it is');
    const page = await fetch(`${app.url}/admin/inbound-mail/${mail_id}`, {
      headers: { authorization: `Bearer ${await app.signIn('team')}` },
    });
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox",
    );
    const file = await fetch(`${app.url}/admin/inbound-file/${files[0].id}`, {
      headers: { authorization: `Bearer ${await app.signIn('team')}` },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect((await app.call('GET', `/admin/inbound-file/${files[0].id}`)).code).not.toBe(200);

    await app.call('PUT', '/api/admin/move-order-status', {
      as: 'team',
      body: { orderId: id, updatingStatus: 'AwaitingGovt' },
    });
    // nobody has read it: the mark stays
    expect((await details(id)).inbox_marks).toEqual(['wrote']);
  });

  test('is printed in packs when its domain signed it and the address is the order’s, unless it is left out', async () => {
    const { id } = await takeIn(app);
    const proven = { from: 'Ann Example <ann@example.com>', domain: 'example.com' };
    await deliver(app, await signed({ ...proven, text: 'The card came, thank you' }), mailbox(id));
    await deliver(app, await signed({ ...proven, from: 'bob@example.com', text: 'I am another' }), mailbox(id));
    await deliver(app, mime({ text: 'Not signed' }), mailbox(id));
    // a signature covers the last of two fields, and readers take the first
    const onTop = async (field: string, from: string) =>
      Buffer.concat([Buffer.from(`${field}\r\n`), await signed({ ...proven, from, text: 'I have two of them' })]);
    await deliver(app, await onTop('From: ann@example.com', 'bob@example.com'), mailbox(id));
    await deliver(app, await onTop('Subject: I have the card', proven.from), mailbox(id));
    await readAll();

    const letters = async (more = {}) =>
      (await app.call('POST', routes.api.packDetails, { as: 'team', body: { orderId: id, ...more } })).body.data
        .letters;
    const printed = await letters();
    expect(printed).toEqual([
      expect.objectContaining({
        sender: 'ann@example.com',
        text: expect.stringContaining('The card came'),
        cut: false,
      }),
    ]);
    const { thread } = await details(id);
    expect(thread.filter((entry: { printed: boolean }) => entry.printed)).toMatchObject([{ mail_id: printed[0].id }]);
    expect(await letters({ leftOutMails: [printed[0].id] })).toEqual([]);
  });

  test('a pack prints the customer’s own words, and apart from them what the mail quotes of ours', async () => {
    const { id } = await takeIn(app);
    const from = { from: 'Ann Example <ann@example.com>', domain: 'example.com' };
    const wrote = `On 3 Dec 2026, at 10:00, Arrival Card <${mailbox(id)}> wrote:`;
    const lines = '> Did the card arrive? We say that it did.\n'.repeat(2000);
    await deliver(app, await signed({ ...from, text: `${wrote}\n\n${lines}\nI did not get it.` }), mailbox(id));
    await deliver(app, await signed({ ...from, text: `${wrote}\n\n${lines}` }), mailbox(id));
    await deliver(
      app,
      await signed({ ...from, text: ' ', html: `<p>It is wrong.</p><blockquote>It was delivered.</blockquote>` }),
      mailbox(id),
    );
    await readAll();

    const path = routes.api.packDetails;
    const { letters } = (await app.call('POST', path, { as: 'team', body: { orderId: id } })).body.data;
    expect(letters).toMatchObject([
      { text: 'I did not get it.', quoted: expect.stringContaining('We say that it did'), quotes_us: true, cut: true },
      { text: 'It is wrong.', quoted: '> It was delivered.', quotes_us: false, cut: false },
    ]);
    const [, , { text }] = (await details(id)).thread;
    expect(text).toMatch(/I did not get it\.$/);
    expect(text.length).toBeLessThanOrEqual(50_000);
  });

  test('a customer who writes from another spelling of the mailbox is the customer, in the thread and in packs', async () => {
    const { id } = await takeIn(app, { contact_email_address: 'ann+mdac@gmail.com' });
    const from = { domain: 'gmail.com', text: 'The card came' };
    await deliver(app, await signed({ ...from, from: 'Ann <a.nn@gmail.com>' }), mailbox(id));
    await deliver(app, await signed({ ...from, from: 'Ann <anna@gmail.com>' }), mailbox(id));
    await readAll();
    expect((await details(id)).thread).toMatchObject([
      { who: 'anna@gmail.com', printed: false, note: expect.stringContaining('not an address of this order') },
      { who: 'a.nn@gmail.com', printed: true, note: null },
    ]);
    const { letters } = (await app.call('POST', routes.api.packDetails, { as: 'team', body: { orderId: id } })).body
      .data;
    expect(letters).toMatchObject([{ sender: 'a.nn@gmail.com', address: 'ann+mdac@gmail.com' }]);
  });

  test('last trip’s card differs, also from the authority, and goes by no click', async () => {
    const { id } = await takeIn(app, { full_name: 'Ann Example', passport_no: 'X7654321', doa: dayFromNow(20) });
    const card = Buffer.from(await sampleCardOf('Ann Example', 'X7654321', '2026-03-02'));
    const files = [{ name: 'mdac.pdf', type: 'application/pdf', bytes: card }];
    await deliver(app, await signed({ text: pinText('ANN EXAMPLE', 'X7654321', '771234'), files }), mailbox(id));
    await readAll();
    const [{ kind, files: kept }] = (await details(id)).thread;
    expect([kind, kept[0].verdict]).toEqual(['authority', 'differs']);
    expect(kept[0].verdict_note).toContain('This card is for an arrival on 2 Mar 2026, the order is for');
    const body = { orderId: id, email: 'ann@example.com', mailServiceProvider: 'AWS', fileId: kept[0].id };
    expect((await app.call('POST', routes.api.sendFoundCard, { as: 'team', body })).code).toBe(409);
  });

  test('a deleted order’s mail is kept aside, and goes with its file when the months of personal data are over', async () => {
    const { id } = await takeIn(app);
    await app.database.query("UPDATE orders SET process_status = 'Deleted' WHERE id = $1", [id]);
    await deliver(app, mime({ text: 'Where is it' }), mailbox(id));
    await app.database.query("UPDATE inbound_mails SET create_ts = now() - interval '31 days' WHERE order_id IS NULL");
    await app.web.get<InboundService>('InboundService').sweep();
    // it waits for a member, whom it was not shown to before
    expect(await rows('SELECT FROM inbound_mails WHERE order_id IS NULL')).not.toEqual([]);
    await app.database.query(
      "UPDATE inbound_mails SET create_ts = now() - interval '13 months' WHERE order_id IS NULL",
    );
    await app.web.get<InboundService>('InboundService').sweep();
    expect(await rows('SELECT FROM inbound_mails WHERE order_id IS NULL')).toEqual([]);
  });
});

describe('a mail above 20 MB', () => {
  test('keeps its words, without its files; one above 40 MB is counted', async () => {
    const { id } = await takeIn(app);
    const photo = (name: string) =>
      `--m\r\nContent-Type: image/jpeg;\r\n name="${name}"\r\nContent-Disposition: attachment\r\n\r\n${'x'.repeat(8_000_000)}\r\n`;
    const words =
      '--m\r\nContent-Type: multipart/alternative; boundary=m-2\r\n\r\n--m-2\r\n\r\nMy passport, --m of it\r\n' +
      '--m-2\r\nContent-Type: text/html\r\n\r\n<p>My passport</p>\r\n--m-2--\r\n';
    const head = 'From: ann@example.com\nSubject: Photos\nContent-Type: multipart/mixed;\n\tboundary="m"\n\n';
    const raw = Buffer.from(`${head}${photo('a.jpg')}${photo('b.jpg')}${words}${photo('c.jpg')}--m--\r\n`);
    expect((await deliver(app, raw, mailbox(id))).code).toBe(200);
    await readAll();
    const { thread, inbox_marks } = await details(id);
    expect(inbox_marks).toEqual(['wrote']);
    const note = 'This mail was too large (23 MB): its files were left out. Ask for smaller ones.';
    expect(thread).toMatchObject([
      { who: 'ann@example.com', subject: 'Photos', text: 'My passport, --m of it', note, files: [], has_raw: false },
    ]);
    expect(thread[0].not_kept).toBe('a.jpg, b.jpg, c.jpg');
    const [{ size, key }] = (await rows('SELECT size, storage_key AS key FROM inbound_mails WHERE order_id = $1', [
      id,
    ])) as [{ size: number; key: string }];
    expect(size).toBe(raw.length);
    expect((await app.web.get<Storage>('Storage').read(key)).length).toBeLessThan(1_000);
    const saved = await app.call('GET', `/admin/inbound-raw/${thread[0].mail_id}`, { as: 'admin' });
    expect(saved.code).toBe(404);

    const before = await unreadable('Sendgrid');
    const huge = mime({ text: 'x'.repeat(40 * 1024 * 1024) });
    expect((await deliver(app, huge, mailbox(id))).code).toBe(200);
    expect(await unreadable('Sendgrid')).toBe(before + 1);
    expect((await details(id)).thread).toHaveLength(1);
  });

  test('is read beside one other, and beside any number of small ones', async () => {
    const inbound = app.web.get<InboundService>('InboundService');
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const read = (name: string) => () =>
      new Promise<undefined>((end) => {
        begun.push(name);
        ends.push(() => end(undefined));
      });
    const sizes = { one: 20_000_000, unknown: undefined, another: 20_000_000, small: 900_000 };
    const all = Object.entries(sizes).map(([name, bytes]) => inbound.inTurn(bytes, read(name)));
    expect(begun).toEqual(['one', 'unknown', 'small']);
    ends[0]!();
    await all[0];
    expect(begun).toEqual(['one', 'unknown', 'small', 'another']);
    for (const end of ends) end();
    await Promise.all(all);
  });
});
