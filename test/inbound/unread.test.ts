import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import type { OrderStatus } from '../../src/shared/order-statuses.js';
import { routes } from '../../src/shared/routes.js';
import { startApp, type TestApp } from '../support/app.js';
import { cardPdf } from '../support/card.js';
import { takeIn } from '../support/orders.js';
import { upload, uploadForm } from '../documents/cards.js';
import { deliver, inboundKey, mime, standInForDns } from './mails.js';
import { encrypted, sealed, signedInPieces, signedWhole } from './sealed.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    settings: {
      INBOUND_KEY: inboundKey,
      APPLICATION_MAIL_DOMAIN: 'apply.test',
      MAIL_FROM: 'Malaysia Arrival Card <no-reply@arrival-card.example>',
    },
  });
  standInForDns(app.web);
});
afterAll(() => app.close());

const words = 'STOP! My passport number is wrong.';
const rows = (sql: string, values: unknown[] = []) => app.database.query<Record<string, unknown>[]>(sql, values);
const details = async (id: number, as: 'team' | 'telecaller' = 'team') =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as })).body.data;
const marksOf = async (id: number) => (await details(id)).inbox_marks;

/** The customer writes, and the mail is read as the job does. @returns its id */
async function writes(id: number, letter: Parameters<typeof mime>[0] | Buffer = {}): Promise<number> {
  const raw = Buffer.isBuffer(letter) ? letter : mime({ text: words, ...letter });
  expect((await deliver(app, raw, `${id}@apply.test`)).code).toBe(200);
  const [mail] = await rows("SELECT id FROM inbound_mails WHERE kind = 'unread'");
  await app.web.get<ReadingService>('ReadingService').readNow(mail!.id as number, true);
  return mail!.id as number;
}
const move = (id: number, updatingStatus: OrderStatus, more: object = {}) =>
  app.call('PUT', routes.api.move, { as: 'admin', body: { orderId: id, updatingStatus, ...more } });
const read = (mailId: number) => app.call('PUT', routes.api.seeMail, { as: 'team', body: { mailId } });

const gmails = (json: string) => ({
  name: '',
  type: 'text/vnd.google.email-reaction+json',
  bytes: Buffer.from(json),
});

describe('a customer’s mail that nobody has read', () => {
  test.each([
    'New',
    'Pending',
    'Awaiting',
    'AwaitingGovt',
    'Contact Customer',
    'Customer Called',
    'Completed',
    'Refunds',
  ] as const)(
    'marks an order in %s, in the list, the menu and on its page, and a move keeps the mark',
    async (status) => {
      const { id } = await takeIn(app, { paid: status !== 'Pending' });
      if (!['New', 'Pending'].includes(status)) await move(id, status);
      const frame = async () => {
        const headers = { 'x-inertia': 'true' };
        return (await app.call('GET', '/admin/order-history?marked=wrote', { as: 'team', headers })).body['props'];
      };
      const before = (await frame()).counts.wroteOrdersCount as number;
      const mailId = await writes(id);
      expect(await marksOf(id)).toContain('wrote');
      const props = await frame();
      expect(props.counts.wroteOrdersCount).toBe(before + 1);
      expect(props.orders[0]).toMatchObject({ order_id: id, inbox_marks: expect.arrayContaining(['wrote']) });

      expect((await move(id, status === 'AwaitingGovt' ? 'Contact Customer' : 'AwaitingGovt')).code).toBe(200);
      expect(await marksOf(id)).toEqual(['wrote']);
      expect((await details(id)).thread[0]).toMatchObject({ unread: true, seen_by: null, text: words });

      expect((await read(mailId)).code).toBe(200);
      expect(await marksOf(id)).toEqual([]);
      expect((await details(id)).thread[0]).toMatchObject({ unread: false, seen_by: 'Demo Team' });
      const noted = await rows("SELECT actor FROM activity WHERE order_id = $1 AND action = 'mail.seen'", [id]);
      expect(noted).toEqual([{ actor: 'Demo Team' }]);
    },
  );

  test('stays unread beside one that was read, and a machine’s mail is none', async () => {
    const { id } = await takeIn(app);
    await writes(id, { headers: ['Auto-Submitted: auto-replied'] });
    expect(await marksOf(id)).toEqual([]);
    const [first, second] = [await writes(id), await writes(id)];
    await read(second);
    expect(await marksOf(id)).toEqual(['wrote']);
    await read(first);
    expect(await marksOf(id)).toEqual([]);
    // read already: nothing is noted again
    expect((await read(first)).code).toBe(200);
    expect(await rows("SELECT FROM activity WHERE order_id = $1 AND action = 'mail.seen'", [id])).toHaveLength(2);
  });

  test('is answered by a question, but not one that came after the page was shown', async () => {
    const { id } = await takeIn(app);
    const ask = (question: string, more: object = {}) =>
      app.call('POST', '/api/admin/ask-customer', {
        as: 'team',
        body: { orderId: id, email: 'ann@example.com', question, ...more },
      });
    const first = await writes(id);
    await writes(id);
    expect((await ask('Which number is right?', { seenMessage: first })).code).toBe(200);
    expect(await marksOf(id)).toEqual(['wrote']);
    expect((await details(id)).thread.map(({ unread }: { unread: boolean }) => unread)).toEqual([false, true, false]);
    expect((await ask('And this one?', { email: 'ann.b@example.com' })).code).toBe(200);
    expect(await marksOf(id)).toEqual([]);
  });

  test('is asked about before a card is sent, with its words, and again after a newer one', async () => {
    const { id } = await takeIn(app, { passport_no: 'X1234567' });
    const file = await cardPdf('Passport No: X1234567');
    const first = await writes(id);
    const refused = await upload(app, uploadForm(id, file, { complete: 'true', seenMessage: '0' }));
    expect(refused).toMatchObject({ code: 409, body: { data: { wrote: first } } });
    expect(refused.body.message).toMatch(
      /^The customer wrote .+, and nobody has read it: “STOP! My passport number is wrong.”$/,
    );
    expect(await rows('SELECT FROM documents WHERE order_id = $1', [id])).toEqual([]);
    expect(await details(id)).toMatchObject({ process_status: 'New', mailHistory: [] });

    const second = await writes(id, { text: 'Please stop.' });
    const again = await upload(app, uploadForm(id, file, { seenMessage: String(first) }));
    expect(again).toMatchObject({ code: 409, body: { data: { wrote: second } } });
    expect(again.body.message).toContain('Please stop.');
    const sent = await upload(app, uploadForm(id, file, { complete: 'true', seenMessage: String(second) }));
    expect(sent.code).toBe(200);
    expect(await details(id)).toMatchObject({ process_status: 'Completed', inbox_marks: ['wrote'] });

    for (const path of ['resend-mail', 'send-download-link']) {
      const body = { orderId: id, email: `${path}@example.com` };
      const call = (more: object) => app.call('POST', `/api/admin/${path}`, { as: 'team', body: { ...body, ...more } });
      expect((await call({ seenMessage: 0 })).code).toBe(409);
      expect((await call({ seenMessage: second })).code).toBe(200);
    }
    const many = await app.call('POST', '/api/admin/resend-cards', {
      as: 'team',
      body: { orderId: [id], seenMessage: 0 },
    });
    expect(many).toMatchObject({ code: 409, body: { data: { failed: [{ order_id: id }] } } });
  });

  test('is asked about before an order is completed or refunded; of many orders the others go on', async () => {
    const [wrote, quiet] = [await takeIn(app), await takeIn(app)];
    const mailId = await writes(wrote.id);
    const asked = await move(wrote.id, 'Completed', { seenMessage: 0 });
    expect(asked).toMatchObject({ code: 409, body: { data: { wrote: mailId, done: [] } } });
    const both = await app.call('PUT', routes.api.move, {
      as: 'admin',
      body: { orderId: [wrote.id, quiet.id], updatingStatus: 'Completed', seenMessage: 0 },
    });
    expect(both).toMatchObject({ code: 200, body: { data: { done: [quiet.id], failed: [{ order_id: wrote.id }] } } });
    expect(both.body.data.failed[0].message).toContain(words);
    expect((await move(wrote.id, 'Completed', { seenMessage: mailId })).code).toBe(200);

    await move(wrote.id, 'Refunds');
    const refund = (more: object) =>
      app.call('PUT', routes.api.markRefunded, { as: 'admin', body: { orderId: wrote.id, ...more } });
    expect(await refund({ seenMessage: 0 })).toMatchObject({ code: 409, body: { data: { wrote: mailId } } });
    expect((await refund({ seenMessage: mailId })).code).toBe(200);
  });

  test('is not asked about in a call of a program, which has shown nobody anything', async () => {
    const { id } = await takeIn(app);
    await writes(id);
    expect((await move(id, 'Completed')).code).toBe(200);
    expect(await marksOf(id)).toEqual(['wrote']);
  });

  test('is asked about before a macro completes the order', async () => {
    const { id } = await takeIn(app);
    const macro = { name: 'Done', remark: 'Done.', flags: [], move: 'Completed', mail: null, shared: false };
    const saved = await app.call('POST', '/api/admin/macros', { as: 'team', body: macro });
    const mailId = await writes(id);
    const apply = (seenMessage: number) =>
      app.call('POST', routes.api.applyMacro, {
        as: 'team',
        body: { orderId: id, macroId: saved.body.data.id, seenMessage },
      });
    expect(await apply(0)).toMatchObject({ code: 409, body: { data: { wrote: mailId } } });
    expect((await details(id)).remark).toEqual([]);
    expect((await apply(mailId)).code).toBe(200);
  });

  test('is quoted without the passport number to a member who sees its end alone', async () => {
    const { id } = await takeIn(app, { passport_no: 'X7654321' });
    await writes(id, { text: 'It is X7654321, not X7654322' });
    const asked = await app.call('PUT', routes.api.move, {
      as: 'telecaller',
      body: { orderId: id, updatingStatus: 'Completed', seenMessage: 0 },
    });
    expect(asked.code).toBe(409);
    expect(asked.body.message).toContain('4321');
    expect(asked.body.message).not.toContain('X7654321');
  });

  test.each([
    ['Gmail’s reaction', '👍', { files: [gmails('{"version":1,"emoji":"👍"}')], text: '👍\n\nAnn reacted via Gmail' }],
    ['a reaction of Gmail that can’t be read', 'no sign', { files: [gmails('{')], text: 'Ann reacted via Gmail' }],
    [
      'Outlook’s reaction',
      '[Like]',
      { text: '[Like]    Ann Example reacted to your message:\r\n________________\r\nFrom: us' },
    ],
    ['Outlook’s reaction by a sign', '❤️', { text: '❤️ Ann Example reacted to your message:\n' }],
  ])('%s is a reaction: no message, no answer, no file', async (_what, sign, letter) => {
    const { id } = await takeIn(app);
    await move(id, 'Awaiting');
    await writes(id, letter);
    expect(await details(id)).toMatchObject({
      inbox_marks: [],
      thread: [
        { kind: 'automatic', note: `A reaction to our mail: ${sign}`, printed: false, files: [], not_kept: null },
      ],
    });
  });

  test('that only speaks of a reaction is a message', async () => {
    const { id } = await takeIn(app);
    await writes(id, { text: 'My wife reacted to your message: please stop.' });
    await writes(id, { text: '[Like] my wife reacted to your message:\nplease do not send it' });
    expect((await details(id)).thread).toMatchObject([{ kind: 'customer' }, { kind: 'customer' }]);
  });

  test.each(['Malaysia Arrival Card <NO-REPLY@arrival-card.example>', 'ID@apply.test'])(
    'is not our own mail that comes back, from %s',
    async (from) => {
      const { id } = await takeIn(app);
      await move(id, 'Awaiting');
      await writes(id, { from: from.replace('ID', String(id)), text: 'Your card is ready.' });
      expect(await details(id)).toMatchObject({
        inbox_marks: [],
        thread: [{ kind: 'automatic', note: 'Our own mail, which came back.' }],
      });
    },
  );

  test.each([
    ['in one piece', signedWhole],
    ['in pieces', signedInPieces],
  ])('is read where it was signed %s', async (_how, bytes) => {
    const { id } = await takeIn(app);
    await move(id, 'Awaiting');
    await writes(id, sealed(bytes));
    const { thread, inbox_marks } = await details(id);
    expect(inbox_marks).toEqual(['wrote', 'answered']);
    expect(thread).toMatchObject([{ text: 'I signed this: wo bleibt die Karte, Söhne?', note: null }]);
    expect(thread[0].files).toMatchObject([{ name: 'ticket.txt' }]);
  });

  test.each([
    ['S/MIME', () => sealed(encrypted, 'enveloped-data')],
    ['PGP', () => mime({ text: '-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----' })],
    [
      'PGP with MIME',
      () =>
        mime({
          text: ' ',
          files: [{ name: 'x', type: 'application/pgp-encrypted', bytes: Buffer.from('Version: 1') }],
        }),
    ],
  ])('that is encrypted with %s says so, and answers nothing', async (_how, raw) => {
    const { id } = await takeIn(app);
    await move(id, 'Awaiting');
    await writes(id, raw());
    const { thread, inbox_marks } = await details(id);
    expect(inbox_marks).toEqual(['wrote']);
    const note = 'This mail is encrypted, and nobody here can read it. Ask for another one.';
    expect(thread).toMatchObject([{ kind: 'customer', note, printed: false }]);
  });

  test('has as files what was attached: pictures of its layout are none, and the largest are kept', async () => {
    const { id } = await takeIn(app);
    const part = (name: string, bytes: Buffer, disposition: string) =>
      `--b\r\nContent-Type: image/png; name="${name}"\r\nContent-ID: <${name}@x>\r\nContent-Disposition: ${disposition}; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}\r\n`;
    const small = Buffer.alloc(1_000, 1);
    const names = Array.from({ length: 30 }, (_, n) => `logo${n}.png`);
    const html = [...names, 'pasted.png', 'seal.png'].map((name) => `<img src="cid:${name}@x">`).join('');
    const parts = [
      `--b\r\nContent-Type: text/html\r\n\r\n<p>My passport</p>${html}\r\n`,
      ...names.map((name) => part(name, small, 'inline')),
      part('pasted.png', Buffer.alloc(150_000, 2), 'inline'),
      part('seal.png', small, 'attachment'),
      ...Array.from({ length: 25 }, (_, n) => part(`page${n}.png`, Buffer.alloc(2_000 + n, n), 'attachment')),
      part('passport.png', Buffer.alloc(90_000, 3), 'attachment'),
    ];
    const whole = mime().toString();
    const head = whole.slice(0, whole.indexOf('Content-Type:'));
    const raw = `${head}Content-Type: multipart/mixed; boundary="b"\r\n\r\n${parts.join('')}--b--\r\n`;
    await writes(id, Buffer.from(raw));
    const [{ files, not_kept }] = (await details(id)).thread;
    const kept = files.map(({ name }: { name: string }) => name);
    expect(kept).toHaveLength(20);
    expect(kept).toEqual(expect.arrayContaining(['pasted.png', 'passport.png', 'page24.png', 'page7.png']));
    expect(not_kept).toBe('seal.png, page0.png, page1.png, page2.png, page3.png, page4.png, page5.png, page6.png');
  });

  test.each([
    ['has no words: it is a file', '', '<div dir="ltr"><img src="cid:p@x" alt="p.png"><br></div>', ['p.png']],
    ['has what a program writes in its place', '[image: p.png]', '<img src="cid:p@x">', ['p.png']],
    ['has words: it is its layout', 'Hello', '<p>Hello</p><img src="cid:p@x">', []],
    ['has words in its layout alone', '', '<p>Hello</p><img src="cid:p@x">', []],
  ])('with a small picture in its text that %s', async (_what, text, html, names) => {
    const { id } = await takeIn(app);
    const picture = `--part-of-a-test\r\nContent-Type: image/png; name="p.png"\r\nContent-ID: <p@x>\r\nContent-Disposition: inline; filename="p.png"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.alloc(1000, 1).toString('base64')}\r\n`;
    const raw = mime({ text, html }).toString().replace('--part-of-a-test--', `${picture}--part-of-a-test--`);
    await writes(id, Buffer.from(raw));
    const [{ files }] = (await details(id)).thread;
    expect(files.map(({ name }: { name: string }) => name)).toEqual(names);
  });
});
