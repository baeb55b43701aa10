import { encode, wrap } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { asciiAddress, messageIdHeader, type Outgoing } from '../provider.js';

/**
 * The whole MIME message. Texts are base64, so that no server on the way changes their bytes. nodemailer makes the parts
 * and their headers; its own writer takes three times as long, because each part passes several streams.
 */
export function toMime(mail: Outgoing): string {
  const { attachment } = mail;
  const message = new MailComposer({
    messageId: messageIdHeader(mail),
    from: mail.sender,
    replyTo: mail.replyTo ?? undefined,
    to: { name: '', address: asciiAddress(mail.recipient) },
    subject: mail.subject,
    // bytes, because nodemailer would look in a text for the encoding that suits it
    text: Buffer.from(mail.text),
    html: Buffer.from(mail.html),
    textEncoding: 'base64',
    attachments: attachment
      ? [{ filename: attachment.filename, contentType: attachment.contentType, content: Buffer.from(attachment.bytes) }]
      : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return `${written(message.compile())}\r\n`;
}

function written(part: MimeNode): string {
  const { childNodes, content } = part;
  if (childNodes.length === 0) {
    part.setHeader('Content-Transfer-Encoding', 'base64');
    return `${part.buildHeaders()}\r\n\r\n${wrap(encode(content as Buffer), 76)}`;
  }
  // the headers come first: with them the part gets its boundary
  const headers = part.buildHeaders();
  const children = childNodes.map((child) => `--${part.boundary}\r\n${written(child)}\r\n`);
  return `${headers}\r\n\r\n${children.join('')}--${part.boundary}--`;
}
