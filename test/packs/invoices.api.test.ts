import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { SendingService } from '../../src/mail/sending.service.js';
import type { InvoicesService } from '../../src/packs/invoices.service.js';
import { roles } from '../../src/shared/roles.js';
import { routes } from '../../src/shared/routes.js';
import { textOf } from '../platform/pdf/read-pdf.js';
import { eventually, type MemberName, members, startApp, type TestApp } from '../support/app.js';
import { giveBack, takeIn } from '../support/orders.js';
import { spawnWorker } from '../support/processes.js';
import { longTest } from '../support/sample.js';

const everyone = Object.keys(members) as MemberName[];

let app: TestApp;

const send = (orderId: unknown, as?: MemberName) => app.call('POST', routes.api.sendInvoice, { as, body: { orderId } });

type MailRow = {
  id: number;
  state: string;
  failure: string | null;
  attempts: number;
  attachment_key: string | null;
  attachment_name: string;
  attachment_sha256: string | null;
};

const mailsOf = (orderId: number) =>
  app.database.query<MailRow[]>(`SELECT * FROM mails WHERE order_id = $1 AND kind = 'invoice' ORDER BY id`, [orderId]);

/** Waits until an invoice mail is sent. */
async function sent(mailId: number, seconds = 30): Promise<MailRow> {
  return eventually(async () => {
    const [mail] = await app.database.query<MailRow[]>('SELECT * FROM mails WHERE id = $1', [mailId]);
    return mail?.state === 'sent' && mail;
  }, seconds);
}

/** Moves the times of an order's mails `seconds` into the past: when they were written, and when their state changed. */
const age = (orderId: number, seconds: number) =>
  app.database.query(
    `UPDATE mails SET create_ts = create_ts - make_interval(secs => $2), state_at = state_at - make_interval(secs => $2)
     WHERE order_id = $1`,
    [orderId, seconds],
  );

const pdfOf = async (mail: MailRow) =>
  (await textOf(await readFile(join(app.env.DATA_DIR, 'files', mail.attachment_key!)))).join(' ');

/** The invoice numbers issued so far, without the year. */
async function numbers(): Promise<number[]> {
  const rows = await app.database.query<{ number: number }[]>('SELECT number FROM invoices ORDER BY number');
  return rows.map(({ number }) => number);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('POST /api/admin/send-invoice', () => {
  beforeAll(async () => {
    app = await startApp({
      worker: true,
      settings: { INVOICE_TAX_LABEL: 'VAT', INVOICE_TAX_PERCENT: '19', REQUESTS_PER_MINUTE: '1000000' },
    });
  });
  afterAll(() => app.close());

  test('every role may, a guest may not', async () => {
    expect(new Set(everyone.map((who) => members[who].type))).toEqual(new Set(roles));
    for (const as of everyone) expect((await send((await takeIn(app)).id, as)).code).toBe(200);
    expect((await send((await takeIn(app)).id)).code).toBe(401);
  });

  test.each([
    [undefined, 'Please enter your order id.'],
    ['', 'Please enter your order id.'],
    ['10000', 'Order Id must be at least 6 characters.'],
    [10_000, 'Order Id must be at least 6 characters.'],
    [-100_001, 'Please enter your order id.'],
  ])('%j is refused', async (orderId, message) => {
    expect(await send(orderId, 'team')).toMatchObject({ code: 422, body: { message, errors: { orderId: message } } });
  });

  test('an order that isn’t there is not found', async () => {
    expect(await send(999_999, 'team')).toMatchObject({ code: 404, body: { message: 'Order not found' } });
  });

  test('an order that is not paid or deleted has none', async () => {
    const pending = await takeIn(app, { paid: false });
    expect(await send(pending.id, 'team')).toMatchObject({
      code: 409,
      body: { message: 'An order in Pending has no invoice' },
    });
    const deleted = await takeIn(app);
    await app.database.query(`UPDATE orders SET process_status = 'Deleted' WHERE id = $1`, [deleted.id]);
    expect((await send(deleted.encoded, 'admin')).code).toBe(409);
    expect([await mailsOf(pending.id), await mailsOf(deleted.id)]).toEqual([[], []]);
  });

  test('an order without a total has none', async () => {
    const { id } = await takeIn(app, { amount: null, currency: null });
    expect(await send(id, 'team')).toMatchObject({
      code: 409,
      body: { message: 'An order without an amount and its currency has no invoice' },
    });
    expect(await mailsOf(id)).toEqual([]);
  });

  test('an order that somebody else holds is left alone, but not by a Manager', async () => {
    const { id } = await takeIn(app);
    await app.call('PUT', routes.api.assign, { as: 'team2', body: { orderId: id, assignto: members.team2.name } });
    expect(await send(id, 'team')).toMatchObject({
      code: 409,
      body: { message: 'Order is already held by Demo Team Two' },
    });
    expect((await send(id, 'manager')).code).toBe(200);
  });

  test('goes out by AWS to the customer, as a PDF with its number, without passport data', async () => {
    const address = 'invoice@example.com';
    const { id, encoded } = await takeIn(app, {
      contact_email_address: address,
      full_name: 'Anneliese Österreicher',
      transaction_id: 'ch_4711',
      card_brand: 'Visa',
      card_last4: '4242',
      processing_mode: 'Priority',
      passport_no: 'C01X7K41',
    });
    const { body } = await send(encoded, 'team');
    const { mail_id, invoice_number } = body.data as { mail_id: number; invoice_number: string };
    expect(invoice_number).toMatch(/^INV-\d{4}-\d{6}$/);

    const mail = await sent(mail_id);
    const [caught] = (await app.mailbox()).filter(({ to }) => to.includes(address));
    expect(caught).toMatchObject({
      provider: 'AWS',
      attachments: [
        { filename: `${invoice_number}.pdf`, contentType: 'application/pdf', sha256: mail.attachment_sha256 },
      ],
    });
    expect(caught.text).toContain(invoice_number);

    const text = await pdfOf(mail);
    for (const said of [
      `Invoice ${invoice_number}`,
      'Anneliese Österreicher',
      'Malaysia Digital Arrival Card service, Priority USD 49.00',
      'including VAT 19 % USD 7.82',
      'Visa ending 4242',
      'ch_4711',
    ])
      expect(text).toContain(said);
    expect(text + caught.html).not.toContain('C01X7K41');
    expect(text).not.toMatch(/copy|Refunded/);
    const noted = await app.database.query(
      `SELECT actor, "to" FROM activity WHERE order_id = $1 AND action = 'invoice.issued'`,
      [id],
    );
    expect(noted).toEqual([{ actor: 'Demo Team', to: invoice_number }]);
  });

  test('staff can open what was mailed, from Email History', async () => {
    const { id } = await takeIn(app);
    const { mail_id } = (await send(id, 'team')).body.data as { mail_id: number };
    const mail = await sent(mail_id);
    const answer = await fetch(app.url + routes.mailFile(mail_id), {
      headers: { authorization: `Bearer ${await app.signIn('telecaller')}` },
    });
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${mail.attachment_name}"`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(mail.attachment_sha256);
  });

  test('the mail links the texts that the order was bought under', async () => {
    const { id } = await takeIn(app, { terms_version: '2026-01', terms_accepted_at: '2026-02-01T00:00:00Z' });
    expect((await send(id, 'team')).code).toBe(200);
    const [{ body }] = await app.database.query('SELECT body FROM mails WHERE order_id = $1', [id]);
    expect(body).toContain(`Terms of sale of your order, version 2026-01: ${app.url}/`);
    expect(body).toContain('Refund policy of your order, version 2026-01: ');
    const [, link] = /Refund policy of your order, version \S+: (\S+)/.exec(body as string)!;
    expect((await fetch(link!)).status).toBe(200);
  });

  test('sent again it is the same invoice, marked copy, with the refund since; the rest as it was made out', async () => {
    const { id } = await takeIn(app, { transaction_id: 'ch_first' });
    const first = (await send(id, 'team')).body.data;
    await sent(first.mail_id);
    expect(await send(id, 'team')).toMatchObject({ code: 409, body: { message: 'This mail was queued moments ago.' } });

    await age(id, 61);
    await app.database.query(
      `UPDATE orders SET process_status = 'Refunds', transaction_id = 'ch_second' WHERE id = $1`,
      [id],
    );
    await giveBack(app, id, { amount: '20', at: '2026-03-20T01:00:00Z' });
    const again = (await send(id, 'team')).body.data;
    expect(again.invoice_number).toBe(first.invoice_number);
    const copy = await sent(again.mail_id);
    const text = await pdfOf(copy);
    expect(copy.attachment_name).toBe(`${first.invoice_number}-copy.pdf`);
    for (const said of ['Invoice (copy)', first.invoice_number, 'Refunded on 20 Mar 2026 USD -20.00', 'ch_first'])
      expect(text).toContain(said);

    // the rest has a line of its own, and what the bank returned has none
    await age(id, 61);
    await giveBack(app, id, { amount: '29', at: '2026-03-22T01:00:00Z' });
    await giveBack(app, id, { amount: '7', at: '2026-03-23T01:00:00Z', failedAt: '2026-03-24T01:00:00Z' });
    const both = await pdfOf(await sent((await send(id, 'team')).body.data.mail_id));
    expect(both).toContain('Refunded on 20 Mar 2026 USD -20.00 Refunded on 22 Mar 2026 USD -29.00');
    expect(both).not.toMatch(/-49\.00|-7\.00/);
  });

  test('ten at once for one order give one mail and one number', async () => {
    const before = await numbers();
    const { id } = await takeIn(app);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(id, 'team')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 409)).toHaveLength(9);
    expect(await mailsOf(id)).toHaveLength(1);
    expect(await numbers()).toEqual(upTo(before.length + 1));
  });

  test('many orders at once get numbers without gaps or doubles, refused ones among them', async () => {
    const before = await numbers();
    const orders = await Promise.all(Array.from({ length: 30 }, () => takeIn(app)));
    const spent = orders.filter((_, index) => index % 3 === 0);
    for (const { id } of spent) {
      await app.database.query(
        `INSERT INTO mails (order_id, kind, provider, recipient, subject, html, body, sender, sent_by, state)
         SELECT $1, 'resend', 'AWS', 'ann@example.com', '', '', '', '', '', 'sent' FROM generate_series(1, 10)`,
        [id],
      );
    }
    // 503: on a busy machine no connection was free in time, and nothing was written
    const sent = async (id: number): Promise<number> => {
      const { code } = await send(id, 'team');
      return code === 503 ? sent(id) : code;
    };
    const codes = await Promise.all(orders.map(({ id }) => sent(id)));
    expect(codes.filter((code) => code === 429)).toHaveLength(spent.length);
    expect(await numbers()).toEqual(upTo(before.length + orders.length - spent.length));
    expect((await send(spent[0]!.id, 'admin')).code).toBe(200);
  });
});

describe('an invoice on its way', () => {
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const invoices = () => app.web.get<InvoicesService>('InvoicesService');
  const tried = { number: 1, last: true };

  async function queued(): Promise<{ orderId: number; mailId: number }> {
    const { id: orderId } = await takeIn(app, { contact_email_address: `ann${Math.random()}@example.com` });
    const { body } = await send(orderId, 'team');
    return { orderId, mailId: (body.data as { mail_id: number }).mail_id };
  }

  test('takes one connection of the database, so that many at once do not wait for each other’s', async () => {
    const { id } = await takeIn(app, { terms_version: '1', terms_accepted_at: '2026-03-01T00:00:00Z' });
    const pool = app.web.get<DataSource>('DataSource');
    const others = Array.from({ length: pool.options.poolSize! - 1 }, () => pool.createQueryRunner());
    await Promise.all(others.map((runner) => runner.connect()));
    const { code } = await send(id, 'team');
    await Promise.all(others.map((runner) => runner.release()));
    expect(code).toBe(200);
  });

  test('its mail does not leave before it is printed, and does not count as failed', async () => {
    const { orderId, mailId } = await queued();
    const sending = app.web.get<SendingService>('SendingService');
    await sending.sendNow(mailId, tried);
    await age(orderId, 300);
    await sending.sweep();
    expect(await mailsOf(orderId)).toMatchObject([{ state: 'queued', attempts: 0, attachment_key: null }]);

    await invoices().renderNow(mailId, tried);
    await sending.sendNow(mailId, tried);
    expect(await mailsOf(orderId)).toMatchObject([
      { state: 'sent', attempts: 1, attachment_sha256: expect.any(String) },
    ]);
  });

  test('printed by two workers at once it goes out with one file', async () => {
    const { orderId, mailId } = await queued();
    await Promise.all([invoices().renderNow(mailId, tried), invoices().renderNow(mailId, tried)]);
    const [printed] = await mailsOf(orderId);
    await invoices().renderNow(mailId, tried);
    await app.web.get<SendingService>('SendingService').sendNow(mailId, tried);
    expect(await mailsOf(orderId)).toMatchObject([
      { state: 'sent', attachment_sha256: printed!.attachment_sha256, attachment_key: printed!.attachment_key },
    ]);
  });

  longTest(
    'a worker killed while it prints leaves it to the next; it goes out once',
    async () => {
      const { orderId, mailId } = await queued();
      const first = await spawnWorker(app.settings);
      await first.kill('SIGKILL');
      const second = await spawnWorker(app.settings);
      await age(orderId, 30);
      // A killed worker's job is free after 20 seconds at most (src/platform/job-runner.ts); then a browser starts and prints.
      await sent(mailId, 75);
      await second.kill('SIGTERM');
      const recipient = (await app.database.query('SELECT recipient FROM mails WHERE id = $1', [mailId]))[0].recipient;
      expect((await app.mailbox()).filter(({ to }) => to.includes(recipient))).toHaveLength(1);
    },
    150_000,
  );

  test('that can’t be printed is shown as failed; tried again, it waits for its file once more', async () => {
    const blind = await startApp({ settings: { PUPPETEER_EXECUTABLE_PATH: '/nowhere/chrome' } });
    const seeing = app;
    app = blind;
    try {
      const { orderId, mailId } = await queued();
      await expect(invoices().renderNow(mailId, { number: 1, last: false })).rejects.toThrow('/nowhere/chrome');
      expect(await mailsOf(orderId)).toMatchObject([{ state: 'queued', failure: null }]);
      await expect(invoices().renderNow(mailId, { number: 3, last: true })).rejects.toThrow('/nowhere/chrome');
      expect(await mailsOf(orderId)).toMatchObject([{ state: 'failed', failure: 'The invoice could not be printed.' }]);

      expect((await app.call('POST', routes.api.retryMail, { as: 'team', body: { mailId } })).code).toBe(200);
      expect(await mailsOf(orderId)).toMatchObject([{ state: 'queued', failure: null, attachment_key: null }]);
    } finally {
      app = seeing;
      await blind.close();
    }
  });
});
