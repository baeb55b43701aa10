import { expect, test } from '@jest/globals';
import { openMail } from '../../src/inbound/opened-mail.js';
import { withoutFiles } from '../../src/inbound/without-files.js';

const file = (name: string) =>
  `Content-Type: application/pdf; name="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${'QUJD'.repeat(20_000)}\r\n`;

/** What a member reads of a mail that was cut, and how many bytes are kept of it. */
async function cut(raw: string) {
  const bytes = withoutFiles(Buffer.from(raw));
  const { subject, whole, files } = await openMail(bytes);
  return { subject, text: whole, files: files.map(({ name }) => name), size: bytes.length };
}

test.each([
  ['all text', 'Subject: S\r\n\r\nHello', 'Hello', []],
  ['all text, with lines of Unix', 'Subject: S\nContent-Type: text/plain\n\nHello', 'Hello', []],
  ['a single file', `Subject: S\r\n${file('a.pdf')}`, '', ['a.pdf']],
  [
    'parts in parts, a boundary that begins like another, and one within a line',
    `Subject: S\r\nContent-Type: multipart/mixed;\r\n\tboundary="m"\r\n\r\nfor old programs\r\n--m\r\nContent-Type: multipart/alternative; charset=x; boundary=m-2\r\n\r\n--m-2\r\n\r\nHello --m\r\n--m-2\r\nContent-Type: text/html\r\n\r\n<p>Hello\r\n--m-2--\r\n--m \r\n${file('a.pdf')}--m\r\n${file('b.pdf')}--m--\r\n`,
    'Hello --m',
    ['a.pdf', 'b.pdf'],
  ],
  [
    'a text as a file, and no end',
    `Subject: S\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nsecret\r\n--m\r\nContent-Type: text/plain\r\n\r\nHello`,
    'Hello',
    ['a.txt'],
  ],
  [
    'a mail within it',
    `Subject: S\r\nContent-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n\r\nHello\r\n--m\r\nContent-Type: message/rfc822; name=a.eml\r\n\r\nSubject: Within\r\n${file('a.pdf')}--m--`,
    'Hello\n\nForwarded mail\nSubject: Within',
    ['a.pdf'],
  ],
])('of a mail with %s the words are kept, and the names of its files', async (_what, raw, text, files) => {
  const found = await cut(raw);
  expect(found).toMatchObject({ subject: 'S', text, files });
  expect(found.size).toBeLessThan(1_500);
});

test('texts are kept up to a megabyte in all, five hundred parts, ten deep, and so much of a head', async () => {
  const text = `--m\r\n\r\n${'Hello. '.repeat(100_000)}\r\n`;
  const many = `--m\r\n\r\nHello\r\n`;
  const head = 'Content-Type: multipart/mixed; boundary=m\r\n\r\n';
  const size = (raw: string) => withoutFiles(Buffer.from(raw)).length;
  expect(size(head + text.repeat(3))).toBeLessThan(1_001_000);
  expect(size(head + many.repeat(100_000))).toBeLessThan(20_000);
  expect(size(head + `--m\r\n${head}`.repeat(100_000))).toBeLessThan(100_000);
  expect(size(`X: ${'x'.repeat(1_000_000)}`)).toBeLessThan(70_000);
});
