import type { MailEntry, MailKind, MailState } from './mail.js';

// What an order's mails say about its card (docs/product.md#mail). Plain tables without schemas, because the browser
// loads them too.

/** The kinds of mail that carry the card or the link to it. */
export const cardMailKinds: readonly MailKind[] = ['approval', 'upload', 'resend', 'download-link'];

/** States of a mail that the provider accepted, delivered or not. */
export const takenStates: readonly MailState[] = ['sent', 'delivered', 'deferred', 'bounced', 'complained'];

/** States of a mail that did not arrive. */
export const lostStates: readonly MailState[] = ['failed', 'bounced'];

type MailFacts = Pick<MailEntry, 'kind' | 'state'>;

/** The newest mail with the card or its link, from an order's mails sorted newest first. */
export function lastCardMail<Mail extends MailFacts>(mails: Mail[]): Mail | undefined {
  return mails.find(({ kind }) => cardMailKinds.includes(kind));
}

/** Whether the newest mail with the card or its link was accepted and has not failed. */
export function isCardSent(mails: MailFacts[]): boolean {
  const last = lastCardMail(mails);
  return last !== undefined && !lostStates.includes(last.state);
}
