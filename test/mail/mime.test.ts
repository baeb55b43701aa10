import { describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { toMime } from '../../src/mail/providers/aws/mime.js';
import type { Outgoing } from '../../src/mail/providers/provider.js';

const plain: Outgoing = {
  messageId: 'q1w2e3',
  mailId: 42,
  attempt: 3,
  sender: 'Arrival Card <no-reply@arrival-card.example>',
  replyTo: null,
  recipient: 'ann@example.com',
  subject: 'Your card is ready',
  html: '<p>Dear Ann</p>',
  text: 'Dear Ann',
  attachment: null,
};
const names = [
  'لیلى أحمد',
  '李小龍',
  'Юрий Гагарин',
  'สมชาย ใจดี',
  '👩‍👩‍👧 Ann 🇲🇾',
  'O’Neil "Bob", \\ (CEO) <x>',
  'ﷺ'.repeat(40),
];

/** Mails in which something may go wrong, by what is in them. */
const mails: Record<string, Partial<Outgoing>> = {
  'plain words': {},
  'no text': { text: '' },
  'no HTML': { html: '' },
  'neither text nor HTML': { text: '', html: '' },
  'an address to reply to': { replyTo: 'support@bücher.example' },
  'a domain beyond ASCII': { recipient: 'Ann.O’Neil@Bücher.example' },
  'long lines, blanks at ends of lines and all kinds of line ends': {
    html: `${'x'.repeat(2_000)} \n\r\n.\r\rFrom me\t\n`,
  },
  'a long subject': { subject: `${'Your card of the journey is ready, '.repeat(30)}ready` },
  'a long subject beyond ASCII': { subject: 'Карта готова 卡已备妥 '.repeat(30).trim() },
  'a line end in the subject': { subject: 'Card\r\nBcc: eve@example.com' },
  ...Object.fromEntries(
    names.map((name) => [
      `the name ${name.slice(0, 20)}`,
      {
        sender: `"${name.replace(/["\\]/g, '\\$&')}" <no-reply@arrival-card.example>`,
        subject: `The card of ${name}`,
        html: `<p>${name}</p>`,
        text: name,
        attachment: file(Buffer.from(name), `card of ${name}.pdf`),
      },
    ]),
  ),
  ...Object.fromEntries(
    [0, 1, 2, 3, 56, 57, 58, 114, 115, 100_000].map((size) => [
      `a file of ${size} bytes`,
      { attachment: file(Buffer.from(Array.from({ length: size }, (_, at) => (at * 7) % 256))) },
    ]),
  ),
  'a file without HTML': { html: '', attachment: file(Buffer.from('%PDF')) },
  'a file alone': { html: '', text: '', attachment: file(Buffer.from('%PDF')) },
  'a file of ten megabytes': { attachment: file(Buffer.alloc(10_000_000, '%PDF-1.7 \u0000\u00ff', 'latin1')) },
};

function file(bytes: Buffer, filename = 'card.pdf'): Outgoing['attachment'] {
  return { filename, contentType: 'application/pdf', bytes };
}

describe.each(Object.entries(mails))('a message with %s', (_, more) => {
  const mail = { ...plain, ...more };

  test('has no line that is too long for a server', async () => {
    const lines = (await toMime(mail)).toString('latin1').split('\r\n');
    expect(lines.filter(({ length }) => length > 998)).toEqual([]);
  });

  test('gives a reader what was written', async () => {
    const read = await PostalMime.parse(await toMime(mail));
    expect(read.html ?? '').toBe(mail.html);
    expect(read.text ?? '').toBe(mail.text);
    expect(read.subject).toBe(mail.subject.replace('\r\n', ' '));
    expect(read.attachments.map(({ filename, mimeType }) => ({ filename, mimeType }))).toEqual(
      mail.attachment ? [{ filename: mail.attachment.filename, mimeType: 'application/pdf' }] : [],
    );
    const [attached] = read.attachments;
    if (mail.attachment) expect(Buffer.from(attached!.content as ArrayBuffer).equals(mail.attachment.bytes)).toBe(true);
    // nothing that a customer wrote became a field of its own
    expect(read.bcc).toBeUndefined();
  });
});

test('a mail without a text has no part for it', async () => {
  const types = async (mail: Outgoing) => (await toMime(mail)).toString().match(/(?<=^Content-Type: )[\w/]+/gm);
  expect(await types(plain)).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
  expect(await types({ ...plain, text: '' })).toEqual(['text/html']);
});

test('the header has our Message-ID, an address beyond ASCII as servers take it, and no reactions', async () => {
  const text = (await toMime({ ...plain, recipient: 'ann@bücher.example', replyTo: 'help@else.example' })).toString();
  const header = text.slice(0, text.indexOf('\r\n\r\n'));
  expect(header).toContain('Message-ID: <q1w2e3@arrival-card.example>');
  expect(header).toContain('To: ann@xn--bcher-kva.example');
  expect(header).toContain('Reply-To: help@else.example');
  expect(header).toMatch(/^x-ms-reactions: disallow\r$/im);
});
