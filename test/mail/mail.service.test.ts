import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Order } from '../../src/database/order.entity.js';
import type { NewMail } from '../../src/mail/mail.service.js';
import { mailKindsWhere } from '../../src/shared/mail-kinds.js';
import { encodeOrderId } from '../../src/shared/order-id.js';
import { openPostOffice, type PostOffice } from './post-office.js';

const orderMails = mailKindsWhere(({ to }) => to === 'customer');

let office: PostOffice;
let order: Order;

beforeAll(async () => {
  office = await openPostOffice();
});
beforeEach(async () => {
  order = await office.order();
});
afterAll(() => office.close());

describe('a written mail', () => {
  test('waits, and the activity names who caused it', async () => {
    const { id } = await office.write(order, { sentBy: { id: null, name: 'Demo Manager' } });
    expect(await office.row(id)).toMatchObject({ state: 'queued', attempts: 0, sent_by: 'Demo Manager' });
    const [line] = await office.database.query('SELECT actor, action, note FROM activity WHERE order_id = $1', [
      order.id,
    ]);
    expect(line).toEqual({
      actor: 'Demo Manager',
      action: 'mail.queued',
      note: 'approval to ann@example.com by AWS',
    });
  });

  test('holds the bytes of the preview', async () => {
    const preview = office.mail.preview(order);
    const { id } = await office.write(order);
    expect(await office.row(id)).toMatchObject({ subject: preview.subject, html: preview.html, body: preview.text });
  });

  test.each([
    ['malaysia-arrival-card.example', 'Malaysia Digital Arrival Card', 'support@malaysia-arrival-card.example'],
    ['WWW.arrivalhelp.example', 'Malaysia Arrival Help', 'help@arrival-help.example'],
    ['elsewhere.example', 'Malaysia Digital Arrival Card', 'support@malaysia-arrival-card.example'],
  ])('for %s comes from %s and is answered to %s', async (landingDomain, name, replyTo) => {
    const { id } = await office.write(await office.order({ landingDomain }));
    expect(await office.row(id)).toMatchObject({
      sender: `"${name}" <no-reply@arrival-card.example>`,
      reply_to: replyTo,
      html: expect.stringContaining(name),
    });
  });

  test.each(orderMails)('of kind %s leads to the visitor’s page', async (kind) => {
    const { id } = await office.write(order, { kind });
    const { html, body } = (await office.row(id)) as { html: string; body: string };
    const page = `https://desk.example/track-order/${encodeOrderId(order.id)}`;
    expect(body).toContain(page);
    const links = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href]) => href);
    const aboutSale = kind === 'approval' || kind === 'invoice';
    expect(links).toEqual([page, ...(aboutSale ? ['https://malaysia-arrival-card.example/refunds'] : [])]);
  });

  test('carries no passport data', async () => {
    for (const kind of orderMails) {
      const { id } = await office.write(order, { kind, recipient: `${kind}@example.com` });
      expect(JSON.stringify(await office.row(id))).not.toMatch(/X1234567|1990|2031/);
    }
  });

  test('names its attachment in plain ASCII, with the ending of what it is', async () => {
    const { filename: _, contentType: __, ...file } = await office.file();
    const names = [
      ['Карта Анны.pdf', 'application/pdf', 'document.pdf'],
      ['arrival card\r\nBcc: x@y.z.exe', 'application/pdf', 'arrival-card-Bcc-x-y.z.pdf'],
      ['../../etc/passwd', 'image/png', 'document.png'],
      ['card.jpeg', 'image/jpeg', 'card.jpg'],
      ['card.pdf', 'image/webp', 'card.webp'],
    ] as const;
    for (const [index, [filename, contentType, plain]] of names.entries()) {
      const attachment = { ...file, filename, contentType, sha256: String(index) };
      const { id } = await office.write(order, { attachment });
      expect(await office.row(id)).toMatchObject({ attachment_name: plain, attachment_type: contentType });
    }
  });

  test('of the kind download-link has nothing attached', async () => {
    const { id } = await office.write(order, { kind: 'download-link', attachment: await office.file() });
    expect(await office.row(id)).toMatchObject({ attachment_key: null, attachment_sha256: null });
  });
});

describe('mail limits', () => {
  const write = (more: Partial<NewMail>) => office.write(order, more);
  const again = { code: 409, message: 'This mail was queued moments ago.' };

  test('of ten equal mails at once one is written', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => write({ kind: 'resend' })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(again);
    expect(await office.mail.ofOrder(order.id)).toHaveLength(1);
  });

  test('an address is the same whatever its case, by either provider, and an Admin’s too', async () => {
    await write({ recipient: 'ann@example.com' });
    await expect(write({ recipient: 'Ann@Example.com', provider: 'Sendgrid' })).rejects.toMatchObject(again);
    await expect(write({ unlimited: true })).rejects.toMatchObject(again);
  });

  test('a first upload clicked twice is one mail, although the second would be an upload', async () => {
    const attachment = await office.file();
    await write({ kind: 'approval', attachment });
    await expect(write({ kind: 'upload', attachment })).rejects.toMatchObject(again);
  });

  test('another address, kind, file or order, or a minute later, is another mail', async () => {
    await write({ attachment: await office.file() });
    await write({ attachment: await office.file('%PDF-1.7 another') });
    await write({ attachment: await office.file(), kind: 'resend' });
    await write({ attachment: await office.file(), recipient: 'bob@example.com' });
    await office.write(await office.order(), { attachment: await office.file() });
    await office.database.query(`UPDATE mails SET create_ts = create_ts - interval '61 seconds'`);
    await write({ attachment: await office.file() });
  });

  test('an eleventh mail of a day to one address waits, but not an Admin’s, nor the next day’s', async () => {
    for (let n = 1; n <= 10; n++) await write({ attachment: await office.file(`%PDF ${n}`) });
    const eleventh = async () => ({ attachment: await office.file('%PDF 11') });

    await expect(write(await eleventh())).rejects.toMatchObject({
      code: 429,
      retryAfter: expect.any(Number),
    });
    await write({ ...(await eleventh()), recipient: 'bob@example.com' });
    await office.write(await office.order(), await eleventh());
    await write({ ...(await eleventh()), unlimited: true });

    await office.database.query(`UPDATE mails SET create_ts = create_ts - interval '25 hours'`);
    await write(await eleventh());
  });
});

describe('Email History', () => {
  test('has the wire names, newest first', async () => {
    const attachment = await office.file();
    const [document] = await office.database.query<{ id: number }[]>(
      `INSERT INTO documents (order_id, file1, storage_key, customer_name, mail_service_provider, sha256, size, content_type, uploaded_by)
       VALUES ($1, 'card-1.pdf', $2, 'Ann Example', 'AWS', $3, 15, 'application/pdf', 'Demo Team') RETURNING id`,
      [order.id, attachment.storageKey, attachment.sha256],
    );
    const first = await office.write(order, { document: { ...attachment, id: document!.id } });
    const second = await office.write(order, { kind: 'download-link', provider: 'Sendgrid' });

    expect(await office.mail.ofOrder(order.id)).toEqual([
      expect.objectContaining({
        id: second.id,
        uploadDoc: null,
        kind: 'download-link',
        mail_service_provider: 'Sendgrid',
      }),
      {
        id: first.id,
        order_id: order.id,
        create_ts: first.createTs.toISOString(),
        uploadDoc: 'card-1.pdf',
        mail_service_provider: 'AWS',
        kind: 'approval',
        recipient: 'ann@example.com',
        subject: first.subject,
        state: 'queued',
        failure: null,
        provider_message_id: null,
        attachment_sha256: attachment.sha256,
        sent_by: 'Demo Team',
        switched_from: null,
      },
    ]);
  });
});

describe('the preview', () => {
  test('opens WhatsApp with the same news', () => {
    const { whatsapp_url, whatsapp_reason } = office.mail.preview(order);
    const text = new URL(whatsapp_url!).searchParams.get('text')!;
    expect(whatsapp_url).toMatch(/^https:\/\/wa\.me\/60123456789\?text=/);
    expect(text).toContain('Hello Ann Example');
    expect(text).toContain(`https://desk.example/track-order/${encodeOrderId(order.id)}`);
    expect(text).not.toContain('attached');
    expect(whatsapp_reason).toBeNull();
  });

  test('says why WhatsApp can’t be opened', async () => {
    expect(office.mail.preview(await office.order({ phoneNumber: '12' }))).toMatchObject({
      whatsapp_url: null,
      whatsapp_reason: 'The mobile number of this order is not valid.',
    });
  });
});
