import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { asciiAddress, messageIdHeader, type Outgoing } from '../provider.js';

/** How many characters of base64 a line has (RFC 2045). */
const lineLength = 76;
const lineEnd = '\r\n';

/**
 * The whole MIME message. Texts are base64, so that no server on the way changes their bytes. nodemailer makes the parts
 * and their headers. Its own writer takes three times as long, because each part passes several streams.
 */
export function toMime(mail: Outgoing): Buffer {
  const message = composed(mail).compile();
  const parts = [...written(message)];
  // several parts end with a line end already
  if (message.content) parts.push(Buffer.from(lineEnd));
  return Buffer.concat(parts);
}

/** The message as nodemailer takes it. */
export function composed(mail: Outgoing): MailComposer {
  const { attachment } = mail;
  return new MailComposer({
    messageId: messageIdHeader(mail),
    from: mail.sender,
    replyTo: mail.replyTo ?? undefined,
    to: { name: '', address: asciiAddress(mail.recipient) },
    subject: mail.subject,
    // bytes, because nodemailer would look in a text for the encoding that suits it
    text: bytesOf(mail.text),
    html: bytesOf(mail.html),
    textEncoding: 'base64',
    attachments: attachment
      ? [{ filename: attachment.filename, contentType: attachment.contentType, content: Buffer.from(attachment.bytes) }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Without a text its part is left out. */
function bytesOf(text: string): Buffer | undefined {
  return text ? Buffer.from(text) : undefined;
}

function* written(part: MimeNode): Generator<Buffer> {
  const { childNodes, content } = part;
  // the headers come first: with them the part gets its boundary
  yield Buffer.from(`${part.buildHeaders()}\r\n\r\n`);
  if (content) yield inLines((content as Buffer).toString('base64'));
  if (childNodes.length === 0) return;

  for (const [index, child] of childNodes.entries()) {
    yield Buffer.from(`${index > 0 ? lineEnd : ''}--${part.boundary}\r\n`);
    yield* written(child);
  }
  yield Buffer.from(`\r\n--${part.boundary}--\r\n`);
}

/** Writes each line to its place: an attachment of 10 MB has 180,000. */
function inLines(base64: string): Buffer {
  const breaks = Math.max(0, Math.ceil(base64.length / lineLength) - 1);
  const lines = Buffer.allocUnsafe(base64.length + breaks * lineEnd.length);
  let at = 0;
  for (let from = 0; from < base64.length; from += lineLength) {
    if (from > 0) at += lines.write(lineEnd, at, 'latin1');
    at += lines.write(base64.slice(from, from + lineLength), at, 'latin1');
  }
  return lines;
}
