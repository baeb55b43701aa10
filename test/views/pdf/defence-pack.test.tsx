import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { html } from '../../../src/platform/html.js';
import { pageCount } from '../../../src/platform/pdf/embed.js';
import { finish } from '../../../src/platform/pdf/finish.js';
import { PdfPrinter } from '../../../src/platform/pdf/printer.js';
import { cardChecks } from '../../../src/shared/card-checks.js';
import { partsOf } from '../../../src/shared/pack-parts.js';
import type { PackFacts } from '../../../src/shared/pack-facts.js';
import { packLimits, packRoom } from '../../../src/shared/packs.js';
import DefencePack, { packTitle } from '../../../views/pdf/defence-pack.js';
import type { Pictures } from '../../../views/pdf/parts.js';
import { hasAnnotations, textOf, titlesOf } from '../../platform/pdf/read-pdf.js';
import { printerBrowser } from '../../support/found-browser.js';
import { check, registration, richFacts, sparseFacts, stamp, visaCase } from './facts.js';

const printer = new PdfPrinter(printerBrowser);
afterAll(() => printer.close());

/** A whole pack, but for the pages of the approved document. */
const print = async (facts: PackFacts, pictures: Pictures = {}) => {
  const own = await printer.print(html(<DefencePack facts={facts} stamp={stamp} pictures={pictures} />));
  return (await finish(own, { title: packTitle(facts), author: facts.seller.name })).bytes;
};
const pack2 = (facts: PackFacts): PackFacts => ({ ...facts, pack_type: 2 });

/** Page one, the letter, and the rest of a pack. */
async function parts(facts: PackFacts, pictures?: Pictures) {
  const pdf = await print(facts, pictures);
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
      'accepted the terms of sale (version 2025-11) on 26 Feb 2026, 14:02 UTC',
      'took delivery on 2 Mar 2026, 08:29 UTC',
      'downloaded the document 3 times, first on 2 Mar 2026, 18:05 UTC from IP address 203.0.113.77',
      'The approved document is attached in full (2 pages). Exhibit J.',
      'Exhibit F.',
    ])
      expect(summary).toContain(said);
  });

  test('pack 2 argues that the cardholder took part', async () => {
    const { summary } = await parts(pack2(richFacts));
    for (const said of [
      'The cardholder took part in the transaction',
      'Address check (AVS): street and postal code match (Y)',
      '2 of 3 downloads of the document came from IP address 203.0.113.77, the address of the purchase.',
      '1 earlier order with the same card, IP address, passport and email; 1 more with the same passport and email; all 120 to 365 days before the dispute, paid, and not disputed, refunded or voided.',
    ])
      expect(summary).toContain(said);
  });

  test('each pack has its exhibits in its order', async () => {
    const letters = async (facts: PackFacts) =>
      (await titlesOf(await print(facts))).flatMap((title) => /^Exhibit (\w) /.exec(title)?.[1] ?? []).join('');
    expect(await letters(richFacts)).toBe('ABCDEFGHIJ');
    expect(await letters(pack2(richFacts))).toBe('ABCDEFGHIJK');
  });

  test('the date of entry is a reason, an event and a row of the exhibit', async () => {
    const alone = { submitted_at: null, declared: [], not_printed: 0, accepted: null, mail: null };
    const entered = { day: '2026-03-01', read_at: '2026-03-20T08:30:00.000Z' };
    const { summary, letter, exhibits } = await parts({ ...richFacts, registration: { ...alone, entered } });
    expect(summary).toContain(
      'The authority’s page “Check Visit Pass” showed 1 Mar 2026 as the traveller’s date of entry into Malaysia.',
    );
    expect(summary).toContain('entered');
    expect(letter).toContain('when the traveller entered Malaysia');
    expect(exhibits).toContain('Date of entry into Malaysia, by “Check Visit Pass”');
    expect(exhibits).toContain('The date of entry was read in the browser of a member of our staff');
  });

  test('the registration with the authority is an exhibit and a reason, and says whose word each fact is', async () => {
    const { summary, letter, exhibits } = await parts({ ...richFacts, registration });
    for (const said of [
      'The authority’s page accepted the traveller’s registration on 27 Feb 2026, 03:10 UTC',
      'The authority’s email with the PIN of the registration came on 27 Feb 2026, 03:11 UTC',
    ])
      expect(summary).toContain(said);
    expect(summary).toContain('registered');
    expect(letter).toContain('what was declared to the authority, and what it answered');
    for (const said of [
      'Accepted by the authority’s page on 27 Feb 2026, 03:10:02 UTC',
      'Declared: Date of Arrival 1 Mar 2026',
      'Declared: Passport No. ending 7K41',
      'Further values declared 16, not printed here',
      'SUCCESSFULLY REGISTERED.',
      'The words were read in the browser from which the form was sent.',
      'with a valid signature (DKIM) of its domain',
    ])
      expect(exhibits).toContain(said);
  });

  test('a form that a member noted as sent is no reason', async () => {
    const noted = { ...registration, accepted: null, mail: null };
    const { summary, letter, exhibits } = await parts({ ...richFacts, registration: noted });
    expect(summary).not.toContain('Registered with the authority.');
    expect(summary).not.toContain('The authority’s');
    expect(letter).toContain('what was declared to the authority');
    expect(letter).not.toContain('what it answered');
    expect(exhibits).toContain('Noted by our staff as sent on');
    expect(exhibits).toContain('The authority’s email with the PIN came on None on record');
  });

  test('a picture that a member added is printed, says whose word it is, and is no reason', async () => {
    const alone = { submitted_at: null, declared: [], not_printed: 0, accepted: null, mail: null, checks: [check] };
    const jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    const pictures = { [check.sha256]: `data:image/jpeg;base64,${jpeg.toString('base64')}` };
    const { pdf, summary, letter, exhibits } = await parts({ ...richFacts, registration: alone }, pictures);
    expect(summary).not.toContain('Registered with the authority.');
    expect(letter).toContain('what our staff noted of the authority’s page');
    expect(letter).not.toContain('what was declared to the authority');
    for (const said of [
      'The authority’s page “Check Registration”, as our staff noted it',
      'the authority did not send it to us',
      'Added on 28 Feb 2026, 09:00:05 UTC',
      'SHA-256 b7b7b7b7',
    ])
      expect(exhibits).toContain(said);
    expect(exhibits).not.toContain('The authority’s email with the PIN came on');
    expect(Buffer.from(pdf).includes(jpeg.subarray(-200))).toBe(true);

    const both = { ...registration, checks: [check, { ...check, sha256: 'c8'.repeat(32), shown: 'erased' as const }] };
    const { letter: told, exhibits: shown } = await parts({ ...richFacts, registration: both });
    expect(told).toContain('what was declared to the authority, and what it answered, and what our staff noted');
    expect(shown).toContain('Not shown: the stored file can’t be read');
    expect(shown).toContain('Not shown: the file was erased');
  });

  test('the letter names the exhibits that exist, and no other', async () => {
    const { letter } = await parts(richFacts);
    expect(
      letter
        .match(/Exhibit \w/g)
        ?.map((named) => named.at(-1))
        .join(''),
    ).toBe('ABCDEFGHJ');
    expect(letter).toContain('Disputed charge of EUR 79.00, order 104211');
  });

  test('every page has order, number, time and hash at its foot', async () => {
    const pages = await textOf(await print(richFacts));
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(text).toContain('Order 104211 · Defence Pack 1 · generated 20 Mar 2026, 09:15 UTC');
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
    expect(exhibits).toContain('4 Mar 2026, 02:11:39 UTC 3 Mar, 21:11 EST · 10:11 Kuala Lumpur');
    expect(exhibits).toContain('by a machine');
    expect(exhibits).toContain('not complete');
  });

  test('page one says on which page each exhibit begins', async () => {
    for (const facts of [richFacts, pack2(richFacts), sparseFacts]) {
      const pages = await textOf(await print(facts));
      const [, numbers = ''] = /((?: \d+){10,})$/.exec(pages[0]!) ?? [];
      const said = numbers.trim().split(' ').map(Number);
      expect(said).toHaveLength(partsOf(facts).length);
      for (const [index, page] of said.entries()) {
        expect(pages[page - 1]).toContain(`Exhibit ${String.fromCharCode(65 + index)} `);
      }
    }
  });

  test('what a customer’s email quotes is named as that, below the customer’s own words', async () => {
    const letter = {
      id: 1,
      create_ts: '2026-03-03T09:00:00.000Z',
      sender: 'ann@gmail.com',
      address: 'ann+mdac@gmail.com',
      subject: 'Re: Your card',
      text: 'I never got it.',
      quoted: '> It was delivered.',
      quotes_us: true,
      cut: false,
    };
    const other = { ...letter, id: 2, quotes_us: false };
    const { exhibits } = await parts({ ...richFacts, letters: [letter, other, { ...letter, id: 3, quoted: null }] });
    expect(exhibits).toContain(
      'I never got it. Quoted in this email from our mail, not the customer’s words: > It was delivered.',
    );
    expect(exhibits).toContain('Quoted in this email from an earlier mail, not the customer’s words here: >');
    expect(exhibits).toContain('Email from ann@gmail.com');
    expect(exhibits).toContain('Another spelling of the order’s address, ann+mdac@gmail.com');
    expect(exhibits.match(/I never got it\./g)).toHaveLength(3);
    expect(exhibits.match(/It was delivered\./g)).toHaveLength(2);
  });

  test('a row number is never split, and what people type in emoji is drawn', async () => {
    const { exhibits } = await parts({
      ...richFacts,
      downloads: [{ ...richFacts.downloads[0]!, number: 14_141 }],
      communication: [{ ...richFacts.communication[0]!, remark: 'Got it 👍' }],
    });
    expect(exhibits).toContain(' 14141 2 Mar 2026');
    expect(exhibits).toContain('Got it 👍');
  });

  test('its properties name the seller and no browser, and what is drawn has a text', async () => {
    const pdf = await PDFDocument.load(await print(richFacts), { updateMetadata: false });
    expect([pdf.getTitle(), pdf.getAuthor()]).toEqual([
      'Response to the dispute of order 104211',
      'Arrival Card Services Ltd',
    ]);
    const plain = pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString())
      .join('\n');
    expect(plain).not.toMatch(/HeadlessChrome|Chromium/);
    expect(plain).toContain('/Alt (Page 1 of 2 of the approved document)');
    expect(plain).toMatch(/\/Alt \(Timeline: accepted 26 Feb 2026, ordered/);
    expect(plain).toContain('/Marked true');
  });

  test('nothing in it can be clicked', async () => {
    expect(await hasAnnotations(await print(richFacts))).toBe(false);
  });
});

describe('a defence pack of an order with little on record', () => {
  test('claims nothing that is not on record', async () => {
    for (const facts of [sparseFacts, pack2(sparseFacts)]) {
      const { summary, letter } = await parts(facts);
      expect(summary).toContain('What the records show');
      expect(summary).not.toContain('Why the charge stands');
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
    ).toBe('ABD');
  });

  test('failed card checks are no reason, but stand in the exhibit', async () => {
    const { summary, exhibits } = await parts({
      ...pack2(sparseFacts),
      payment: {
        ...sparseFacts.payment,
        checks: cardChecks({ card_brand: 'Visa', avs: 'N', cvv: 'N', three_ds: 'failed' }),
      },
    });
    expect(summary).not.toContain('Why the charge stands');
    expect(exhibits).toContain('Address check (AVS) neither street nor postal code matches (N)');
  });

  test('a mail to another address is no delivery, but stands in the exhibit', async () => {
    const elsewhere = { ...richFacts.mails[0]!, recipient: 'somebody@example.net', to_customer: false };
    const { summary, exhibits } = await parts({ ...sparseFacts, mails: [elsewhere] });
    expect(summary).toContain('What the records show');
    expect(summary).not.toContain('emailed');
    expect(exhibits).toContain('somebody@example.net');
  });

  test('an address that was erased is said to be, and no reason is given for the erasure', async () => {
    const { summary } = await parts({
      ...richFacts,
      mails: [{ ...richFacts.mails[0]!, recipient: 'erased 104211' }],
      erased: [{ what: 'The texts', at: '2026-03-19T10:00:00.000Z' }],
    });
    expect(summary).toContain('was emailed to the address given with the order, which was erased since; the recipient');
    expect(summary).toMatch(/The texts of this order were erased on 19 Mar 2026, 10:00 UTC ?\. Exhibits/);
  });

  test('a note of a call is no conversation, and proves nobody’s part in the payment', async () => {
    const called = { ...richFacts.communication[1]!, remark: 'Called twice, no answer.' };
    const { summary, letter } = await parts({ ...pack2(sparseFacts), communication: [called] });
    expect(summary).toContain('What the records show');
    expect(summary).not.toContain('Why the charge stands');
    expect(summary + letter).not.toMatch(/conversation|what was said/);
  });

  test('a document that lacks some of its marks is attached, and nobody says that it is in full', async () => {
    const { summary, pdf } = await parts({ ...sparseFacts, document: { ...richFacts.document!, shown: 'partly' } });
    expect(summary).toContain('is attached without some marks on its pages: the file has no appearance for them.');
    expect(summary).not.toContain('in full');
    expect((await textOf(pdf)).join(' ')).toContain('on the pages that follow, without some marks on them');
  });

  test('a document that can’t be shown is told on page one', async () => {
    const { summary, pdf } = await parts({
      ...sparseFacts,
      document: { ...richFacts.document!, shown: 'changed', pages: 0 },
    });
    expect(summary).toContain('is not attached: the stored file is not the one that was uploaded');
    expect(summary).not.toContain('in full');
    expect((await titlesOf(pdf)).join()).not.toContain('Exhibit J, page');
  });
});

describe('page one', () => {
  test('has room for all it says, however long', async () => {
    const long = (text: string, length: number) => text.repeat(length).slice(0, length);
    const answered = { ...visaCase, case_id: long('du_1OqX2e', 100), arn: long('7483', 40), category: 'fraud' };
    for (const [type, asked] of [
      [1, null],
      [2, null],
      [2, answered],
    ] as const) {
      const facts: PackFacts = {
        ...richFacts,
        pack_type: type,
        case: asked,
        order: { ...richFacts.order, full_name: long('Ann Österreicher ', 200) },
        payment: {
          ...richFacts.payment,
          transaction_id: long('ch_3OqX2eLkdI', 200),
          merchant_name: long('MERCHANT ', 100),
          statement_descriptor: long('DESCRIPTOR ', 100),
        },
        mails: [{ ...richFacts.mails[0]!, recipient: `${long('a', 60)}@${long('example.', 180)}com` }],
        document: { ...richFacts.document!, file1: 'card-0123456789abcdef01234567.pdf', shown: 'lost', pages: 0 },
        refund: { ...richFacts.refund, refund_date: '2026-03-19T00:00:00.000Z', reference: long('re_', 200) },
      };
      const [first, second] = await textOf(await print(facts));
      expect(first).toMatch(/[JK] The approved document/);
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
      communication: [{ ...richFacts.communication[0]!, remark: hostile }],
      document: { ...richFacts.document!, file1: hostile },
    });
    const squeezed = (text: string) => text.replace(/\s/g, '');
    expect(squeezed(letter)).toContain(squeezed(hostile));
    expect(squeezed(exhibits).split(squeezed(hostile))).toHaveLength(3);
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
    const fill = <Row,>(row: Row, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...row,
        number: index + 1,
        id: index,
        order_id: 100_001 + index,
      }));
    const long = 'W'.repeat(250);
    const pdf = await print(
      pack2({
        ...richFacts,
        mails: fill({ ...richFacts.mails[0]!, recipient: `${'w'.repeat(60)}@example.com` }, packRoom.mails),
        downloads: fill(richFacts.downloads[0]!, packRoom.downloads),
        other_downloads: fill(richFacts.other_downloads[0]!, packRoom.other_downloads),
        earlier: { ...richFacts.earlier, orders: fill(richFacts.earlier.orders[0]!, packRoom.earlier) },
        communication: fill({ ...richFacts.communication[0]!, remark: long }, packRoom.communication / long.length),
        policies: (['terms', 'refund', 'disclosure'] as const).map((kind) => ({
          ...richFacts.policies[0]!,
          kind,
          text: 'Words of a policy. '.repeat(1000).slice(0, packRoom.policy),
        })),
        mail_as_sent: { ...richFacts.mail_as_sent!, body: 'Words of a mail. '.repeat(1000).slice(0, packRoom.mail) },
        omitted: { mails: 7, downloads: 3, communication: 12 },
        document: null,
      }),
    );
    expect(await pageCount(pdf)).toBeLessThanOrEqual(packLimits.pages);
    expect(pdf.length).toBeLessThan(packLimits.bytes);
    expect((await textOf(pdf)).join(' ')).toContain('Left out for length: 7 emails on record, of 36.');
  });
});
