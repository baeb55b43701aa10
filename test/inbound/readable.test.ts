import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import iconv from 'iconv-lite';
import type { ReadingService } from '../../src/inbound/reading.service.js';
import { routes } from '../../src/shared/routes.js';
import { cardPdf } from '../support/card.js';
import { startApp, type TestApp } from '../support/app.js';
import { takeIn } from '../support/orders.js';
import { deliver, inboundKey, mime, signed, standInForDns } from './mails.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ settings: { INBOUND_KEY: inboundKey, APPLICATION_MAIL_DOMAIN: 'apply.test' } });
  standInForDns(app.web);
});
afterAll(() => app.close());

type Entry = {
  mail_id: number;
  kind: string;
  subject: string;
  text: string;
  text_cut: boolean;
  has_html: boolean;
  has_raw: boolean;
  pin: string | null;
  not_kept: string | null;
  files: { id: number; kind: string; name: string; content_type: string }[];
};

/** An order with this mail, and its message as a member reads it. */
async function received(raw: Buffer, more = {}): Promise<{ id: number; encoded: string; entry: Entry }> {
  const { id, encoded } = await takeIn(app, more);
  expect((await deliver(app, raw, `${id}@apply.test`)).code).toBe(200);
  await readAll();
  const [entry] = (await threadOf(id)) as [Entry];
  return { id, encoded, entry };
}
async function readAll(): Promise<void> {
  const unread = await app.database.query<{ id: number }[]>("SELECT id FROM inbound_mails WHERE kind = 'unread'");
  for (const { id } of unread) await app.web.get<ReadingService>('ReadingService').readNow(id, true);
}
async function threadOf(id: number, as: 'team' | 'telecaller' = 'team'): Promise<Entry[]> {
  return (await app.call('GET', `/api/admin/get-orders-details/${id}`, { as })).body.data.thread;
}
async function fetched(path: string, as: 'team' | 'telecaller' = 'team') {
  const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${await app.signIn(as)}` } });
  return { code: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
const html = (body: string) =>
  Buffer.from(`From: Ann <ann@example.com>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}`);
/** A mail within a mail, forwarded as a file. */
const forwarded = (within: string) => [{ name: '', type: 'message/rfc822', bytes: Buffer.from(within) }];

describe('the text of an HTML mail', () => {
  const picture = `data:image/png;base64,${'iVBORw0K'.repeat(40_000)}`;
  test.each([
    ['a picture that is written into it', `<img alt=">" src="${picture}"><p>I land on MH123.</p>`],
    ['a picture that is never closed', `<p>I land on MH123.</p><img src="${picture}`],
    ['a long style', `<style>${'p{color:#123}'.repeat(9000)}</style><p>I land on MH123.</p>`],
    ['a long script', `<SCRIPT>${'go();'.repeat(40_000)}</SCRIPT><p>I land on MH123.</p>`],
    ['a long comment', `<!--[if mso]>${'<xml/>'.repeat(40_000)}<![endif]--><p>I land on MH123.</p>`],
    ['a head without an end', '<html><head><meta name="x"><title>y</title><body>I land on MH123.'],
    ['signs by their names, and tags within a word', '<p>I l<b>and</b> on&nbsp;<span>MH</span>123&period;</p>'],
  ])('is there behind %s', async (_what, body) => {
    const { entry } = await received(html(body));
    expect(entry).toMatchObject({ text: expect.stringContaining('I land on MH123.'), text_cut: false });
    expect(entry.text).not.toMatch(/iVBOR|color|go\(\)|xml/);
    expect((await fetched(routes.inboundMail(entry.mail_id))).code).toBe(200);
  });

  test('is there for each part that has no other text', async () => {
    const raw = mime({
      text: 'See below.',
      html: '<head><style>p{color:red}</style></head><!-- > --><p>Dear&nbsp;all,<br>see &lt;this&gt; &amp; M&uuml;ller&#33;</p><script>no()</script>',
    });
    expect((await received(raw)).entry.text).toBe('See below.\n\nDear all,\nsee <this> & Müller!');
  });
});

describe('the letters of a text', () => {
  const part = (charset: string | undefined, bytes: Buffer, type = 'text/plain', subject = 'x') =>
    Buffer.concat([
      Buffer.from(`From: Ann <ann@example.com>\r\nSubject: ${subject}\r\n`),
      Buffer.from(`Content-Type: ${type}${charset ? `; charset="${charset}"` : ''}\r\n\r\n`),
      bytes,
    ]);
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  test.each([
    ['UTF-8 that is Latin-1', 'utf-8', latin1('Müller fliegt später.'), 'Müller fliegt später.'],
    [
      'UTF-8 with one letter that is not',
      'utf-8',
      Buffer.concat([Buffer.from('Łódź żółć '), latin1('ü')]),
      'Łódź żółć �',
    ],
    ['ASCII that is UTF-8', 'us-ascii', Buffer.from('Müller – später'), 'Müller – später'],
    ['ASCII that is Windows-1252', 'US-ASCII', latin1('Müller \x96 später'), 'Müller – später'],
    ['no label, UTF-8', undefined, Buffer.from('Müller'), 'Müller'],
    ['no label, Latin-1', undefined, latin1('Müller'), 'Müller'],
    ['a label that nobody knows', 'x-unknown', Buffer.from('Müller'), 'Müller'],
    ['a label of no text', 'binary', latin1('Müller'), 'Müller'],
    ['Latin-1 with a dash of Windows', 'iso-8859-1', latin1('Müller \x96'), 'Müller –'],
    ['UTF-7', 'utf-7', Buffer.from('M+APw-ller'), 'Müller'],
    ['UTF-7 by its old name', 'unicode-1-1-utf-7', Buffer.from('M+APw-ller'), 'Müller'],
    ['HZ', 'HZ-GB-2312', Buffer.from('Hi ~{<:Ky2;~}~~.'), 'Hi 己所不~.'],
    ['ISO-2022-KR', 'iso-2022-kr', Buffer.from('\x1b$)C\n\x0e>H3g\x0f!'), '안녕!'],
    ['CP949', 'cp949', Buffer.from('bec8b3e7', 'hex'), '안녕'],
    ['CP850', 'cp850', Buffer.from('4d816c6c6572', 'hex'), 'Müller'],
    ['IBM 850', 'x-cp850', Buffer.from('4d816c6c6572', 'hex'), 'Müller'],
    ['Macintosh', 'macintosh', Buffer.from('4d9f6c6c6572', 'hex'), 'Müller'],
    [
      'UTF-8 that is Windows-1251',
      'utf-8',
      iconv.encode('Спасибо, прилетаю 5 марта.', 'cp1251'),
      'Спасибо, прилетаю 5 марта.',
    ],
    ['no label, KOI8-R', undefined, iconv.encode('Спасибо, прилетаю 5 марта.', 'koi8-r'), 'Спасибо, прилетаю 5 марта.'],
    [
      'UTF-8 that is GBK',
      'utf-8',
      iconv.encode('您好，我的航班是MH123，谢谢您。', 'gbk'),
      '您好，我的航班是MH123，谢谢您。',
    ],
    [
      'ASCII that is Big5',
      'us-ascii',
      iconv.encode('您好，我的航班是MH123，謝謝您的回覆。', 'big5'),
      '您好，我的航班是MH123，謝謝您的回覆。',
    ],
    [
      'UTF-8 that is Shift JIS',
      'utf-8',
      iconv.encode('こんにちは、私の便はMH123です。', 'shift_jis'),
      'こんにちは、私の便はMH123です。',
    ],
    [
      'no label, EUC-KR',
      undefined,
      iconv.encode('안녕하세요, 제 항공편은 MH123입니다.', 'euc-kr'),
      '안녕하세요, 제 항공편은 MH123입니다.',
    ],
    [
      'UTF-8 that is Windows-1250',
      'utf-8',
      iconv.encode('Dziękuję, jestem w drodze.', 'cp1250'),
      'Dziękuję, jestem w drodze.',
    ],
    [
      'a label that nobody knows, Windows-1256',
      'x-unknown',
      iconv.encode('السلام عليكم ورحمة الله وبركاته', 'cp1256'),
      'السلام عليكم ورحمة الله وبركاته',
    ],
    ['GB2312 that is UTF-8', 'gb2312', Buffer.from('您好，我的航班是MH123。'), '您好，我的航班是MH123。'],
    [
      'French that is Windows-1252',
      'utf-8',
      iconv.encode('Où dois-je l’envoyer ? Ça va être très bien.', 'cp1252'),
      'Où dois-je l’envoyer ? Ça va être très bien.',
    ],
    ['Shift JIS with a broken letter', 'shift_jis', Buffer.from('82b182f182c982bf82cdff', 'hex'), 'こんにちは�'],
  ])('are right: %s', async (_what, charset, bytes, text) => {
    expect((await received(part(charset, bytes))).entry.text).toBe(text);
  });

  test('are right in HTML that names its encoding itself, in subjects, and in a mail within the mail', async () => {
    const own = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">';
    const cyrillic = Buffer.concat([Buffer.from(own), Buffer.from('cff0e8e2e5f2', 'hex')]);
    const subject = '=?cp850?Q?M=81ller_an?= =?UTF-7?B?K0FQYy0=?= =?iso-8859-1?q?=96?=';
    const { entry } = await received(part(undefined, cyrillic, 'text/html', subject));
    expect(entry).toMatchObject({ text: 'Привет', subject: 'Müller an÷–' });
    const raw = latin1('From: M\xfcller <a@example.com>\r\nSubject: sp\xe4ter\r\n\r\nHi');
    expect((await received(raw)).entry.subject).toBe('später');
    const cyrillicHead = iconv.encode('From: a@example.com\r\nSubject: Привет из Москвы\r\n\r\nHi', 'cp1251');
    expect((await received(cyrillicHead)).entry.subject).toBe('Привет из Москвы');
    const within = { name: '', type: 'message/rfc822', bytes: part('utf-8', latin1('Müller')) };
    expect((await received(mime({ files: [within] }))).entry.text).toMatch(/Müller$/);
  });

  test('stay as they came in a file', async () => {
    const bytes = latin1('Müller');
    const { entry } = await received(mime({ files: [{ name: 'a.txt', type: 'text/plain; charset=utf-8', bytes }] }));
    expect((await fetched(routes.inboundFile(entry.files[0]!.id))).bytes.equals(bytes)).toBe(true);
  });
});

describe('a text that only says that the HTML is to be read', () => {
  const letter = (text: string, more = '') =>
    `From: Ann <ann@example.com>\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>I land on MH5.</p>${more}\r\n--b--\r\n`;
  test.each([
    'Your client does not support HTML.',
    'Your email client does not support HTML messages',
    'This is an HTML message. Please use an HTML capable mail program to read it.',
    'To view this message, please use an HTML compatible email viewer!',
    'This message requires a MIME-capable mail reader.',
    'If you see this, your mail reader is too old.',
    'Ihr E-Mail-Programm unterstützt kein HTML.',
    'Diese Nachricht kann Ihr Mailprogramm nicht anzeigen.',
    'Votre messagerie n’affiche pas ce message.',
    'Su cliente de correo no admite este mensaje.',
    'このメールはHTMLメールです。',
    '\u200b\u00a0',
  ])('is not the text: %s', async (text) => {
    expect((await received(Buffer.from(letter(text)))).entry.text).toBe('I land on MH5.');
  });

  test('is the text where there is no HTML, and a person’s own words are', async () => {
    const alone = 'Your client does not support HTML.';
    expect((await received(mime({ text: alone }))).entry.text).toBe(alone);
    for (const own of ['I land on MH5.', `I wrote to your mail program. ${'It is a long story. '.repeat(20)}`.trim()])
      expect((await received(Buffer.from(letter(own)))).entry.text).toBe(own);
  });
});

describe('a mail whose parts are not where it says', () => {
  const letter = (type: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`From: Ann <ann@example.com>\r\nSubject: My flight\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(body),
    ]);
  const parts = (line: string) =>
    [
      `--${line}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nSSBsYW5kIG9uIE1INS4=\r\n`,
      `--${line}\r\nContent-Type: application/x-any; name="a.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n`,
      `--${line}--\r\n`,
    ].join('');

  test.each([
    ['no boundary', 'multipart/mixed', parts('=_a.1')],
    ['another boundary than its body', 'multipart/mixed; boundary="other"', parts('=_a.1')],
    ['no semicolon before it', 'multipart/mixed boundary="=_a.1"', parts('=_a.1')],
    ['no semicolon before it, in a line of its own', 'multipart/mixed\r\n\tboundary=b1', parts('b1')],
    ['no semicolon, behind an encoding', 'multipart/mixed; charset=utf-8 boundary=b1', parts('b1')],
    ['no semicolon, and no end', 'multipart/mixed boundary=b1', parts('b1').replace('--b1--\r\n', '')],
    [
      'a part before it that has parts',
      'multipart/mixed',
      `--o\r\n\r\nI land on MH5.\r\n--o\r\nContent-Type: multipart/mixed; boundary=b1\r\n\r\n${parts('b1').replace(/^[^]*(?=--b1\r\nContent-Type: app)/, '')}\r\n--o--\r\n`,
    ],
  ])('is read with those that its body has: %s', async (_what, type, body) => {
    const { entry } = await received(letter(type, body));
    expect(entry).toMatchObject({ kind: 'customer', text: 'I land on MH5.', files: [{ name: 'a.dat' }] });
  });

  test.each([
    ['no boundary', 'multipart/alternative', 'I land on MH5.\r\n-- \r\nAnn'],
    ['a boundary that is not there', 'multipart/mixed; boundary=b1', 'I land on MH5.\r\n--\r\nAnn'],
    ['lines that look like one', 'multipart/mixed; boundary=b1', 'I land on MH5.\r\n--Ann\r\n--Ann'],
  ])('is one text where its body has none: %s', async (_what, type, body) => {
    const { entry } = await received(letter(type, body));
    expect(entry).toMatchObject({ text: body.replaceAll('\r\n', '\n'), subject: 'My flight', files: [] });
  });

  test('is one text in the encoding that it is in', async () => {
    const words = iconv.encode('Спасибо, прилетаю 5 марта.', 'cp1251');
    expect((await received(letter('multipart/mixed', words))).entry.text).toBe('Спасибо, прилетаю 5 марта.');
  });

  test('stays what its head says that it is: a report', async () => {
    const report = letter('multipart/report; report-type=delivery-status', parts('b1'));
    expect((await received(report)).entry).toMatchObject({ kind: 'automatic', text: 'I land on MH5.' });
  });

  test('an empty part is no fault', async () => {
    for (const body of ['--b1\r\nContent-Type: text/plain\r\n\r\n\r\n--b1--\r\n', ' \r\n'])
      expect((await received(letter('multipart/mixed; boundary=b1', body))).entry.text).toBe('');
  });
});

test('a text that is too long for the thread says so; the member opens all of it', async () => {
  const passport = 'L7654321';
  const raw = mime({ text: `${'a word '.repeat(10_000)}\nMDAC PIN : 775533\nMy passport is ${passport}. The end.` });
  const { encoded, entry } = await received(raw, { passport_no: passport });
  expect(entry.text_cut).toBe(true);
  expect(entry.text).not.toContain('The end.');
  const whole = await fetched(routes.inboundText(entry.mail_id));
  expect(whole.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(whole.bytes.toString()).toMatch(/PIN : ••••\s+My passport is L7654321\. The end\.$/);
  const asTelecaller = await fetched(routes.inboundText(entry.mail_id), 'telecaller');
  expect(asTelecaller.bytes.toString()).toMatch(/My passport is …4321\. The end\.$/);
  expect((await app.call('GET', routes.inboundText(entry.mail_id))).code).not.toBe(200);

  const page = await fetched(`/admin/view-order/${encoded}`);
  expect(page.bytes.toString()).toContain(`href="${routes.inboundText(entry.mail_id)}"`);
  expect(page.bytes.toString()).toContain(`href="${routes.inboundRaw(entry.mail_id)}"`);
});

test('a text longer than any book ends with a sentence, and the layout is not shown', async () => {
  const { entry } = await received(html(`<p>first</p>${'<p>b</p>'.repeat(400_000)}<p>last</p>`));
  expect(entry).toMatchObject({ text: expect.stringMatching(/^first/), text_cut: true, has_html: false });
  const whole = (await fetched(routes.inboundText(entry.mail_id))).bytes.toString();
  expect(whole).toMatch(
    /^first[^]*b\s+\[This mail is too long to be shown whole\. Save it as it came to read the rest\.\]$/,
  );
});

describe('a mail as it came', () => {
  test('is saved by a member, never shown; the fetch is noted', async () => {
    const raw = mime({ text: 'Hello' });
    const { id, entry } = await received(raw);
    expect(entry.has_raw).toBe(true);
    const { code, headers, bytes } = await fetched(routes.inboundRaw(entry.mail_id));
    expect(code).toBe(200);
    expect(bytes.equals(raw)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="mail-${entry.mail_id}.eml"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(await noted(id)).toEqual(['file.fetched']);
    expect((await app.call('GET', routes.inboundRaw(entry.mail_id))).code).not.toBe(200);
  });

  test('is for nobody when it has a virus, was erased, or came to no order', async () => {
    const { entry } = await received(mime());
    const change = (to: string) => app.database.query(`UPDATE inbound_mails SET ${to} WHERE id = ${entry.mail_id}`);
    for (const to of ["virus = 'fail'", 'virus = NULL, erased_at = now()', 'erased_at = NULL, order_id = NULL']) {
      await change(to);
      expect((await fetched(routes.inboundRaw(entry.mail_id))).code).toBe(404);
    }
  });

  test('notes that a PIN in it was shown', async () => {
    const passport_no = 'L1234567';
    const raw = await signed({ text: `Passport No : ${passport_no}\nYour MDAC PIN : 771234` });
    const { id, entry } = await received(raw, { passport_no });
    expect(entry).toMatchObject({ kind: 'authority', has_raw: true, pin: '••••34' });
    expect((await fetched(routes.inboundRaw(entry.mail_id))).code).toBe(200);
    expect(await noted(id)).toEqual(['file.fetched', 'pin.shown']);
    // who sees the ends of passport numbers alone gets none of the authority's mails
    expect(await threadOf(id, 'telecaller')).toMatchObject([{ has_raw: false }]);
    expect((await fetched(routes.inboundRaw(entry.mail_id), 'telecaller')).code).toBe(403);
  });

  test('is not for members who may not see a passport number that is anywhere in it', async () => {
    const plain = await received(mime({ text: 'Hello' }), { passport_no: 'L2223334' });
    expect((await fetched(routes.inboundRaw(plain.entry.mail_id), 'telecaller')).code).toBe(200);
    const within = 'From: a@b.example\r\nContent-Type: text/html\r\n\r\n<p>L222<b>3334</b></p>';
    const { entry } = await received(mime({ files: forwarded(within) }), { passport_no: 'L2223334' });
    expect((await fetched(routes.inboundRaw(entry.mail_id), 'telecaller')).code).toBe(403);
    expect((await fetched(routes.inboundRaw(entry.mail_id))).code).toBe(200);
  });

  async function noted(id: number): Promise<string[]> {
    const rows = await app.database.query<{ action: string }[]>(
      "SELECT action FROM activity WHERE order_id = $1 AND actor = 'Demo Team' AND action <> 'order.viewed' ORDER BY id",
      [id],
    );
    return rows.map(({ action }) => action);
  }
});

describe('a file of a mail', () => {
  test.each([
    ['IMG_7.HEIC', 'image/heic', Buffer.from('AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWlj', 'base64')],
    ['scan.tiff', 'image/tiff', Buffer.from('II*\0')],
    ['Brief für Sie.docx', 'application/vnd.openxmlformats', Buffer.from('PK\u0003\u0004')],
    ['winmail.dat', 'application/ms-tnef', Buffer.from('789f3e22', 'hex')],
    ['damaged.pdf', 'application/pdf', Buffer.from('%PDF-1.7 no more')],
    ['noending', 'text/html', Buffer.from('<script>alert(1)</script>')],
  ])('of any type is saved, never shown: %s', async (name, type, bytes) => {
    const { entry } = await received(mime({ text: 'My passport', files: [{ name, type, bytes }] }));
    const unchecked = 'application/octet-stream';
    expect(entry).toMatchObject({ not_kept: null, files: [{ name, kind: 'file', content_type: unchecked }] });
    const file = await fetched(routes.inboundFile(entry.files[0]!.id));
    expect(file.bytes.equals(bytes)).toBe(true);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': unchecked,
      'content-disposition': expect.stringMatching(
        /^attachment; filename="mail-\d+-\d+\.(heic|tiff|docx|dat|pdf|bin)"$/,
      ),
      'x-content-type-options': 'nosniff',
    });
  });

  test('of the authority is no card unless it is a safe PDF; an automatic mail has its files too', async () => {
    const order = { passport_no: 'L3334445' };
    const card = await cardPdf('Passport No: L3334445');
    const files = [
      { name: 'card.pdf', type: 'application/pdf', bytes: card },
      { name: 'damaged.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 no more') },
      { name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from('<svg/>') },
    ];
    const { entry } = await received(await signed({ text: 'Passport No : L3334445', files }), order);
    expect(Object.fromEntries(entry.files.map(({ name, kind }) => [name, kind]))).toEqual({
      'card.pdf': 'card',
      'damaged.pdf': 'file',
      'logo.svg': 'file',
    });
    const away = await received(mime({ headers: ['Auto-Submitted: auto-replied'], files: files.slice(2) }));
    expect(away.entry).toMatchObject({ kind: 'automatic', files: [{ name: 'logo.svg' }] });
  });

  test('above ten megabytes, without bytes, or smaller than the twenty largest is named; the mail as it came has it', async () => {
    const file = (name: string, bytes = Buffer.from(name)) => ({ name, type: 'application/x-any', bytes });
    const files = [file('big.zip', Buffer.alloc(10 * 1024 * 1024 + 1)), file('empty.txt', Buffer.alloc(0))];
    const many = Array.from({ length: 21 }, (_, n) => file(`file${n}.dat`));
    const { entry } = await received(mime({ files: [...files, ...many] }));
    expect(entry).toMatchObject({ not_kept: 'big.zip, empty.txt, file9.dat', has_raw: true });
    expect(entry.files).toHaveLength(20);
  });
});

describe('a mail that is forwarded as a file', () => {
  const letter = 'From: Bob <bob@example.org>\r\nSubject: The flight\r\nDate: Sun, 22 Nov 2026 10:00:00 +0000\r\n';

  test('is read as a mail: its words, and the files in it', async () => {
    const inner = mime({
      from: 'Cy <cy@example.net>',
      text: 'deeper',
      files: [{ name: 'a.heic', type: 'image/heic', bytes: Buffer.from('x') }],
    });
    const within = `${letter}Content-Type: multipart/mixed; boundary=in\r\n\r\n--in\r\n\r\nWe land at noon.\r\n--in\r\nContent-Type: message/rfc822\r\n\r\n${inner.toString()}\r\n--in--\r\n`;
    const { entry } = await received(mime({ text: 'see below', files: forwarded(within) }));
    expect(entry.text).toMatch(
      /^see below\n\nForwarded mail\nFrom: Bob <bob@example\.org>\nDate: 2026-11-22T10:00:00\.000Z\nSubject: The flight\n\nWe land at noon\.\n\nForwarded mail\nFrom: Cy <cy@example\.net>/,
    );
    expect(entry.text).toMatch(/deeper$/);
    expect(entry.files).toMatchObject([{ name: 'a.heic' }]);
  });

  test('is a file where it can’t be opened, lies too deep, or comes back with a report', async () => {
    let deep = `${letter}\r\nthe deepest`;
    for (let depth = 0; depth < 7; depth++)
      deep = `${letter}Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\nContent-Type: message/rfc822\r\n\r\n${deep}\r\n--b${depth}--\r\n`;
    const { entry } = await received(Buffer.from(deep));
    expect(entry.text).not.toContain('the deepest');
    expect(entry.files).toMatchObject([{ name: 'file.eml' }]);
    expect((await fetched(routes.inboundFile(entry.files[0]!.id))).bytes.toString()).toContain('the deepest');

    const report = mime({ text: 'not delivered', files: forwarded(`${letter}\r\nour words`) })
      .toString()
      .replace('multipart/mixed', 'multipart/report; report-type=delivery-status');
    const returned = await received(Buffer.from(report));
    expect(returned.entry).toMatchObject({ kind: 'automatic', text: 'not delivered', files: [{ name: 'file.eml' }] });
  });

  test('says nothing for the authority, whose own words count alone', async () => {
    const within = `${letter}\r\nYour MDAC PIN : 661234`;
    const text = 'Passport No : L4445556';
    const { entry } = await received(await signed({ text, files: forwarded(within) }), { passport_no: 'L4445556' });
    expect(entry).toMatchObject({ kind: 'look', pin: null, text: expect.stringContaining('PIN : ••••') });
  });
});
