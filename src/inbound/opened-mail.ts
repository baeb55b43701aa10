import type { Attachment, Email } from 'postal-mime';
import { isReport } from './automatic.js';
import { reactionType } from './reaction.js';
import { isPgpMessage, sealedIn } from './smime.js';
import { type ParsedMail, parsedMail, type Said } from './parsed-mail.js';
import { cut, mostLetters, plainText, withoutData } from './plain-text.js';

/** A file of a mail, or of a mail within it, as it came. */
export type MailFile = { name: string; bytes: Buffer };

/** A mail as a member may read it. */
export type OpenedMail = {
  email: Email;
  subject: string;
  /** Its own words. */
  text: string;
  /** Its own words, and those of the mails within it. */
  whole: string;
  /** As it was laid out; empty when it came as text alone, or the layout is too long to be shown. */
  html: string;
  files: MailFile[];
  /** Whether something of it is encrypted, so that nobody here can read it. */
  isEncrypted: boolean;
};

/** How deep mails within mails are opened, and how many of them. What lies deeper is a file. */
const deepest = 5;
const mostWithin = 20;

/**
 * Opens a mail, and the mails that were forwarded within it as files.
 * @throws as `parsedMail`
 */
export async function openMail(raw: Uint8Array): Promise<OpenedMail> {
  const left = { mails: mostWithin };
  return opened(await parsedMail(raw), deepest, left);
}

async function opened({ email, said }: ParsedMail, depth: number, left: { mails: number }): Promise<OpenedMail> {
  const hasHtml = said.some(({ html }) => html.length > 0);
  const texts = said.map((part) => textOf(part, hasHtml)).filter(Boolean);
  const forwarded: string[] = [];
  const files: MailFile[] = [];
  const pictures: MailFile[] = [];
  let layout = email.html ?? '';
  let isEncrypted = texts.some(isPgpMessage);
  for (const attachment of email.attachments) {
    if (attachment.mimeType === reactionType) continue;
    const file = { name: plain(attachment.filename ?? ''), bytes: bytesOf(attachment) };
    if (isLayout(attachment, file.bytes, email.html)) {
      pictures.push({ ...file, name: file.name || unnamed(attachment) });
      continue;
    }
    const sealed = sealedIn(attachment, file.bytes);
    if (sealed === 'encrypted') isEncrypted = true;
    const signed =
      sealed && sealed !== 'encrypted' && depth > 0 && left.mails-- > 0
        ? await parsedMail(sealed).catch(() => undefined)
        : undefined;
    if (signed) {
      // what was signed is the mail itself
      const mail = await opened(signed, depth - 1, left);
      texts.push(mail.text);
      forwarded.push(mail.whole.slice(mail.text.length).trim());
      files.push(...mail.files);
      layout ||= mail.html;
      isEncrypted ||= mail.isEncrypted;
      continue;
    }
    const within =
      // what a report returns is a mail of ours
      attachment.mimeType === 'message/rfc822' && depth > 0 && left.mails-- > 0 && !isReport(email)
        ? await parsedMail(file.bytes).catch(() => undefined)
        : undefined;
    if (within) {
      const mail = await opened(within, depth - 1, left);
      forwarded.push(`${headOf(mail)}\n\n${mail.whole}`.trim());
      files.push(...mail.files);
    } else files.push({ ...file, name: file.name || unnamed(attachment) });
  }
  const text = texts.filter(Boolean).join('\n\n');
  const whole = cut([text, ...forwarded].filter(Boolean).join('\n\n'));
  // a picture that is all of a mail is what its sender wanted to send
  if (files.length === 0 && !isEncrypted && !hasWords(whole)) files.push(...pictures);
  const html = withoutData(layout).length <= mostLetters ? plain(layout) : '';
  return { email, subject: plain(email.subject ?? ''), text, whole, html, files, isEncrypted };
}

/** The largest picture of a layout, in bytes. A larger one is what somebody put into the text, such as a photo. */
const largestOfLayout = 100_000;

/** Whether it is a picture of the layout, such as a logo: the HTML names it by its id, and nobody attached it. */
function isLayout({ contentId, disposition, mimeType }: Attachment, { length }: Buffer, html = ''): boolean {
  const id = contentId?.replace(/^<|>$/g, '');
  const isPicture = mimeType.startsWith('image/') && disposition !== 'attachment' && length <= largestOfLayout;
  return isPicture && Boolean(id) && html.includes(`cid:${id}`);
}

/** Everything of a mail that a member could read, each piece by itself. */
export function piecesOf({ subject, whole, html, files }: OpenedMail): string[] {
  // tags may lie within a word
  const layout = withoutData(html).replace(/<[^<>]*>/g, '');
  return [subject, whole, ...files.map(({ name }) => name), plainText(html), layout];
}

/** The text that a sender wrote, or that of the HTML where there is no other. */
function textOf({ plain: texts, html }: Said, mailHasHtml: boolean): string {
  const text = texts.join('\n').trim();
  return plain(mailHasHtml && saysNothing(text) ? plainText(html.join('\n')) : text);
}

/** Words of programs that send no text beside their HTML: "Your mail client does not support HTML", in any language. */
const onlyHtml =
  /\bX?HTML\b|\bMIME\b|\b(?:e-?)?mail(?:ing)?[\s-]?(?:client|reader|program|viewer|app|software)|\bmailprogramm|\bmessagerie\b|\b(?:cliente?|programma?) d[ei]\b.{0,5}\b(?:posta|correo|e-?mail)/i;

/** Whether a text has no visible letter, or says no more than that the HTML is to be read. */
function saysNothing(text: string): boolean {
  return !visible.test(text) || (text.length <= 300 && onlyHtml.test(text));
}

const visible = /[\p{L}\p{N}\p{S}\p{P}]/u;

/** Whether a text has more than what programs write in place of a picture. */
function hasWords(text: string): boolean {
  return visible.test(text.replace(/\[(?:image|cid):[^\]]{0,200}\]|\uFFFC/gi, ''));
}

function headOf({ email, subject }: OpenedMail): string {
  const { name = '', address = '' } = email.from ?? {};
  const lines = {
    From: name ? `${name} <${address}>` : address,
    Date: email.date,
    Subject: subject,
  };
  const written = Object.entries(lines).flatMap(([field, value]) => (value ? [`${field}: ${value}`] : []));
  return ['Forwarded mail', ...written].join('\n');
}

function unnamed({ mimeType }: Attachment): string {
  const ending =
    { 'message/rfc822': 'eml', 'message/delivery-status': 'txt', 'text/calendar': 'ics' }[mimeType] ?? 'bin';
  return `file.${ending}`;
}

function bytesOf({ content }: Attachment): Buffer {
  return typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
}

/** Without the one character that PostgreSQL's texts can't hold. */
function plain(text: string): string {
  return text.replaceAll('\0', '');
}
