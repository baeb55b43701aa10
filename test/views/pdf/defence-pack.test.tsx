import { afterAll, describe, expect, test } from '@jest/globals';
import { html } from '../../../src/platform/html.js';
import { pageCount } from '../../../src/platform/pdf/embed.js';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import type { PackFacts } from '../../../src/shared/pack-facts.js';
import { packLimits, packRoom } from '../../../src/shared/packs.js';
import DefencePack from '../../../views/pdf/defence-pack.js';
import { hasAnnotations, textOf, titlesOf } from '../../platform/pdf/read-pdf.js';
import { testBrowser } from '../../platform/pdf/test-browser.js';
import { richFacts, sparseFacts, stamp } from './facts.js';

const printer = new PdfPrinter(testBrowser);
afterAll(() => printer.close());

const print = (facts: PackFacts) => printer.print(html(<DefencePack facts={facts} stamp={stamp} />));
const pack2 = (facts: PackFacts): PackFacts => ({ ...facts, pack_type: 2 });

/** Page one, the letter, and the rest of a pack. */
async function parts(facts: PackFacts) {
  const pdf = await print(facts);
  const [summary = '', letter = '', ...rest] = await textOf(pdf);
  return { pdf, summary, letter, exhibits: rest.join(' ') };
}

describe('a defence pack of an order with everything on record', () => {
  test('pack 1 argues delivery on page one and cites where it is proved', async () => {
    const { summary } = await parts(richFacts);
    for (const said of [
      'The service was delivered as described',
      'Charge EUR 79.00',
      'Visa ending 4242',
      'ch_3OqX2eLkdIwHu7ix0Wc1A9zB',
      'accepted the terms of sale (version 2025-11) on 26-02-2026 09:02:05 EST / 14:02:05 UTC',
      'downloaded the document 3 times, first on 02-03-2026 13:05:31 EST / 18:05:31 UTC',
      'Exhibit E.',
    ])
      expect(summary).toContain(said);
  });

  test('pack 2 argues that the cardholder took part', async () => {
    const { summary } = await parts(pack2(richFacts));
    for (const said of [
      'The cardholder took part in the transaction',
      'the address check (AVS) answered Y',
      'IP address 203.0.113.77',
      '2 with the same email, passport, card, IP address, 120 to 365 days before the dispute, none disputed or refunded.',
    ])
      expect(summary).toContain(said);
  });

  test('each pack has its exhibits in its order', async () => {
    const letters = async (facts: PackFacts) =>
      (await titlesOf(await print(facts))).flatMap((title) => /^Exhibit (\w) /.exec(title)?.[1] ?? []).join('');
    expect(await letters(richFacts)).toBe('BACDEFHIJ');
    expect(await letters(pack2(richFacts))).toBe('ABCDEFGHIJ');
  });

  test('the letter names the exhibits that exist, and no other', async () => {
    const { letter } = await parts(richFacts);
    expect(
      letter
        .match(/Exhibit \w/g)
        ?.map((named) => named.at(-1))
        .join(''),
    ).toBe('BACDEFHJ');
    expect(letter).toContain('Disputed charge of EUR 79.00, order 104211');
  });

  test('every page has order, number, time and hash at its foot', async () => {
    const pages = await textOf(await print(richFacts));
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(text).toContain('Order 104211 · Defence Pack 1 · generated 20-03-2026 09:15:00 UTC');
      expect(text).toContain(`SHA-256 of the inputs ${stamp.inputs_sha256}`);
    }
  });

  test('each page of the approved document has a page of its own, at the end', async () => {
    const pages = await textOf(await print(richFacts));
    expect(pages.slice(-2).map((text) => /Exhibit J, page \d of \d/.exec(text)?.[0])).toEqual([
      'Exhibit J, page 1 of 2',
      'Exhibit J, page 2 of 2',
    ]);
  });

  test('what differs is said to differ, and times stand in both clocks', async () => {
    const { exhibits } = await parts(richFacts);
    expect(exhibits).toContain('Device Macintosh, Desktop iPhone, Mobile differs Macintosh, Desktop');
    expect(exhibits).toContain('03-03-2026 21:11:39 EST 04-03-2026 02:11:39 UTC');
    expect(exhibits).toContain('machine');
    expect(exhibits).toContain('customer, broke off');
  });

  test('nothing in it can be clicked', async () => {
    expect(await hasAnnotations(await print(richFacts))).toBe(false);
  });
});

describe('a defence pack of an order with little on record', () => {
  test('claims nothing that is not on record', async () => {
    for (const facts of [sparseFacts, pack2(sparseFacts)]) {
      const { summary, letter } = await parts(facts);
      expect(summary).toContain('What is on record about this order');
      expect(summary).toContain('Why the charge stands None on record');
      expect(summary + letter).not.toMatch(/delivered as|took part|downloaded the|was taken on/);
    }
  });

  test('its empty parts say so', async () => {
    const { exhibits, letter } = await parts(pack2(sparseFacts));
    for (const title of [
      'Email history',
      'Download history',
      'Earlier undisputed orders',
      'Refund',
      'The approved document',
    ])
      expect(exhibits).toContain(`${title} None on record`);
    expect(exhibits).toContain('none found between 120 and 365 days before the');
    expect(
      letter
        .match(/Exhibit \w/g)
        ?.map((named) => named.at(-1))
        .join(''),
    ).toBe('ABC');
  });

  test('failed card checks are no reason, but stand in the exhibit', async () => {
    const { summary, exhibits } = await parts({
      ...pack2(sparseFacts),
      payment: { ...sparseFacts.payment, avs: 'N', cvv: 'N', three_ds: 'failed' },
    });
    expect(summary).toContain('Why the charge stands None on record');
    expect(exhibits).toContain('Address check (AVS) N');
  });

  test('a mail to another address is no delivery, but stands in the exhibit', async () => {
    const elsewhere = { ...richFacts.mails[0]!, recipient: 'somebody@example.net' };
    const { summary, exhibits } = await parts({ ...sparseFacts, mails: [elsewhere] });
    expect(summary).toContain('What is on record about this order');
    expect(summary).not.toContain('emailed');
    expect(exhibits).toContain('somebody@example.net');
  });

  test('a note of a call is no conversation, and proves nobody’s part in the payment', async () => {
    const called = { ...richFacts.communication[1]!, remark: 'Called twice, no answer.' };
    const { summary, letter } = await parts({ ...pack2(sparseFacts), communication: [called] });
    expect(summary).toContain('What is on record about this order');
    expect(summary).toContain('1 note by our staff of contact with the customer, or attempts at it,');
    expect(summary + letter).not.toMatch(/conversation|what was said/);
  });

  test('a document newer than what was downloaded is not said to be what the customer has', async () => {
    const attached = 'The approved document, as the customer downloaded it, is attached in full (2 pages).';
    expect((await parts(richFacts)).summary).toContain(attached);

    const { summary, exhibits } = await parts({
      ...richFacts,
      document: { ...richFacts.document!, sha256: '0'.repeat(64) },
    });
    expect(summary).toContain('The approved document is attached in full (2 pages).');
    expect(summary).toContain('An earlier version of the document was emailed');
    expect(exhibits).not.toContain('Attached: the document of Exhibit J');
  });

  test('a document that can’t be shown is told on page one', async () => {
    const { summary, pdf } = await parts({
      ...sparseFacts,
      document: { ...richFacts.document!, shown: 'not shown', pages: 0 },
    });
    expect(summary).toContain('its pages are missing from Exhibit J');
    expect((await titlesOf(pdf)).join()).not.toContain('Exhibit J, page');
  });

  test('a pack that banks won’t take is told on page one', async () => {
    const pdf = await printer.print(
      html(<DefencePack facts={richFacts} stamp={stamp} oversize={{ pages: 66, bytes: 5 * 2 ** 20 }} />),
    );
    expect((await textOf(pdf))[0]).toContain('this pack has 66 pages and 5.0 MB, more than 50 pages or 4.5 MB');
  });
});

describe('page one', () => {
  test('has room for all it says, however long', async () => {
    const long = (text: string, length: number) => text.repeat(length).slice(0, length);
    for (const type of [1, 2] as const) {
      const facts: PackFacts = {
        ...richFacts,
        pack_type: type,
        order: { ...richFacts.order, full_name: long('Ann Österreicher ', 200) },
        payment: {
          ...richFacts.payment,
          transaction_id: long('ch_3OqX2eLkdI', 200),
          merchant_name: long('MERCHANT ', 100),
          statement_descriptor: long('DESCRIPTOR ', 100),
        },
        mails: [{ ...richFacts.mails[0]!, recipient: `${long('a', 60)}@${long('example.', 180)}com` }],
        document: { ...richFacts.document!, file1: 'card-0123456789abcdef01234567.pdf', shown: 'not shown', pages: 0 },
        refund: { asked_at: null, refund_date: '2026-03-19T00:00:00.000Z' },
      };
      const [first, second] = await textOf(await print(facts));
      expect(first).toContain('J The approved document');
      expect(second).toContain('Dear Sir or Madam');
    }
  });
});

describe('what people typed', () => {
  test('prints as text, whatever it looks like', async () => {
    const hostile = `</style><script>alert(1)</script><img src=x onerror=alert(1)>"'&amp; \\22 }`;
    const { exhibits, letter } = await parts({
      ...richFacts,
      order: { ...richFacts.order, full_name: hostile },
      communication: [{ ...richFacts.communication[0]!, remark: hostile, remark_name: hostile }],
      document: { ...richFacts.document!, file1: hostile },
    });
    const squeezed = (text: string) => text.replace(/\s/g, '');
    expect(squeezed(letter)).toContain(squeezed(hostile));
    expect(squeezed(exhibits).split(squeezed(hostile))).toHaveLength(4);
  });

  test('keeps the direction of its own script', () => {
    const view = html(
      <DefencePack facts={{ ...richFacts, order: { ...richFacts.order, full_name: 'محمد' } }} stamp={stamp} />,
    );
    expect(view).toContain('<bdi dir="auto">محمد</bdi>');
  });
});

describe('the largest pack there can be', () => {
  test('stays within what banks take', async () => {
    const fill = <Row,>(row: Row, count: number) => Array.from({ length: count }, () => row);
    const long = 'W'.repeat(250);
    const pdf = await print(
      pack2({
        ...richFacts,
        mails: fill({ ...richFacts.mails[0]!, recipient: `${'w'.repeat(60)}@example.com` }, packRoom.mails),
        downloads: fill(richFacts.downloads[0]!, packRoom.downloads),
        other_downloads: fill(richFacts.other_downloads[0]!, packRoom.other_downloads),
        earlier: { ...richFacts.earlier, orders: fill(richFacts.earlier.orders[0]!, packRoom.earlier) },
        communication: fill({ ...richFacts.communication[0]!, remark: long }, packRoom.communication / long.length),
        omitted: { mails: 7, downloads: 3, communication: 12 },
        document: null,
      }),
    );
    expect(await pageCount(pdf)).toBeLessThanOrEqual(packLimits.pages);
    expect(pdf.length).toBeLessThan(packLimits.bytes);
    expect((await textOf(pdf)).join(' ')).toContain('Left out for length: 7 older emails on record.');
  });
});
