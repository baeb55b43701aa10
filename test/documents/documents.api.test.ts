import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { pdfDangers } from '../../src/shared/pdf-dangers.js';
import { eventually, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { delivered, emptyPdf, image, lockedPdf, move, pdf, upload, uploadForm } from './cards.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const details = async (id: number) =>
  (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'admin' })).body.data;
const files = () => readdir(join(app.env.DATA_DIR, 'files/documents')).catch(() => []);
const send = (path: string, body: unknown, as: 'team' | 'team2' | 'admin' = 'team') =>
  app.call('POST', `/api/admin/${path}`, { as, body });

/** A PDF with something replaced in its text; `more` is put into its encryption. */
function rewritten(bytes: Buffer, what: RegExp, instead = '', more = ''): Buffer {
  const text = bytes
    .toString('latin1')
    .replace(what, instead)
    .replace('/Filter /Standard', `/Filter /Standard ${more}`);
  return Buffer.from(text, 'latin1');
}

describe('POST /api/admin/upload-visa-document', () => {
  test('nobody uploads without signing in', async () => {
    const { id } = await takeIn(app);
    expect((await upload(app, uploadForm(id, await pdf()), {})).code).toBe(401);
  });

  test('a bad body gets every wrong field, with the sentences of the form', async () => {
    const { code, body } = await upload(app, uploadForm('', null, { email: 'nobody', mailServiceProvider: 'Post' }));
    expect([code, body.status]).toEqual([422, 0]);
    expect(body.errors).toEqual({
      orderId: 'Please enter your order id.',
      email: 'Invalid email address',
      mailServiceProvider: 'Mail provider must be AWS or Sendgrid.',
      uploadVisaDoc: 'File is required',
    });
    expect((await upload(app, uploadForm(100001, await pdf(), { email: null }))).body.message).toBe(
      'Please enter your email',
    );
  });

  test('JSON is another media type', async () => {
    expect((await send('upload-visa-document', { orderId: 100001 })).code).toBe(415);
  });

  test('a form that breaks off is refused and not waited for', async () => {
    const { code } = await app.call('POST', '/api/admin/upload-visa-document', {
      as: 'team',
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
      body: '--edge\r\ncontent-disposition: form-data; name="uploadVisaDoc"; filename="a.pdf"\r\n\r\n%PDF',
    });
    expect(code).toBe(422);
  });

  test('a field named like the prototype is refused', async () => {
    const form = uploadForm(100001, await pdf());
    form.append('__proto__', 'x');
    expect((await upload(app, form)).code).toBe(422);
  });

  test.each([
    ['no file', null],
    ['an empty file', Buffer.alloc(0)],
  ])('%s: File is required', async (_, file) => {
    const { id } = await takeIn(app);
    const { code, body } = await upload(app, uploadForm(id, file));
    expect([code, body.message, body.errors]).toEqual([422, 'File is required', { uploadVisaDoc: 'File is required' }]);
  });

  test.each([
    ['an HTML page', 'This kind of file is not taken.', '<!doctype html><script>alert(1)</script>'],
    ['an archive', 'This kind of file is not taken.', 'PK\x03\x04 and so on'],
    ['an SVG', 'This file is an SVG picture.', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a photograph of an iPhone', 'This file is a HEIC picture.', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['a HEIC that says so later', 'This file is a HEIC picture.', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['a HEIF of no known kind', 'This file is a HEIF picture.', '\0\0\0\x18ftypmif1\0\0\0\0mif1miaf'],
    ['a TIFF', 'This file is a TIFF picture.', 'II*\0\x08\0\0\0'],
    ['a film', 'This kind of file is not taken.', '\0\0\0\x18ftypisom\0\0\0\0isommp42'],
  ])('%s is not taken, whatever it is called: what it is and what is taken', async (_, what, bytes) => {
    const { id } = await takeIn(app);
    const { code, body } = await upload(app, uploadForm(id, Buffer.from(bytes, 'latin1')));
    expect([code, body.message]).toEqual([415, `${what} A card is a PDF, JPEG, PNG, WebP, GIF or AVIF.`]);
  });

  test.each([
    ['jpeg', 'JPEG'],
    ['png', 'PNG'],
    ['gif', 'GIF'],
    ['webp', 'WebP'],
    ['avif', 'AVIF'],
  ] as const)('a %s that is cut off or damaged is refused with which of both', async (format, kind) => {
    const { id } = await takeIn(app);
    const whole = await image(format);
    const cut = await upload(app, uploadForm(id, whole.subarray(0, whole.length * 0.7)));
    expect([cut.code, cut.body.message]).toEqual([
      415,
      `The end of this ${kind} picture is missing. It may have been cut off on its way.`,
    ]);
    const damaged = Buffer.from(whole).fill(0xaa, 16, whole.length - 16);
    const refused = await upload(app, uploadForm(id, damaged));
    expect([refused.code, refused.body.message]).toEqual([415, `This ${kind} picture is damaged and can’t be opened.`]);
  });

  test('a PDF that is cut off, does not parse, has no page or asks for a password is refused with the reason', async () => {
    const { id } = await takeIn(app);
    const whole = await pdf();
    const cut = 'The end of this PDF is missing. It may have been cut off on its way.';
    const unknown = [
      '%PDF-1.7',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >> endobj',
      'trailer << /Root 1 0 R /Size 4 /ID [<00> <00>] /Encrypt << /Filter /Adobe.PubSec /V 4 >> >>',
      'startxref\n9\n%%EOF',
    ].join('\n');
    for (const [file, reason] of [
      [whole.subarray(0, -40), cut],
      [whole.subarray(0, whole.length / 2), cut],
      [Buffer.from('%PDF-1.7 and nothing'), cut],
      [Buffer.from('%PDF-1.7\nnothing\nstartxref\n9\n%%EOF'), 'This file is not a valid PDF.'],
      // its end is there, and lacks where the table of objects is
      [rewritten(whole, /startxref\s+\d+/), 'This file is not a valid PDF.'],
      [await lockedPdf(), 'This PDF needs a password to open.'],
      // its pages open without one: the password is that of the files within it
      [rewritten(await lockedPdf(), /(?<=\/St[mr]F \/)StdCF/g, 'Identity', '/EFF /StdCF'), pdfDangers.file],
      [Buffer.from(unknown), 'This PDF is encrypted in a way that can’t be opened.'],
      [await emptyPdf(), 'This PDF has no page.'],
    ] as const) {
      const { code, body } = await upload(app, uploadForm(id, file));
      expect([code, body.message]).toEqual([415, reason]);
    }
  });

  test('a PDF that would run something, carries a file or hides its beginning is refused with the reason', async () => {
    const { id } = await takeIn(app);
    const refused = async (file: Uint8Array) => {
      const { code, body } = await upload(app, uploadForm(id, file));
      return [code, body.message];
    };
    const changed = async (change: (document: PDFDocument) => void | Promise<void>) => {
      const document = await PDFDocument.load(await pdf());
      await change(document);
      return document.save();
    };
    expect(await refused(Buffer.concat([Buffer.from('\n'), await pdf()]))).toEqual([415, pdfDangers.header]);
    const script = await changed((document) => document.addJavaScript('run', 'app.alert(1)'));
    expect(await refused(script)).toEqual([415, pdfDangers.script]);
    const program = { S: 'Launch', F: PDFString.of('calc.exe') };
    const starting = await changed(({ catalog, context }) =>
      catalog.set(PDFName.of('OpenAction'), context.obj(program)),
    );
    expect(await refused(starting)).toEqual([415, pdfDangers.program]);
    const carrying = await changed((document) => document.attach(Buffer.from('MZ'), 'run.exe'));
    expect(await refused(carrying)).toEqual([415, pdfDangers.file]);
    const form = await changed(({ catalog, context }) => {
      const xml = context.register(context.flateStream('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>'));
      catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [], XFA: xml }));
    });
    expect(await refused(form)).toEqual([415, pdfDangers.xfa]);
  });

  test('a PDF that only an owner password protects is taken, and so is one with object streams', async () => {
    const owned = await PDFDocument.load(await pdf());
    owned.encrypt({ userPassword: '', ownerPassword: 'owner' });
    const packed = await (await PDFDocument.load(await pdf())).save({ useObjectStreams: true });
    for (const file of [await owned.save(), packed]) {
      const { id } = await takeIn(app);
      expect((await upload(app, uploadForm(id, file))).code).toBe(200);
    }
  });

  test('10 MB are taken, a byte more is too large', async () => {
    const { id } = await takeIn(app);
    const limit = 10 * 1024 * 1024;
    const short = await pdf(limit - 4000);
    const trailer = short.lastIndexOf('startxref');
    const most = Buffer.concat([
      short.subarray(0, trailer),
      Buffer.alloc(limit - short.length, ' '),
      short.subarray(trailer),
    ]);
    const { code, body } = await upload(app, uploadForm(id, Buffer.concat([most, Buffer.from(' ')])));
    expect([code, body.message]).toEqual([413, 'File is too large (max 10 MB).']);
    expect((await upload(app, uploadForm(id, most))).code).toBe(200);
  });

  test('an unknown order: 404; one that somebody else holds: 409', async () => {
    expect((await upload(app, uploadForm(99, await pdf()))).body.message).toBe('Order not found');
    const { id } = await takeIn(app);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team2',
      body: { orderId: id, assignto: 'Demo Team Two' },
    });
    const { code, body } = await upload(app, uploadForm(id, await pdf()));
    expect([code, body.message]).toEqual([409, 'Order is already held by Demo Team Two']);
    expect((await upload(app, uploadForm(id, await pdf()), { as: 'manager' })).code).toBe(200);
  });

  test('nothing of a refused file stays', async () => {
    const { id } = await takeIn(app);
    await upload(app, uploadForm(id, await pdf()));
    const before = await files();
    await upload(app, uploadForm(99, await pdf()));
    await upload(app, uploadForm(id, Buffer.from('no card')));
    const again = await pdf();
    expect((await upload(app, uploadForm(id, again))).code).toBe(200);
    expect((await upload(app, uploadForm(id, again))).code).toBe(409);

    expect((await files()).length).toBe(before.length + 1);
    expect((await details(id)).uploadDoc).toHaveLength(2);
  });

  describe('nothing stays of one that is cancelled', () => {
    /** An upload that can be cancelled: its request, its bytes, and the server's socket. */
    async function open(id: number) {
      const form = new Response(uploadForm(id, await pdf()));
      const bytes = Buffer.from(await form.arrayBuffer());
      const connected = once(app.web.getHttpServer(), 'connection') as Promise<[Socket]>;
      const sending = request(`${app.url}/api/admin/upload-visa-document`, {
        method: 'POST',
        agent: false,
        headers: {
          authorization: await app.signIn('team'),
          'content-type': form.headers.get('content-type')!,
          'content-length': bytes.length,
        },
      });
      sending.on('error', () => undefined).flushHeaders();
      return { sending, bytes, socket: (await connected)[0] };
    }
    async function cancel({ sending, socket }: Awaited<ReturnType<typeof open>>) {
      sending.destroy();
      if (!socket.destroyed) await once(socket, 'close');
    }

    test('half sent', async () => {
      const { id } = await takeIn(app);
      const before = await files();
      const half = await open(id);
      half.sending.write(half.bytes.subarray(0, half.bytes.length / 2));
      await eventually(async () => half.socket.bytesRead > half.bytes.length / 2);
      await cancel(half);
      expect((await upload(app, uploadForm(id, await pdf()))).code).toBe(200);
      expect((await details(id)).uploadDoc).toHaveLength(1);
      expect((await files()).length).toBe(before.length + 1);
    });

    test('just before it is done', async () => {
      const { id } = await takeIn(app);
      const before = await files();
      const busy = app.database.createQueryRunner();
      await busy.startTransaction();
      await busy.query('SELECT FROM orders WHERE id = $1 FOR UPDATE', [id]);
      const whole = await open(id);
      whole.sending.end(whole.bytes);
      await eventually(async () => (await files()).length === before.length + 1);
      await cancel(whole);
      await busy.commitTransaction();
      await busy.release();
      await eventually(async () => (await files()).length === before.length);
      expect(await details(id)).toMatchObject({ uploadDoc: [], mailHistory: [] });
    });
  });

  test('the card is kept under a name of our own, noted, and mailed: an approval, then an upload', async () => {
    const { id } = await takeIn(app);
    const card = await pdf();
    const { code, body } = await upload(app, uploadForm(encodeOrderId(id), card, { email: ' Ann@Example.com ' }));
    expect([code, body.status]).toEqual([200, 1]);
    expect(body.data).toEqual({ file1: expect.stringMatching(/^card-[\da-f]{24}\.pdf$/), mail_id: expect.any(Number) });

    await upload(app, uploadForm(id, await image('png'), { mailServiceProvider: 'Sendgrid' }));
    const { uploadDoc, mailHistory, activity } = await details(id);
    expect(uploadDoc[1]).toEqual({
      file1: body.data.file1,
      customer_name: 'Ann Example',
      erased_at: null,
      mail_service_provider: 'AWS',
      create_ts: expect.any(String),
      url: `/uploads/docs/${id}/${body.data.file1}`,
      sha256: createHash('sha256').update(card).digest('hex'),
      size: card.length,
      content_type: 'application/pdf',
      verdict: 'unreadable',
      verdict_note: 'We could not read this card. Compare it yourself.',
      outdated: false,
      override_reason: null,
    });
    expect(
      mailHistory.map(({ kind, mail_service_provider, uploadDoc: file }: Record<string, string>) => [
        kind,
        mail_service_provider,
        file,
      ]),
    ).toEqual([
      ['upload', 'Sendgrid', uploadDoc[0].file1],
      ['approval', 'AWS', body.data.file1],
    ]);
    expect(activity).toContainEqual(
      expect.objectContaining({ actor: 'Demo Team', action: 'document.uploaded', to: body.data.file1 }),
    );
  });

  test.each([
    ['jpeg', 'jpg', 'image/jpeg'],
    ['png', 'png', 'image/png'],
    ['webp', 'webp', 'image/webp'],
    ['gif', 'gif', 'image/gif'],
    ['avif', 'avif', 'image/avif'],
  ] as const)('a %s is taken for what it is', async (format, ending, contentType) => {
    const { id } = await takeIn(app);
    const { body } = await upload(app, uploadForm(id, await image(format)));
    expect(body.data.file1).toMatch(new RegExp(`\\.${ending}$`));
    expect((await details(id)).uploadDoc[0].content_type).toBe(contentType);
  });

  test('ten equal uploads at once give one card and one mail', async () => {
    const { id } = await takeIn(app);
    const card = await pdf();
    const codes = await Promise.all(
      Array.from({ length: 10 }, async () => (await upload(app, uploadForm(id, card))).code),
    );
    expect(codes.sort((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    const { uploadDoc, mailHistory } = await details(id);
    expect([uploadDoc.length, mailHistory.length]).toEqual([1, 1]);
  });
});

describe('Send and complete', () => {
  test('of an order that nobody marked as submitted records the submission: who has the card has submitted', async () => {
    const { id } = await takeIn(app);
    expect((await upload(app, uploadForm(id, await pdf(), { complete: 'true', status: 'New' }))).code).toBe(200);
    const { submitted, process_status, activity } = await details(id);
    expect([process_status, submitted.by]).toEqual(['Completed', 'Demo Team']);
    expect(submitted.fields).toContainEqual({ id: 'name', label: 'Name', value: 'ANN EXAMPLE' });
    const moved = activity.find(({ action }: { action: string }) => action === 'order.moved');
    expect(Math.abs(Date.parse(submitted.at) - Date.parse(moved.create_ts))).toBeLessThan(60_000);
  });

  test('leaves what was submitted before as it is', async () => {
    const { id } = await takeIn(app);
    await move(app, id, 'AwaitingGovt');
    const before = (await details(id)).submitted;
    expect((await upload(app, uploadForm(id, await pdf(), { complete: 'true' }))).code).toBe(200);
    expect((await details(id)).submitted).toEqual(before);
  });
});

describe.each(['resend-mail', 'send-download-link'])('POST /api/admin/%s', (path) => {
  test('nobody calls it without signing in', async () => {
    expect((await app.call('POST', `/api/admin/${path}`, { body: {} })).code).toBe(401);
  });

  test('a bad body gets its sentences', async () => {
    const { code, body } = await send(path, { orderId: '', email: '' });
    expect([code, body.errors]).toEqual([
      422,
      { orderId: 'Please enter your order id.', email: 'Please enter your email' },
    ]);
  });

  test('without a card: File is required', async () => {
    const { id } = await takeIn(app);
    const { code, body } = await send(path, { orderId: id, email: 'ann@example.com' });
    expect([code, body.message]).toEqual([409, 'File is required']);
  });

  test('an unknown order: 404', async () => {
    expect((await send(path, { orderId: encodeOrderId(77), email: 'ann@example.com' })).code).toBe(404);
  });

  test('the mail is written and noted, the same one moments later refused', async () => {
    const { id } = await takeIn(app);
    await upload(app, uploadForm(id, await pdf()));
    const body = { orderId: id, email: 'other@example.com' };
    expect((await send(path, body)).body.data).toEqual({ mail_id: expect.any(Number) });
    expect((await send(path, body)).body.message).toBe('This mail was queued moments ago.');
  });
});

describe('an order that is deleted or refunded', () => {
  test.each(['Deleted', 'Refunds'])('in %s takes no card and mails none, by whatever call', async (status) => {
    const { id, mailId } = await delivered(app);
    await app.database.query(`UPDATE mails SET state = 'failed' WHERE id = $1`, [mailId]);
    await move(app, id, status);
    const before = await files();
    const answers = [
      await upload(app, uploadForm(id, await pdf()), { as: 'admin' }),
      await send('resend-mail', { orderId: id, email: 'other@example.com' }),
      await send('send-download-link', { orderId: id, email: 'other@example.com' }),
      await send('resend-cards', { orderId: [id] }),
      await send('retry-mail', { mailId }),
    ];
    for (const { code, body } of answers)
      expect([code, body.message]).toEqual([409, `No card is sent for an order in ${status}.`]);
    expect(await files()).toEqual(before);
    expect((await details(id)).mailHistory).toHaveLength(1);
  });

  test('is one of many in a bulk resend: the others are mailed', async () => {
    const [deleted, good] = [await delivered(app), await delivered(app)];
    await move(app, deleted.id, 'Deleted');
    await app.database.query(`UPDATE mails SET create_ts = now() - interval '2 minutes' WHERE id = $1`, [good.mailId]);
    const { body } = await send('resend-cards', { orderId: [deleted.id, good.id] });
    expect(body.data).toEqual({
      done: [good.id],
      failed: [{ order_id: deleted.id, message: 'No card is sent for an order in Deleted.' }],
    });
  });
});

describe('a card that a colleague sent since the page was opened', () => {
  test('is asked about before another one is stored or mailed', async () => {
    const { id } = await takeIn(app);
    const seenMail = '0';
    const first = await upload(app, uploadForm(id, await pdf(), { seenMail }), { as: 'night' });
    expect(first.code).toBe(200);
    const before = await files();
    const second = await pdf();
    const asked = await upload(app, uploadForm(id, second, { seenMail }));
    expect([asked.code, asked.body.message, asked.body.data]).toEqual([
      409,
      'Demo Night sent a card just now. Send this one too?',
      { sent: first.body.data.mail_id },
    ]);
    expect(await files()).toEqual(before);
    expect((await details(id)).mailHistory).toHaveLength(1);

    expect((await upload(app, uploadForm(id, second, { seenMail: String(asked.body.data.sent) }))).code).toBe(200);
    expect((await details(id)).mailHistory).toHaveLength(2);
  });

  test('is asked about before the card or the link is mailed again, and one’s own is named as that', async () => {
    const { id, mailId } = await delivered(app);
    for (const path of ['resend-mail', 'send-download-link']) {
      const { code, body } = await send(path, { orderId: id, email: 'other@example.com', seenMail: 0 });
      expect([code, body]).toMatchObject([
        409,
        { message: 'You sent a card just now. Send this one too?', data: { sent: mailId } },
      ]);
      expect((await send(path, { orderId: id, email: `${path}@example.com`, seenMail: mailId })).code).toBe(200);
      await app.database.query('DELETE FROM mails WHERE order_id = $1 AND id <> $2', [id, mailId]);
    }
  });

  test('keeps its order out of a bulk resend that has not seen it, and lets the others through', async () => {
    const [seen, sent] = [await delivered(app), await delivered(app)];
    await app.database.query(`UPDATE mails SET create_ts = now() - interval '2 minutes' WHERE id = ANY($1)`, [
      [seen.mailId, sent.mailId],
    ]);
    const seenMail = sent.mailId;
    const other = { orderId: sent.id, email: 'other@example.com', seenMail };
    expect((await app.call('POST', '/api/admin/resend-mail', { as: 'night', body: other })).code).toBe(200);
    const both = { orderId: [seen.id, sent.id], seenMail };
    expect((await send('resend-cards', both)).body.data).toEqual({
      done: [seen.id],
      failed: [{ order_id: sent.id, message: 'Demo Night sent a card just now. Send this one too?' }],
    });
    expect((await send('resend-cards', { orderId: sent.id })).body.data.done).toEqual([sent.id]);
  });

  test('is none when its mail did not arrive, and nobody is asked who names no mail', async () => {
    const { id, mailId } = await delivered(app);
    const to = (email: string, seenMail?: number) => send('resend-mail', { orderId: id, email, seenMail });
    expect((await to('one@example.com')).code).toBe(200);
    await app.database.query(`UPDATE mails SET state = 'failed' WHERE order_id = $1 AND id > $2`, [id, mailId]);
    expect((await to('two@example.com', mailId)).code).toBe(200);
    expect((await to('three@example.com', -1)).code).toBe(422);
  });
});

describe('POST /api/admin/resend-cards', () => {
  const bounced = (mailId: number) =>
    app.database.query(
      `INSERT INTO mail_events (mail_id, provider, event_id, provider_message_id, type, at)
       SELECT id, 'AWS', 'bounce of ' || id, 'none', 'bounced', now() FROM mails WHERE id = $1`,
      [mailId],
    );

  test('nobody calls it without signing in; a bad body gets its sentences', async () => {
    expect((await app.call('POST', '/api/admin/resend-cards', { body: {} })).code).toBe(401);
    expect((await send('resend-cards', { mailServiceProvider: 'Post' })).body.errors).toEqual({
      orderId: 'Please enter your order id.',
      mailServiceProvider: 'Mail provider must be AWS or Sendgrid.',
    });
  });

  test('mails each card once for one press, and names what it did not mail', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await takeIn(app)).id));
    const [good, cardless, held, lost] = ids as [number, number, number, number];
    for (const id of [good, held]) await upload(app, uploadForm(id, await pdf()));
    const { body: first } = await upload(app, uploadForm(lost, await pdf()));
    await bounced(first.data.mail_id);
    await app.call('PUT', '/api/admin/assign-order-status', {
      as: 'team2',
      body: { orderId: held, assignto: 'Demo Team Two' },
    });
    const press = () =>
      app.call('POST', '/api/admin/resend-cards', {
        as: 'team',
        body: { orderId: ids, mailServiceProvider: 'Sendgrid' },
        headers: { 'idempotency-key': 'one-press-of-resend' },
      });
    const answers = [await press(), await press()];
    expect(answers[0]!.body.data).toEqual({
      done: [good],
      failed: [
        { order_id: cardless, message: 'File is required' },
        { order_id: held, message: 'Order is already held by Demo Team Two' },
        { order_id: lost, message: expect.stringContaining('bounced at ann@example.com') },
      ],
    });
    expect(answers[1]!.body.data).toEqual(answers[0]!.body.data);
    const mails = async (id: number) =>
      (await details(id)).mailHistory.filter(({ kind }: { kind: string }) => kind === 'resend');
    expect(await mails(good)).toMatchObject([{ mail_service_provider: 'Sendgrid', recipient: 'ann@example.com' }]);
    expect(await mails(lost)).toEqual([]);
    expect((await send('resend-cards', { orderId: [lost], despiteBounce: true })).body.data.done).toEqual([lost]);
    // a second press is another one, moments later
    expect((await send('resend-cards', { orderId: good })).body.message).toBe('This mail was queued moments ago.');
    expect(await mails(good)).toHaveLength(1);
  });
});

describe('which file goes with a mail', () => {
  test('resend takes the current card along, through the provider it names', async () => {
    const { id } = await takeIn(app);
    await upload(app, uploadForm(id, await pdf()));
    const { body } = await upload(app, uploadForm(id, await pdf()));
    await send('resend-mail', { orderId: id, email: 'new@example.com', mailServiceProvider: 'Sendgrid' });
    const [mail] = (await details(id)).mailHistory;
    expect(mail).toMatchObject({
      kind: 'resend',
      recipient: 'new@example.com',
      mail_service_provider: 'Sendgrid',
      uploadDoc: body.data.file1,
    });
    expect((await send('resend-mail', { orderId: id, email: 'a@example.com', mailServiceProvider: 'Post' })).code).toBe(
      422,
    );
  });

  test('the download link takes none along and leads to the page, not to the file', async () => {
    const { id, encoded } = await takeIn(app);
    await upload(app, uploadForm(id, await pdf()));
    await move(app, id, 'Completed');
    await send('send-download-link', { orderId: id, email: 'ann@example.com' });
    const [row] = await app.database.query(
      'SELECT html, attachment_key FROM mails WHERE order_id = $1 ORDER BY id DESC',
      [id],
    );
    expect(row.attachment_key).toBeNull();
    expect(row.html).toContain(`/track-order/${encoded}`);
    expect(row.html).not.toContain('/uploads/');
  });
});
