import { describe, expect, test } from '@jest/globals';
import { growth, proportional } from '../support/growth.js';
import { pinsIn, readAuthorityMail } from '../../src/inbound/authority-mail.js';
import { openMail, piecesOf } from '../../src/inbound/opened-mail.js';
import { findPins, withoutPins } from '../../src/inbound/pin-reader.js';
import { mime } from './mails.js';

/** Numbers from 0 to below `below`, the same in every run (Park and Miller's generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}
const next = seeded(20_261_129);
const oneOf = <One>(list: readonly One[]): One => list[next(list.length)]!;
const signs = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[next(alphabet.length)]).join('');

const small = 'abcdefghijkmnopqrstuvwxyz';
const capitals = small.toUpperCase();
/** Mixed, digits alone, letters alone in both cases, and shorter ones. */
const makePin = () =>
  oneOf([
    () => `${signs('23456789', 1)}${signs(small + capitals + '23456789', 6)}${signs(capitals, 1)}`,
    () => signs(small + capitals + '23456789', 7) + signs('23456789', 1),
    () => signs('0123456789', 8),
    () => `${signs(small, 3)}${signs(capitals, 2)}${signs(small + capitals, 3)}`,
    () => signs('0123456789', 6),
  ])();

const labels = [
  'PIN', 'PIN No', 'PIN No.', 'PIN Number', 'PIN Code', 'Your PIN is', 'Nombor PIN', 'No. PIN', 'MDAC PIN', 'Your MDAC PIN', 'Kod PIN anda ialah', 'PIN (MDAC)',
  'PIN Number / Nombor PIN',
]; // prettier-ignore
const separators = [' : ', ':', ': ', '：', ' - ', ' – ', ' = ', '=', ' ', '  ', ':\n', '\n', ' :\n\n'];
const prose = [
  'Please keep this PIN for reference.', 'Your PIN is required to check your registration.', 'PIN is case sensitive.', 'Do not share your PIN with anybody.',
  'Sila simpan PIN anda.', 'Check your registration with your passport number and PIN at https://imigresen-online.imi.gov.my/mdac/main.',
]; // prettier-ignore

type Letter = { n: number; layout: string; said: string; pin: string; raw: Buffer };

/** A mail of the authority, and whether somebody forwarded it. */
function letterOf(n: number): Letter {
  const pin = makePin();
  const shown = pin.length === 8 && next(4) === 0 ? `${pin.slice(0, 4)} ${pin.slice(4)}` : pin;
  // without a sign a word of letters alone can't be told from prose
  const isPlain = /\d/.test(pin) && /\d/.test(pin.slice(4));
  const said = oneOf(labels) + oneOf(separators) + (/\d.* .*\d/.test(shown) || shown === pin || !isPlain ? pin : shown);
  const end = oneOf(['', '.', ' (keep it secret)', ', valid for this trip']);
  const head = [`Name : ANN EXAMPLE`, `Passport No. : X1234567`];
  const lines = ['Dear Sir/Madam,', oneOf(prose), ...head, said + end, oneOf(prose), 'Thank you.'];
  const text = lines.join('\n');
  const from = 'MDAC <mdac@imi.gov.my>';
  const quoted = text.replace(/^/gm, '> ');
  const cells = (label: string) =>
    `<style>td{color:#000}</style><p>${oneOf(prose)}</p><table><tr><td>Name</td><td>ANN EXAMPLE</td></tr>
     <tr><td>Passport No.</td><td>X1234567</td></tr><tr>\n<td><b>${label}</b></td>\n<td>&nbsp;<span>${pin}</span></td></tr></table>`;
  const layouts: Record<string, () => Buffer> = {
    plain: () => mime({ from, text }),
    'quoted-printable': () => encoded(from, 'quoted-printable', quotedPrintable(text)),
    base64: () => encoded(from, 'base64', Buffer.from(text).toString('base64')),
    'html alone': () => encoded(from, '8bit', `<div>${text.replaceAll('\n', '<br>\r\n')}</div>`, 'text/html'),
    table: () =>
      encoded(from, '8bit', cells(oneOf(['PIN', 'PIN :', 'PIN No.', 'Nombor PIN', 'MDAC PIN'])), 'text/html'),
    'table, quoted-printable': () => encoded(from, 'quoted-printable', quotedPrintable(cells('PIN')), 'text/html'),
    forwarded: () => mime({ text: `Here it is.\n\nFrom: ${from}\nSubject: Acknowledgement\n\n${text}` }),
    quoted: () => mime({ text: `What is this?\n\nOn Sunday ${from} wrote:\n\n${quoted}` }),
    'forwarded as a file': () =>
      mime({ files: [{ name: 'mail.eml', type: 'message/rfc822', bytes: mime({ from, text }) }] }),
  };
  const layout = Object.keys(layouts)[n % Object.keys(layouts).length]!;
  return { n, layout, said, pin, raw: layouts[layout]!() };
}

function encoded(from: string, encoding: string, body: string, type = 'text/plain'): Buffer {
  const head = [
    `From: ${from}`,
    'Subject: Acknowledgement',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
  ];
  return Buffer.from(`${[...head, `Content-Transfer-Encoding: ${encoding}`].join('\r\n')}\r\n\r\n${body}\r\n`);
}

/** Every letter that may be encoded is, and lines break in the middle of words. */
function quotedPrintable(text: string): string {
  const hex = (byte: number) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  const lines = text
    .split('\n')
    .map((line) =>
      Array.from(Buffer.from(line), (byte, at) =>
        at % 3 ? hex(byte) : /[a-z0-9]/i.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : hex(byte),
      ).join(''),
    );
  return lines.map((line) => line.replace(/((?:=..|[^=]){20})/g, '$1=\r\n')).join('\r\n');
}

const senders = ['@imi.gov.my'];

describe('the PIN', () => {
  test('of two hundred mails, in every layout, is read and hidden', async () => {
    const letters = Array.from({ length: 200 }, (_, n) => letterOf(n));
    const wrong: unknown[] = [];
    for (const { raw, pin, ...letter } of letters) {
      const opened = await openMail(raw);
      const isAuthoritys = opened.email.from?.address === 'mdac@imi.gov.my';
      const pins = pinsIn({ pieces: piecesOf(opened), isAuthoritys, senders, known: [] });
      const own = readAuthorityMail(`${opened.subject}\n${opened.text}`).pin;
      const hidden = withoutPins(opened.whole, pins).replace(/\s/g, '');
      const isRead = pins.join() === pin && (!isAuthoritys || (own?.pin === pin && own.fits));
      if (!isRead || hidden.includes(pin)) wrong.push({ ...letter, pin, pins, own });
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['PIN : AB3456789', 'AB3456789'],
    ['PIN : 8pcz-kJDr-9', '8pcz-kJDr-9'],
    ['Your PIN is 1234567890123', '1234567890123'],
    ['PIN : 123 456 789.', '123 456 789'],
  ])('of "%s" does not fit, and is kept as it came', (text, pin) => {
    expect(findPins(text)).toMatchObject([{ pin, fits: false }]);
  });

  test.each([
    ['PIN : 8pcz kJDr', '8pczkJDr'],
    ['PIN : 8p cz kJ Dr', '8pczkJDr'],
    ['PIN : 771 234', '771234'],
    ['PIN : 771234 (valid until 24/11/2026)', '771234'],
    ['PIN: 8pczkJDr. Keep it.', '8pczkJDr'],
    ['PIN : 1234 5678 (valid once)', '12345678'],
    ['PIN : abcdefgh', 'abcdefgh'],
    ['PIN= ABCD EFGH', 'ABCDEFGH'],
    ['*PIN:* *8pczkJDr*', '8pczkJDr'],
    ['PIN: "8pczkJDr"', '8pczkJDr'],
  ])('of "%s" is used without its blanks', (text, pin) => {
    expect(findPins(text)).toMatchObject([{ pin, fits: true }]);
  });

  test.each([
    'Your PIN is required.', 'YOUR PIN IS REQUIRED', 'PIN :\nName : ANN EXAMPLE', 'PIN\nPassport No. : X1234567', 'Please use the PIN to check', 'PIN - see below',
    'The PINs 771234 and 881234', 'SPIN 771234', 'PIN is case sensitive', 'PIN 24/11/2026',
  ])('is not in "%s"', (text) => expect(findPins(text)).toEqual([])); // prettier-ignore

  test('of a text is hidden however it is parted; other words stay', () => {
    const text = 'PIN 8pcz kJDr, 8PCZKJDR, 8pcz-kJDr, x8pczkJDr, 8pcz\nkJDr, 8pcz kJD';
    expect(withoutPins(text, ['8pczkJDr'])).toBe('PIN ••••, ••••, ••••, x8pczkJDr, 8pcz\nkJDr, 8pcz kJD');
  });

  test('of a customer’s address is a postal code, in any spelling of the word', () => {
    const codes = ['PIN: 560001', 'PIN 560 001', 'Pin-560001', 'PIN CODE : 560001', 'Pincode 560001', 'PIN No. 560001'];
    const pieces = codes.map((code) => `12 MG Road, Bengaluru ${code}\nIndia`);
    expect(pinsIn({ pieces, isAuthoritys: false, senders, known: [] })).toEqual([]);
  });
});

test('a text of two million letters with forty thousand PINs takes as much longer to read and hide as it is longer', () => {
  const read = (count: number) => {
    const lines = Array.from(
      { length: count },
      (_, n) => `PIN : ${String(n).padStart(4, '0')}aB1c and more words of prose here`,
    );
    const pins = findPins(lines.join('\n')).map(({ pin }) => pin);
    expect(pins).toHaveLength(count);
    expect(withoutPins(lines.join('\n'), pins)).not.toContain('aB1c');
  };
  expect(growth(read, 40_000)).toBeLessThan(proportional);
});
