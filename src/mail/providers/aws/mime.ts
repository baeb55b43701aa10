import MailComposer from 'nodemailer/lib/mail-composer';
import { asciiAddress, messageIdHeader, noReactions, type Outgoing } from '../provider.js';

/** The whole MIME message. Texts are base64, so that no server on the way changes their bytes. */
export function toMime(mail: Outgoing): Promise<Buffer> {
  const { text, html, attachment } = mail;
  const composer = new MailComposer({
    messageId: messageIdHeader(mail),
    headers: Object.fromEntries([noReactions]),
    from: mail.sender,
    replyTo: mail.replyTo ?? undefined,
    to: { name: '', address: asciiAddress(mail.recipient) },
    subject: mail.subject,
    textEncoding: 'base64',
    // Bytes: nodemailer looks in a text for the encoding that suits it. An empty text has no part, except where the message
    // would have none.
    text: text || !(html || attachment) ? Buffer.from(text) : undefined,
    html: html ? Buffer.from(html) : undefined,
    attachments: attachment ? [fileOf(attachment)] : [],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function fileOf({ filename, contentType, bytes }: NonNullable<Outgoing['attachment']>) {
  return { filename, contentType, content: Buffer.from(bytes) };
}
