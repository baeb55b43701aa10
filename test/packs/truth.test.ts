import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createElement } from 'react';
import { html } from '../../src/platform/html.js';
import type { PackDetails } from '../../src/shared/pack-parts.js';
import { routes } from '../../src/shared/routes.js';
import DefencePack from '../../views/pdf/defence-pack.js';
import { startApp, type TestApp } from '../support/app.js';
import { track } from '../documents/cards.js';
import { cardPdf } from '../support/card.js';
import { giveBack, takeIn } from '../support/orders.js';

// Each test is a life that was once printed with a false or harmful sentence (docs/evidence.md#what-a-pack-may-say).

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const laptop =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const home = '203.0.113.77';

let app: TestApp;
beforeAll(async () => void (app = await startApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } })));
afterAll(() => app.close());

let id: number;
beforeEach(async () => {
  // each life is another person's
  await app.database.query(
    `UPDATE orders SET contact_email_address = 'x' || id, passport_no = 'p' || id, card_fingerprint = NULL, device_fingerprint = NULL`,
  );
});

/** A completed order; `more` replaces fields. */
async function life(more: object = {}): Promise<void> {
  ({ id } = await takeIn(app, { purchase_ip: home, purchase_user_agent: laptop, ...more }));
  await set(id, `process_status = 'Completed'`);
}

const set = (order: number, change: string) => app.database.query(`UPDATE orders SET ${change} WHERE id = $1`, [order]);

const details = async (type: 1 | 2 = 1, more: object = {}): Promise<PackDetails> =>
  (
    await app.call('POST', routes.api.packDetails, {
      as: 'team',
      body: { orderId: id, defencePackType: type, ...more },
    })
  ).body.data as PackDetails;

/** What the pack says, as plain text: page one alone, and the whole. */
async function said(type: 1 | 2 = 1, more: object = {}): Promise<{ one: string; all: string }> {
  const { headline: _, arguable: __, readiness: ___, ...facts } = await details(type, more);
  const stamp = { generated_at: new Date().toISOString(), inputs_sha256: '0'.repeat(64) };
  const plain = (text: string) =>
    text
      .replace(/<style[\s\S]*?<\/style>/, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(/ ([.,;])/g, '$1');
  const [one = '', rest = ''] = html(createElement(DefencePack, { facts, stamp })).split('Dear Sir or Madam');
  return { one: plain(one), all: plain(one + rest) };
}

/** The same words are the same file. */
const files = new Map<string, Uint8Array>();

async function upload(
  words: string,
  pages = 1,
  more: Record<string, string> = {},
): Promise<{ sha256: string; key: string; document: number }> {
  const bytes = files.get(words) ?? (await cardPdf(words, pages));
  files.set(words, bytes);
  const body = new FormData();
  body.set('orderId', String(id));
  body.set('email', 'ann@example.com');
  body.set('uploadVisaDoc', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'card.pdf');
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  expect((await app.call('POST', '/api/admin/upload-visa-document', { as: 'manager', body })).code).toBe(200);
  const [row] = await app.database.query<{ id: number; sha256: string; storage_key: string }[]>(
    'SELECT id, sha256, storage_key FROM documents WHERE order_id = $1 ORDER BY id DESC LIMIT 1',
    [id],
  );
  return { sha256: row!.sha256, key: row!.storage_key, document: row!.id };
}

/** Sets the state of the newest mail, as a delivery event does. */
const mailed = (state: string) =>
  app.database.query(
    `UPDATE mails SET state = $2, sent_at = now() WHERE id = (SELECT max(id) FROM mails WHERE order_id = $1)`,
    [id, state],
  );

const downloaded = (
  card: { sha256: string; document: number },
  {
    ip = home,
    agent = laptop,
    actor = 'customer',
    times = 1,
    complete = true,
  }: { ip?: string; agent?: string; actor?: string; times?: number; complete?: boolean } = {},
) =>
  app.database.query(
    `INSERT INTO downloads (order_id, document_id, file1, sha256, actor, ip, user_agent, complete, reader)
     SELECT $1, $2, 'card.pdf', $3, $4, $5, $6, $8, 'visitor:' || gen_random_uuid() FROM generate_series(1, $7)`,
    [id, card.document, card.sha256, actor, ip, agent, times, complete],
  );

const remark = (text: string, flags: object, order = id) =>
  app.call('POST', routes.api.addRemark, { as: 'team', body: { orderId: order, remark: text, ...flags } });

/** An order of 200 days ago with these traits. */
async function earlier(more: object): Promise<number> {
  const order = await takeIn(app, { contact_email_address: 'other@example.com', passport_no: 'OTHER1', ...more });
  await set(order.id, `create_ts = now() - interval '200 days', process_status = 'Completed'`);
  return order.id;
}

describe('a pack says only what holds', () => {
  test('1: what earlier orders share is said of each, not of all together', async () => {
    const mine = { card_fingerprint: 'card-1', device_fingerprint: 'device-1' };
    await life(mine);
    await earlier(mine);
    await earlier(mine);
    await earlier({ contact_email_address: 'ann@example.com' });
    const { one } = await said(2);
    expect(one).toContain('2 earlier orders with the same card and device; 1 more with the same email; all 120 to 365');
    expect(one).toContain('The cardholder took part');
  });

  test('2: another person’s order with the same email, or an address check, makes nobody take part', async () => {
    await life({ avs: 'Y', card_brand: 'Visa' });
    await earlier({ contact_email_address: 'ann@example.com' });
    const { one } = await said(2);
    expect(one).toContain('What the records show');
    expect(one).not.toContain('took part');
    await set(id, `three_ds = 'Y'`);
    expect((await said(2)).one).toContain('The cardholder took part');
  });

  test('3: a move to Refunds that was undone is no refund', async () => {
    await life();
    const { body } = await app.call('PUT', routes.api.move, {
      as: 'manager',
      body: { orderId: id, updatingStatus: 'Refunds' },
    });
    const undo = await app.call('PUT', routes.api.undo, { as: 'manager', body: { token: body.undo.token } });
    expect(undo.code).toBe(200);
    const { all } = await said();
    expect(all).not.toMatch(/asked for|Already refunded|, the refund/);
    expect(all).toContain('Refund None on record');
  });

  test('a refund was asked for only when the customer asked, and a part of the money is said as a part', async () => {
    await life();
    expect((await said()).all).not.toContain('Asked for by the customer');
    const token = await track(app, id);
    await app.call('POST', '/api/front/order-request', { token, body: { orderId: id, kind: 'refund' } });
    const { all } = await said();
    expect(all).toMatch(/Asked for by the customer on \d/);
    expect(all).not.toMatch(/Already refunded|The charge was refunded/);
    await set(id, `refund_date = now(), refund_amount = 20, refund_reference = 're_9'`);
    const { one } = await said();
    expect(one).toContain('A part of the charge was refunded');
    expect(one).toContain('Our reasons');
    expect(one).not.toContain('Why the charge stands');
    expect(one).toMatch(/Refunded in part. USD 20.00 of USD 49.00 was given back on [^.]*, reference re_9 ?\./);
  });

  test('each part of the money is said with its day, what the bank returned as that, and credit only of the whole', async () => {
    await life();
    const opened = { opened_at: '2026-03-01', network: 'visa', reason_code: '13.7' };
    const { body } = await app.call('POST', '/api/admin/disputes', { as: 'manager', body: { orderId: id, ...opened } });
    const dispute = { disputeId: body.data.id };
    await giveBack(app, id, { amount: '6.50', at: '2026-03-04T05:06:07Z', reference: 're_1' });
    const part = await said();
    expect(part.one).toMatch(/Refunded in part. USD 6.50 of USD 49.00 was given back on [^.]*, reference re_1 ?\./);
    expect((await said(1, dispute)).all).not.toMatch(/Credit already issued|Already refunded/);

    await giveBack(app, id, { amount: '42.50', at: '2026-03-07T05:06:07Z', failedAt: '2026-03-09T05:06:07Z' });
    const returned = await said();
    expect(returned.all).toMatch(/USD 42.50 tried on 7 Mar 2026[^]*Returned by the bank on 9 Mar 2026/);
    expect(returned.all).not.toMatch(/Already refunded|The charge was refunded/);

    await giveBack(app, id, { amount: '42.50', at: '2026-03-11T05:06:07Z' });
    expect((await said(1, dispute)).one).toMatch(
      /Credit already issued[^]*Already refunded. USD 49.00 of USD 49.00 was given back \( ?USD 6.50 on 4 Mar 2026[^)]*, ?USD 42.50 on 11 Mar 2026[^)]*\)/,
    );
  });

  test('a bank’s date that was told without a time is printed without one', async () => {
    await life();
    const told = { opened_at: '2026-03-01', reply_by: '2030-01-20', network: 'visa', reason_code: '13.1' };
    const { body } = await app.call('POST', '/api/admin/disputes', { as: 'manager', body: { orderId: id, ...told } });
    const { one, all } = await said(1, { disputeId: body.data.id });
    expect(one).toContain('Reply by 20 Jan 2030 ');
    expect(all).toContain('The dispute was opened on 1 Mar 2026.');
    await set(id, `refund_date = '2026-02-02', refund_amount = 49`);
    expect((await said()).all).toMatch(/was given back on 2 Feb 2026\D/);
    // the order's own times are printed beside it
    expect(all).not.toMatch(/(?:20 Jan 2030|1 Mar 2026|2 Feb 2026),? (?:00:00|23:59)/);
  });

  test('an order that was paid before it reached us was not ordered when it did', async () => {
    await life({ paid_at: '2026-03-01T10:00:00Z' });
    const { all } = await said();
    expect(all).toContain('Order recorded on');
    expect(all).toMatch(/; we recorded the order on/);
    expect(all).not.toContain('Ordered on');
  });

  test('what the comparison of the card found stands beside it, without anything of another customer', async () => {
    await life();
    await upload('a scan');
    expect((await said()).all).toContain('Compared with the order not readable by the comparison');
    const other = id;
    const differing = async (words: string, reason: string) => {
      await life({ passport_no: `K${id}4567` });
      await upload(words, 1, { override: 'true', reason });
      const [{ note }] = (await app.database.query(
        `SELECT verdict_note AS note FROM documents WHERE order_id = $1 AND verdict = 'differs'`,
        [id],
      )) as [{ note: string }];
      await mailed('delivered');
      const { one, all } = await said();
      expect(one).toContain('The document reached the customer');
      expect(all).not.toContain('service was delivered');
      expect(all).toContain('Compared with the order differs; our staff sent it anyway');
      expect(all).not.toContain(reason);
      expect((await details()).readiness.at(-1)).toMatchObject({
        state: 'missing',
        lacks: ['agreement with the order'],
      });
      return { note, all };
    };
    const sameFile = await differing('a scan', 'The card of both of them');
    expect(sameFile.note).toContain(`order ${other}`);
    expect(sameFile.all).not.toMatch(new RegExp(`\\b${other}\\b`));
    const otherPassport = await differing('Passport No: Z9871111', 'New passport');
    expect(otherPassport.note).toContain('…1111');
    expect(otherPassport.all).not.toContain('1111');
  });

  test('a card that an amendment made outdated was never delivered or downloaded, and is not attached', async () => {
    await life();
    const card = await upload('before');
    await mailed('delivered');
    await downloaded(card);
    expect((await said()).one).toContain('The service was delivered as described');
    const [{ version }] = (await app.database.query('SELECT version FROM orders WHERE id = $1', [id])) as [
      { version: number },
    ];
    const body = { orderId: id, version, changes: { full_name: 'Anna Example' }, reason: 'A letter was missing' };
    expect((await app.call('PUT', routes.api.amend, { as: 'team', body })).code).toBe(200);
    await set(id, `process_status = 'Completed'`);
    const { one, all } = await said();
    expect(one).toContain('What the records show');
    expect(all).not.toMatch(/attached in full|delivered as described|of the approved document/);
    expect(all).toContain('No document with the current data is on record.');
    expect((await details()).readiness.at(-1)).toMatchObject({ state: 'missing' });
  });

  test('why we gave a mail up is no answer of a server', async () => {
    await life();
    await upload('given up');
    await app.database.query(`UPDATE mails SET state = 'failed', failure = 'Send the new card.' WHERE order_id = $1`, [
      id,
    ]);
    expect((await said()).all).not.toMatch(/Server:|Send the new card/);
  });

  test('the letter names only the ways of contact on record; without the terms’ text nobody was told', async () => {
    await life({ terms_version: 'nobody-has-it', terms_accepted_at: '2026-03-01T10:00:00Z' });
    await upload('told');
    await mailed('delivered');
    await remark('confirmed', { whatsapp: 'Y' });
    const { one, all } = await said();
    expect(all).toContain('noted about contact with the customer by WhatsApp');
    expect(one).not.toMatch(/Told and agreed|attached\. Exhibit B/);
    expect(one).toContain('Agreed. The customer accepted the terms of sale (version nobody-has-it)');
  });

  test('the desk and the pack call charges separate by one rule', async () => {
    const passport = (number: string) => ({ passport_no: number, card_fingerprint: 'one-card' });
    await life({ ...passport('A1230001'), transaction_id: 'ch_own' });
    const opened = await app.call('POST', '/api/admin/disputes', {
      as: 'manager',
      body: { orderId: id, network: 'visa', reason_code: '12.6.1', case_id: 'dp_one_rule' },
    });
    const { id: disputeId } = opened.body.data as { id: number };
    const both = async () => {
      const { body } = await app.call('GET', `/api/admin/disputes/${disputeId}`, { as: 'manager' });
      const proofs = body.data.proofs as { proof: string; found: boolean; why: string }[];
      const { found, why } = proofs.find(({ proof }) => proof === 'separate')!;
      expect((await details(1, { disputeId })).arguable).toBe(found);
      return [found, why];
    };
    const add = (more: object) =>
      takeIn(app, { contact_email_address: 'family@example.com', card_fingerprint: 'one-card', ...more });
    expect(await both()).toEqual([false, 'No other paid order with the same email address or card within 30 days']);
    await add({ ...passport('A1230002'), transaction_id: 'ch_second' });
    expect(await both()).toEqual([
      true,
      '1 other paid order with the same email address or card, each with a transaction and a traveller of its own',
    ]);
    const email = { card_fingerprint: 'another', contact_email_address: 'ann@example.com' };
    const third = await add({ ...email, passport_no: 'A1230003', transaction_id: 'ch_own' });
    expect(await both()).toEqual([false, 'Two orders have the same transaction id']);
    await set(third.id, 'transaction_id = NULL');
    expect(await both()).toEqual([false, expect.stringContaining('transaction id of an order')]);
    await set(third.id, `transaction_id = 'ch_third', passport_no = 'B9990001'`);
    expect(await both()).toEqual([false, expect.stringContaining('may be for the same traveller')]);
    await set(third.id, `process_status = 'Deleted'`);
    expect((await both())[0]).toBe(true);
    for (let n = 0; n < 10; n++) await add({ ...passport(`C${20_000 + n}`), transaction_id: `ch_more_${n}` });
    expect(await both()).toEqual([false, expect.stringContaining('More orders')]);
  });

  test('4: a stored card that was cut is not attached, and the member is told', async () => {
    await life();
    const card = await upload('cut', 2);
    const bytes = Buffer.from(await cardPdf('cut', 2));
    await writeFile(join(app.env.DATA_DIR, 'files', card.key), bytes.subarray(0, bytes.length * 0.6));
    const { one, all } = await said();
    expect(one).toContain('is not attached: the stored file is not the one that was uploaded');
    expect(all).not.toMatch(/in full|page 1 of 2 of the/);
    expect((await details()).readiness.at(-1)).toMatchObject({ state: 'damaged' });
  });

  test('5: the corrected card bounced and the old one was downloaded: nothing was delivered', async () => {
    await life();
    const first = await upload('first');
    await mailed('delivered');
    await downloaded(first);
    expect((await said()).one).toContain('The service was delivered as described');

    await upload('corrected');
    await mailed('bounced');
    const { one, all } = await said();
    expect(one).toContain('What the records show');
    expect(one).not.toMatch(/delivered as described|downloaded the document/);
    expect(all).toContain('an earlier version');
    const states = Object.fromEntries((await details()).readiness.map(({ part, state }) => [part, state]));
    expect(states).toMatchObject({ 'Email history': 'missing', 'Download history': 'missing' });
  });

  test('6: of many downloads the first, the last and those of the buyer stay, and nothing is said of every one', async () => {
    await life();
    const card = await upload('many');
    await downloaded(card, { ip: '198.51.100.1', times: 100 });
    await downloaded(card);
    await downloaded(card, { ip: '198.51.100.1', times: 99 });
    const { downloads, omitted } = await details();
    const numbers = downloads.map(({ number }) => number);
    expect(numbers).toHaveLength(50);
    expect(numbers).toEqual(expect.arrayContaining([1, 101, 200]));
    expect(omitted.downloads).toBe(150);
    const { one, all } = await said();
    expect(one).toContain('downloaded the document 200 times');
    expect(all).not.toContain('every complete download');
    expect(all).toContain('Left out for length: 150 downloads on record, of 200.');
  });

  test('7: paid without a time is said as that', async () => {
    await life();
    expect((await said()).all).toContain('paid, time not on record');
    expect((await said()).all).not.toContain('Charged on');
    await life({ paid_at: '2026-03-01T10:00:00Z' });
    expect((await said()).one).toContain('Charged on 1 Mar 2026, 10:00 UTC');
  });

  test('8: the purchase is compared with all downloads', async () => {
    await life({ purchase_user_agent: phone, card_brand: 'Visa', cvv: 'M' });
    const card = await upload('second');
    await downloaded(card, { ip: '198.51.100.1' });
    await downloaded(card, { agent: phone });
    const { comparison } = await details(2);
    expect(comparison).toMatchObject({ download: 2, rows: [{ trait: 'IP address', differs: [] }, {}, {}, {}, {}] });
    expect((await said(2)).one).toContain(`1 of 2 downloads of the document came from IP address ${home}`);
  });

  test('8: a name that every browser of the kind sends is no equality, and one that may be the other no difference', async () => {
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
    const ipad = 'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
    const told = async (bought: string, fetchedWith: string, ip = '198.51.100.1') => {
      await life({ purchase_user_agent: bought, card_brand: 'Visa', cvv: 'M' });
      const card = await upload(`for order ${id}`);
      await downloaded(card, { ip: '198.51.100.1', agent: 'Mozilla/5.0 (Windows NT 6.1; Win64; x64) Gecko/20100101' });
      await downloaded(card, { ip, agent: fetchedWith });
      return (await details(2)).comparison;
    };
    const same = await told(
      mac,
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    );
    expect(same).toMatchObject({ download: 1, matches: false });
    expect((await said(2)).all).not.toContain('it matches the purchase best');
    expect((await said(2)).all).not.toMatch(/10\.15|Macintosh/);
    const apple = await told(mac, ipad, home);
    expect(apple.rows.map(({ trait, differs }) => [trait, differs])).toContainEqual(['System', []]);
    const other = await told(laptop, laptop);
    expect(other).toMatchObject({ download: 2, matches: true });
    expect((await said(2)).all).toContain('Windows 10 or newer');
  });

  test('9: with nothing to argue there is no list of reasons, and the member is told before', async () => {
    await life();
    await remark('Called, no answer.', { telephone: 'Y' });
    const { one } = await said();
    expect(one).toContain('What the records show');
    expect(one).not.toMatch(/Why the charge stands|note by our staff/);
    expect(await details()).toMatchObject({ arguable: false, headline: 'What the records show' });
  });

  test('10: a note can be left out, and what was left out stands in the activity', async () => {
    await life();
    await remark('wrong name, I promised a refund', { telephone: 'Y' });
    await remark('confirmed that the card came', { telephone: 'Y' });
    const { communication } = await details();
    expect(communication).toHaveLength(2);
    const leftOut = [communication[0]!.id];
    expect((await details(1, { leftOut })).communication.map((note) => note.remark)).toEqual([
      'confirmed that the card came',
    ]);
    expect(
      (await app.call('POST', routes.api.packDetails, { as: 'team', body: { orderId: id, leftOut: ['x'] } })).code,
    ).toBe(422);
  });

  test('11: amounts, checks and dates are printed by what they mean', async () => {
    await life({ amount: '8800', currency: 'JPY', card_brand: 'American Express', avs: 'F', cvv: 'Y' });
    const { all } = await said();
    expect(all).toContain('JPY 8,800');
    expect(all).toContain('Address check (AVS) the name does not match, the street does (F)');
    expect(all).not.toMatch(/\d\d-\d\d-\d{4}/);
    const { payment } = await details();
    expect(payment.checks.map(({ passed }) => passed)).toEqual([false, true]);
  });

  test('11: scripts, data centres and addresses that members signed in from are no customers', async () => {
    await life();
    const card = await upload('fetched');
    await app.call('POST', '/api/admin/admin-login', {
      body: { email: 'team@demo.test', password: 'demo-password' },
      headers: { 'x-forwarded-for': '198.51.100.44' },
    });
    await downloaded(card, { agent: 'curl/8.5.0', ip: '198.51.100.3' });
    await downloaded(card, { ip: '52.94.76.10' });
    await downloaded(card, { ip: '198.51.100.44' });
    const { downloads, other_downloads } = await details();
    expect(downloads).toEqual([]);
    expect(other_downloads.map(({ why }) => why)).toEqual([
      'by a script',
      'from a data centre',
      'from an address our staff signed in from',
    ]);
    expect((await said()).one).not.toContain('downloaded');

    // members of this test signed in from the machine's own address, which names nobody's network
    await downloaded(card, { ip: '127.0.0.1' });
    expect((await details()).downloads.map(({ ip }) => ip)).toEqual(['127.0.0.1']);
  });

  test('a download that may still run is not complete; nobody knows that it was broken off', async () => {
    await life();
    await downloaded(await upload('running'), { complete: false });
    const { downloads, other_downloads } = await details();
    expect(downloads).toEqual([]);
    expect(other_downloads.map(({ why }) => why)).toEqual(['not complete']);
    expect((await said()).all).not.toContain('broken off');
  });

  test('11: an earlier order that was ticked Voided is none that stands undisputed', async () => {
    await life({ card_fingerprint: 'card-2' });
    const other = await earlier({ card_fingerprint: 'card-2' });
    expect((await details(2)).earlier.orders).toHaveLength(1);
    await remark('voided at the gateway', { voided: 'Y' }, other);
    expect((await details(2)).earlier.orders).toEqual([]);
  });

  test('an earlier order is one before this one, and as old as is said before the dispute that the pack answers', async () => {
    const mine = { card_fingerprint: 'card-3', device_fingerprint: 'device-3' };
    await life({ ...mine, paid_at: '2026-01-01T00:00:00Z' });
    await set(id, `create_ts = now() - interval '300 days'`);
    const later = await earlier(mine);
    const before = await earlier(mine);
    await set(before, `create_ts = now() - interval '330 days'`);
    const shown = async (more: object = {}) => (await details(2, more)).earlier.orders.map(({ order_id }) => order_id);
    await remark('the bank wrote', { chargeBack: 'Y' });
    expect(await shown()).toEqual([before]);
    expect(await shown()).not.toContain(later);

    const { body } = await app.call('GET', `/api/admin/get-orders-details/${id}`, { as: 'manager' });
    expect(body.data.disputed_at).not.toBeNull();
    const [dispute] = await app.database.query('SELECT id, version FROM disputes WHERE order_id = $1', [id]);
    const opened_at = new Date(Date.now() - 250 * 86_400_000).toISOString().slice(0, 10);
    const told = { version: dispute.version, opened_at, network: 'visa', reason_code: '10.4' };
    expect((await app.call('PUT', `/api/admin/disputes/${dispute.id}`, { as: 'manager', body: told })).code).toBe(200);
    // 80 days before the bank opened it
    expect(await shown({ disputeId: dispute.id })).toEqual([]);
    const desk = await app.call('GET', `/api/admin/disputes/${dispute.id}`, { as: 'manager' });
    const proofs = desk.body.data.proofs as { proof: string; found: boolean }[];
    expect(proofs.find(({ proof }) => proof === 'cardholder')!.found).toBe(false);
  });

  test('an address that was amended is not the one given with the order', async () => {
    await life();
    await upload('to the new address', 1, { email: 'ann@example.org' });
    await mailed('delivered');
    const [{ version }] = (await app.database.query('SELECT version FROM orders WHERE id = $1', [id])) as [
      { version: number },
    ];
    expect((await said()).one).not.toContain('ann@example.org, the address given');
    const body = { orderId: id, version, changes: { contact_email_address: 'ann@example.org' }, reason: 'She called' };
    expect((await app.call('PUT', routes.api.amend, { as: 'team', body })).code).toBe(200);
    const { one } = await said();
    expect(one).toMatch(/emailed to ann@example\.org, the address of the order as it was amended on \d/);
    expect(one).not.toContain('the address given with the order');
  });

  test('a card whose bytes are those that were uploaded is attached in full', async () => {
    await life();
    await upload('whole', 2);
    expect((await said()).one).toContain('The approved document is attached in full (2 pages).');
  });

  test('what the bank needs not know stays out', async () => {
    await life({
      dob: '1990-05-17',
      accommodation_of_Stay: 'Grand Hotel',
      address: '12 Main Street',
      address2: 'Penthouse Nine',
      accommodation_type: 'Residence of friends',
      place_of_birth: 'Ruritania',
      embarkation_country: 'Elbonia',
      phone_number: '5550199',
    });
    await remark('She read out x123-45 67, which is right.', { telephone: 'Y' });
    const { all } = await said();
    expect(all).not.toMatch(
      /1990|Grand Hotel|Main Street|Penthouse|of friends|Ruritania|Elbonia|5550199|Demo Team|123-45/,
    );
    expect(all).toContain('She read out …4567, which is right.');

    // a number that was amended since is no more the bank's business
    const [{ version }] = (await app.database.query('SELECT version FROM orders WHERE id = $1', [id])) as [
      { version: number },
    ];
    const body = { orderId: id, version, changes: { passport_no: 'K7654321' }, reason: 'She read it out' };
    expect((await app.call('PUT', routes.api.amend, { as: 'team', body })).code).toBe(200);
    await set(id, `process_status = 'Completed'`);
    expect((await said()).all).not.toMatch(/123-45|K7654321/);
  });
});
