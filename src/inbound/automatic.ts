import type { Email } from 'postal-mime';
import { mailboxOf } from '../shared/mailbox.js';

/** Fields that only machines write, with any value but `no`. */
const machineFields = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-mail-autoreply', 'x-failed-recipients'];

/**
 * Whether a machine wrote the mail. It may say so (RFC 3834), be a report or a calendar reply, or come from a mail system. A
 * mail that says that a person wrote it is one; other mails are also judged by fields that automatic mails usually have.
 * `Precedence: bulk` is no sign: some companies' servers add it to everything that their people write.
 * @param own the mailboxes of the order's addresses, by `mailboxOf`: a customer who ordered as `postmaster@…` is a person
 */
export function isAutomatic(email: Email, own: readonly string[]): boolean {
  const valueOf = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const says = valueOf('auto-submitted');
  if (says !== undefined && !/^no\b/.test(says)) return true;
  if (isReport(email) || isCalendarReply(email) || valueOf('return-path') === '<>') return true;

  const sender = email.from?.address?.toLowerCase() ?? '';
  if (/^(?:mailer-daemon|postmaster)(?:@|$)/.test(sender) && !own.includes(mailboxOf(sender))) return true;
  // it says that a person wrote it
  if (says !== undefined) return false;

  return (
    ['junk', 'auto_reply'].includes(valueOf('precedence') ?? '') ||
    wantsNoReply(valueOf('x-auto-response-suppress') ?? '') ||
    machineFields.some((name) => (valueOf(name) ?? 'no') !== 'no')
  );
}

/** A report about a mail: that it did not arrive (RFC 3464), or was read (RFC 8098). */
export function isReport({ headers }: Email): boolean {
  const type = headers.find(({ key }) => key === 'content-type')?.value ?? '';
  return /^\s*multipart\/report\b/i.test(type);
}

/** `Accepted`, `Declined` and the like (RFC 5546). An invitation, `REQUEST`, is a person's. */
function isCalendarReply({ attachments }: Email): boolean {
  return attachments.some(({ mimeType, method }) => mimeType === 'text/calendar' && method === 'REPLY');
}

/**
 * Whether the field of Exchange refuses every automatic answer, as Exchange's own automatic mails do. A person's mail may
 * refuse receipts (`DR`, `RN`, `NRN`), or only one kind of answer.
 */
function wantsNoReply(suppressed: string): boolean {
  const kinds = suppressed.split(',').map((kind) => kind.trim());
  return kinds.includes('all') || (kinds.includes('oof') && kinds.includes('autoreply'));
}
