import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { ChangeFeed } from '../../src/database/change-feed.js';
import { pageCount } from '../../src/platform/pdf/embed.js';
import type { PackDetails } from '../../src/shared/pack-parts.js';
import { eventually, type MemberName, startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { textOf } from '../platform/pdf/read-pdf.js';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

let app: TestApp;
beforeAll(
  async () => void (app = await startApp({ worker: true, settings: { TRUSTED_PROXIES: '127.0.0.1' } })),
  60_000,
);
afterAll(() => app.close());

let order: { id: number; encoded: string };

/** An order as the intake makes it, but in Completed. */
beforeEach(async () => {
  order = await takeIn(app, {
    full_name: 'Anneliese Österreicher-Müller',
    passport_no: 'C01X7K41',
    transaction_id: 'ch_1',
    merchant_name: 'ARRIVAL CARD',
    purchase_ip: '203.0.113.77',
    terms_version: '2025-11',
    terms_accepted_at: '2026-02-26T14:02:05Z',
  });
  await move('Completed');
});

const move = (status: string) =>
  app.database.query('UPDATE orders SET process_status = $2 WHERE id = $1', [order.id, status]);

/** The pack's answer, with its bytes. */
async function pack(body: object, as: MemberName = 'team') {
  const answer = await fetch(`${app.url}/api/admin/get-defence-pack-pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await token(as)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { code: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

const tokens = new Map<MemberName, string>();
async function token(as: MemberName): Promise<string> {
  if (!tokens.has(as)) tokens.set(as, await app.signIn(as));
  return tokens.get(as)!;
}

const details = async (body: object): Promise<PackDetails> =>
  (await app.call('POST', '/api/admin/defence-pack-details', { as: 'team', body })).body.data as PackDetails;

/** Uploads a card with this many pages, as a member does. */
async function upload(pages: number): Promise<void> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++)
    document.addPage().drawText(`card page ${number} of order ${order.id}`, { x: 50, y: 700, font });
  const body = new FormData();
  body.set('orderId', String(order.id));
  body.set('email', 'ann@example.com');
  body.set('uploadVisaDoc', new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' }), 'card.pdf');
  const { code } = await app.call('POST', '/api/admin/upload-visa-document', { as: 'team', body });
  expect(code).toBe(200);
}

const rows = () =>
  app.database.query<{ state: string; sha256: string; pages: number; made_by: string; storage_key: string }[]>(
    'SELECT state, sha256, pages, made_by, storage_key FROM packs WHERE order_id = $1 ORDER BY id',
    [order.id],
  );

describe('POST /api/admin/get-defence-pack-pdf', () => {
  const path = '/api/admin/get-defence-pack-pdf';

  test('needs somebody who is signed in', async () => {
    expect((await app.call('POST', path, { body: { orderId: order.id, defencePackType: 1 } })).code).toBe(401);
  });

  test('refuses another type, and an order id that is none, each with its field', async () => {
    const { code, body } = await app.call('POST', path, { as: 'team', body: { orderId: -1, defencePackType: 3 } });
    expect(code).toBe(422);
    expect(Object.keys(body.errors as object)).toEqual(['orderId', 'defencePackType']);
    expect((await app.call('POST', path, { as: 'team', body: { orderId: order.id } })).code).toBe(422);
  });

  test('knows no order that isn’t there', async () => {
    const { code, body } = await app.call('POST', path, { as: 'team', body: { orderId: 99, defencePackType: 1 } });
    expect([code, body.message]).toEqual([404, 'Order not found']);
  });

  test('is there in three statuses alone', async () => {
    for (const status of ['New', 'Awaiting', 'AwaitingGovt', 'Refunds', 'Deleted']) {
      await move(status);
      expect(
        (await app.call('POST', path, { as: 'admin', body: { orderId: order.id, defencePackType: 1 } })).code,
      ).toBe(409);
    }
    for (const status of ['Completed', 'Customer Called', 'Contact Customer']) {
      await move(status);
      expect((await pack({ orderId: order.encoded, defencePackType: '2' })).code).toBe(200);
    }
  });

  test('answers a PDF for the tab, with every page of the approved card', async () => {
    await upload(3);
    const { headers, bytes } = await pack({ orderId: order.id, defencePackType: 1 });
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`inline; filename="defence-pack-1-order-${order.id}.pdf"`);

    const pages = await textOf(bytes);
    expect(pages.slice(-3).map((text) => /card page \d of order \d+/.exec(text)?.[0])).toEqual(
      [1, 2, 3].map((number) => `card page ${number} of order ${order.id}`),
    );
    expect(pages.join(' ')).toContain('Anneliese Österreicher-Müller');
    expect(pages.join(' ')).not.toContain('C01X7K41');
    expect(pages[0]).toContain(`Page 1 of ${pages.length}`);
  });

  test('prints what a member added of the authority’s page: a picture, or the first page of a PDF', async () => {
    const shot = await sharp({ create: { width: 1800, height: 900, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const page = await PDFDocument.create();
    for (const text of ['Check Registration', 'another page']) page.addPage().drawText(text, { x: 50, y: 700 });
    for (const bytes of [shot, Buffer.from(await page.save())]) {
      const body = new FormData();
      body.set('kind', 'registration_check');
      body.set('file', new Blob([bytes]), 'page');
      const { code } = await app.call('POST', `/api/admin/orders/${order.id}/files`, { as: 'team', body });
      expect(code).toBe(200);
    }
    const { bytes } = await pack({ orderId: order.id, defencePackType: 1 });
    const text = (await textOf(bytes)).join(' ');
    expect(text.replaceAll(' ', '')).toContain(sha256(shot));
    expect(text).toMatch(/The authority’s page “Check Registration”.*Picture below/);
    expect(text).toContain('Picture the first of 2 pages, below');
    const pictures = Buffer.from(bytes)
      .toString('latin1')
      .match(/\/Width 1800|\/DCTDecode/g);
    expect(pictures).toEqual(expect.arrayContaining(['/Width 1800', '/DCTDecode']));
    expect(bytes.length).toBeLessThan(1024 * 1024);
  });

  test('the same inputs give the same pack, made once, and a change gives another', async () => {
    const first = await pack({ orderId: order.id, defencePackType: 1 });
    const again = await pack({ orderId: order.id, defencePackType: 1 }, 'manager');
    expect(Buffer.from(again.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    expect(await rows()).toMatchObject([
      { state: 'ready', made_by: 'Demo Team', sha256: sha256(first.bytes), pages: await pageCount(first.bytes) },
    ]);

    await app.call('POST', '/api/admin/add-new-remark', {
      as: 'team',
      body: { orderId: order.id, remark: 'Confirmed by phone that the card came.', telephone: 'Y' },
    });
    const changed = await pack({ orderId: order.id, defencePackType: 1 });
    expect((await textOf(changed.bytes)).join(' ')).toContain('Confirmed by phone that the card came.');
    expect(await rows()).toHaveLength(2);
  });

  test('a finished pack is told by PostgreSQL; while nobody listens the row is looked at', async () => {
    const heard: string[] = [];
    app.web.get(ChangeFeed, { strict: false }).listen({
      onListening: () => undefined,
      onLost: () => void heard.push('lost'),
      on: { packs: (id) => heard.push(id) },
    });
    expect((await pack({ orderId: order.id, defencePackType: 1 })).code).toBe(200);
    const [{ id }] = await app.database.query<[{ id: number }]>('SELECT id FROM packs WHERE order_id = $1', [order.id]);
    await eventually(async () => heard.includes(String(id)));

    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'arrival-card-desk live' AND datname = current_database()`,
    );
    await eventually(async () => heard.includes('lost'));
    expect((await pack({ orderId: order.id, defencePackType: 2 })).code).toBe(200);
  });

  test('ten who ask at once get one pack', async () => {
    const packs = await Promise.all(Array.from({ length: 10 }, () => pack({ orderId: order.id, defencePackType: 2 })));
    expect(new Set(packs.map(({ bytes }) => sha256(bytes))).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  test('a pack whose file is lost is made again, to the byte', async () => {
    const first = await pack({ orderId: order.id, defencePackType: 1 });
    const [row] = await rows();
    await rm(join(app.env.DATA_DIR, 'files', row!.storage_key));
    const again = await pack({ orderId: order.id, defencePackType: 1 });
    expect(sha256(again.bytes)).toBe(sha256(first.bytes));
  });

  test('a card that takes the pack over what banks take is told to the member, and not to the bank', async () => {
    await upload(50);
    const { readiness } = await details({ orderId: order.id });
    expect(readiness.at(-1)).toMatchObject({
      state: 'missing',
      lacks: ['a size within 50 pages and 4.5 MB, the most that banks take'],
    });
    const { bytes } = await pack({ orderId: order.id, defencePackType: 1 });
    expect((await textOf(bytes)).join(' ')).not.toMatch(/most that banks|more than 50/);
  });

  test('a card that is lost is told on page one, also after a pack that had it', async () => {
    await upload(2);
    expect((await details({ orderId: order.id })).document).toMatchObject({ pages: 2, shown: 'whole' });
    const [document] = await app.database.query<{ storage_key: string }[]>(
      'SELECT storage_key FROM documents WHERE order_id = $1',
      [order.id],
    );
    await rm(join(app.env.DATA_DIR, 'files', document!.storage_key));
    const { bytes } = await pack({ orderId: order.id, defencePackType: 1 });
    expect((await textOf(bytes))[0]).toContain('is not attached: the stored file is lost');
  });

  test('who made it, and which notes were left out, stands in the activity', async () => {
    await pack({ orderId: order.id, defencePackType: 1 });
    expect(await made()).toEqual([{ actor: 'Demo Team', from: null, to: 'Defence Pack 1' }]);

    for (const remark of ['wrong name, a slip of ours', 'confirmed that the card came'])
      await app.call('POST', '/api/admin/add-new-remark', {
        as: 'team',
        body: { orderId: order.id, remark, telephone: 'Y' },
      });
    const { communication } = await details({ orderId: order.id });
    const slip = communication.find(({ remark }) => remark.startsWith('wrong'))!.id;
    const { bytes } = await pack({ orderId: order.id, defencePackType: 1, leftOut: [slip] });
    const text = (await textOf(bytes)).join(' ');
    expect([text.includes('a slip of ours'), text.includes('confirmed that the card came')]).toEqual([false, true]);
    expect((await made()).at(-1)).toEqual({
      actor: 'Demo Team',
      from: `without the remarks ${slip}`,
      to: 'Defence Pack 1',
    });
  });

  test('for a dispute it answers the case, and a submitted one is never made anew', async () => {
    const dispute = await disputed();
    const ask = { orderId: order.id, defencePackType: 1, disputeId: dispute.id };
    expect((await pack({ ...ask, disputeId: 999_999 })).code).toBe(404);
    const { headers, bytes } = await pack(ask);
    expect(headers.get('content-disposition')).toBe(`inline; filename="dispute-${dispute.id}-order-${order.id}.pdf"`);
    const [one] = await textOf(bytes);
    expect(one).toContain(dispute.case_id);
    expect(one).toContain('13.1');
    expect((await made()).map(({ to }) => to)).toEqual([`the response to dispute ${dispute.case_id}`]);

    const [{ id: packId }] = await app.database.query<[{ id: number }]>('SELECT id FROM packs WHERE order_id = $1', [
      order.id,
    ]);
    const submitted = await app.call('PUT', `/api/admin/disputes/${dispute.id}/submitted`, {
      as: 'manager',
      body: { packId, version: dispute.version },
    });
    expect(submitted.code).toBe(200);
    const before = await rows();
    await rm(join(app.env.DATA_DIR, 'files', before[0]!.storage_key));
    const { code, body } = await app.call('POST', path, { as: 'team', body: ask });
    expect([code, body.message]).toEqual([
      409,
      'The file that was submitted to the bank is not in the store. It is not made anew.',
    ]);
    expect(await rows()).toEqual(before);
  });
});

/** Who made packs of the order, and what the timeline says of them. */
const made = () =>
  app.database.query<{ actor: string; from: string | null; to: string }[]>(
    `SELECT actor, "from", "to" FROM activity WHERE order_id = $1 AND action = 'pack.made' ORDER BY id`,
    [order.id],
  );

/** A bank's case about the order: a document that never came. */
async function disputed() {
  const { body } = await app.call('POST', '/api/admin/disputes', {
    as: 'manager',
    body: {
      orderId: order.id,
      network: 'visa',
      reason_code: '13.1',
      case_id: `case-${order.id}`,
      amount: '49.00',
      currency: 'usd',
      opened_at: '2026-03-01',
      reply_by: '2030-01-20',
    },
  });
  return body.data as { id: number; case_id: string; version: number };
}

describe('POST /api/admin/defence-pack-details', () => {
  const path = '/api/admin/defence-pack-details';

  test('needs somebody who is signed in', async () => {
    expect((await app.call('POST', path, { body: { orderId: order.id } })).code).toBe(401);
  });

  test('refuses another type', async () => {
    const { code } = await app.call('POST', path, { as: 'team', body: { orderId: order.id, defencePackType: 0 } });
    expect(code).toBe(422);
  });

  test('answers the facts of pack 1 unless told otherwise, the passport number by its end alone', async () => {
    const facts = await details({ orderId: order.id });
    expect(facts).toMatchObject({
      pack_type: 1,
      order: { order_id: order.id, service: 'Standard' },
      payment: { transaction_id: 'ch_1', amount: '49.000', currency: 'USD' },
      application: { passport_last4: '7K41', nationality: 'UNITED KINGDOM' },
      document: null,
    });
    expect(JSON.stringify(facts)).not.toContain('C01X7K41');
    expect((await details({ orderId: order.id, defencePackType: '2' })).pack_type).toBe(2);
  });

  test('tells what is present, missing and optional', async () => {
    const state = async () =>
      Object.fromEntries((await details({ orderId: order.id })).readiness.map(({ part, state }) => [part, state]));
    expect(await state()).toMatchObject({
      'Email history': 'missing',
      'Download history': 'missing',
      'The approved document': 'missing',
      'Communication with the customer': 'optional',
      'The application': 'present',
    });
    await upload(1);
    expect(await state()).toMatchObject({ 'Email history': 'missing', 'The approved document': 'present' });
    // The provider's answer would otherwise come after the delivery that the next line writes.
    await eventually(
      async () =>
        (await app.database.query<{ state: string }[]>('SELECT state FROM mails WHERE order_id = $1', [order.id]))[0]
          ?.state === 'sent',
    );
    await app.database.query(`UPDATE mails SET state = 'delivered' WHERE order_id = $1`, [order.id]);
    expect(await state()).toMatchObject({ 'Email history': 'present' });
  });

  test('remarks are shown when they were talks with the customer, never otherwise', async () => {
    const remark = (text: string, flags: object) =>
      app.call('POST', '/api/admin/add-new-remark', {
        as: 'team',
        body: { orderId: order.id, remark: text, ...flags },
      });
    await remark('inside matter', {});
    await remark('by phone', { telephone: 'Y' });
    await remark('a chargeback came in', { chargeBack: 'Y' });
    await remark('by message', { whatsapp: 'Y' });
    const { communication } = await details({ orderId: order.id });
    expect(communication.map(({ remark: text }) => text)).toEqual(['by phone', 'by message']);
  });

  test('downloads that count stand apart from those that don’t', async () => {
    await upload(1);
    const [document] = await app.database.query<{ id: number }[]>('SELECT id FROM documents WHERE order_id = $1', [
      order.id,
    ]);
    for (const [actor, complete] of [
      ['customer', true],
      ['customer', false],
      ['staff', true],
      ['machine', true],
    ]) {
      await app.database.query(
        `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent, complete)
         VALUES ($1, $2, 'card.pdf', 'abc', $3, $5, $6, $4)`,
        [order.id, document!.id, actor, complete, actor === 'staff' ? '192.0.2.7' : '203.0.113.77', laptop],
      );
    }
    const { downloads, other_downloads, comparison } = await details({ orderId: order.id, defencePackType: 2 });
    expect(downloads).toHaveLength(1);
    expect(other_downloads.map(({ why }) => why)).toEqual(['not complete', 'by staff', 'by a machine']);
    expect(comparison.rows[0]).toEqual({
      trait: 'IP address',
      purchase: '203.0.113.77',
      tracking: null,
      download: '203.0.113.77',
      differs: [],
    });
  });

  test('the tracking is the one that led to the download, whoever tracked the order in between', async () => {
    await upload(1);
    const track = async (userAgent: string) => {
      const { body } = await app.call('POST', '/api/front/track-order', {
        body: { orderId: order.id, email: 'ann@example.com' },
        headers: { 'user-agent': userAgent, 'x-forwarded-for': '203.0.113.77' },
      });
      return body.data.accessToken as string;
    };
    const token = await track(phone);
    await track(laptop);
    const { body } = await app.call('POST', '/api/front/get-download-history', { token, body: { orderId: order.id } });
    await app.call('GET', `/uploads/docs/${order.id}/${body.path.file1}`, {
      token,
      headers: { 'user-agent': phone, 'x-forwarded-for': '203.0.113.77' },
    });
    await app.call('POST', '/api/front/get-download-history', { token, body: { orderId: order.id } });

    const { comparison } = await details({ orderId: order.id });
    expect(comparison.rows[1]).toMatchObject({ tracking: 'iPhone, Mobile', download: 'iPhone, Mobile' });
  });

  test('earlier orders: the same person’s, 120 to 365 days old, paid, not disputed, not refunded; pack 2 alone', async () => {
    const earlier = async (daysAgo: number, change = '') => {
      const { id } = await takeIn(app, { contact_email_address: 'ann@example.com', passport_no: 'C01X7K41' });
      await app.database.query(
        `UPDATE orders SET create_ts = now() - make_interval(days => $2), process_status = 'Completed' ${change} WHERE id = $1`,
        [id, daysAgo],
      );
      return id;
    };
    await app.database.query(
      `UPDATE orders SET contact_email_address = 'x' || id, passport_no = 'p' || id WHERE id <> $1`,
      [order.id],
    );
    const wanted = [await earlier(364), await earlier(121)];
    await earlier(119);
    await earlier(366);
    await earlier(200, ', disputed_at = now()');
    await earlier(200, ', refund_date = now()');
    await earlier(200, ', paid_at = NULL');

    const facts = await details({ orderId: order.id, defencePackType: 2 });
    expect(facts.earlier.orders.map((one) => one.order_id)).toEqual(wanted);
    expect(facts.earlier.orders[0]!.same).toEqual(['passport', 'email']);
    // no shop told the time of the payment
    expect(facts.earlier.anchor.event).toBe('order');
    expect((await details({ orderId: order.id, defencePackType: 1 })).earlier.orders).toEqual([]);
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
