import { wellFormed } from '../shared/input.js';
import type { MailState } from '../shared/mail-kinds.js';
import type { MailProvider } from '../shared/mail-providers.js';

/**
 * What providers report about a mail, from weakest to strongest. Reports come in any order and more than once; the
 * strongest wins. A soft bounce may be an out-of-office reply sent after the delivery, so a delivery outweighs it.
 */
const reports = ['sent', 'deferred', 'soft-bounced', 'delivered', 'failed', 'bounced', 'complained'] as const;
export type Report = (typeof reports)[number];

/** A delivery event of either provider. */
export type DeliveryEvent = {
  provider: MailProvider;
  /** The provider's id of the event; an event with a known id is a duplicate. */
  eventId: string;
  report: Report;
  at: Date;
  /** The id the provider gave the mail when it accepted it; null when the event does not name it. */
  messageId: string | null;
  recipient: string;
  /** The reason, in the words of the recipient's mail server. */
  reason: string | null;
  /** The tag that we attached to the mail; null if the provider doesn't return it. */
  tag: Tag | null;
};

/** Which mail an event is about, and which of its attempts; `attempt` is null if the event doesn't say. */
export type Tag = { mailId: number; attempt: number | null };

/** The names of the tag's two values. SendGrid puts them next to its own values, one of which is `attempt`. */
export const tagNames = { mailId: 'mail_id', attempt: 'mail_attempt' } as const;

/** The state of a mail after these reports; undefined when there are none. */
export function stateAfter(seen: { report: Report; reason: string | null }[]) {
  const strongest = seen.reduce<(typeof seen)[number] | undefined>(
    (most, one) => (most && reports.indexOf(most.report) >= reports.indexOf(one.report) ? most : one),
    undefined,
  );
  if (!strongest) return undefined;

  const state: MailState = strongest.report === 'soft-bounced' ? 'bounced' : strongest.report;
  return { state, failure: state === 'sent' || state === 'delivered' ? null : strongest.reason };
}

/**
 * Why a provider did not even try: the address is on a list of its own. So it is a failure of this provider, and no bounce of
 * the recipient's server: the other provider may send.
 * @param since what put the address there
 */
export function onOwnList(provider: 'Amazon' | 'SendGrid', since: string): string {
  return `${provider} has this address on its own list since ${since} and did not try`;
}

/** How much of a server's words is kept. */
const longestReason = 500;

/** A server's words as they are kept: shortened, without what PostgreSQL does not store. Null when there are none. */
export function toReason(words: string | null | undefined): string | null {
  return wellFormed((words ?? '').slice(0, longestReason)).replaceAll('\0', '\uFFFD') || null;
}

/** The tag from the two values as a provider returns them: numbers, or the digits as text. Null without a mail's id. */
export function toTag(mailId: unknown, attempt: unknown): Tag | null {
  const id = wholeNumber(mailId);
  return id === null ? null : { mailId: id, attempt: wholeNumber(attempt) };
}

/** What an event without a message id is stored under: the attempt that it is about. */
export function attemptName(mailId: number, attempt: number): string {
  return `${mailId}/${attempt}`;
}

function wholeNumber(value: unknown): number | null {
  const isWritten = typeof value === 'number' || typeof value === 'string';
  return isWritten && /^\d{1,9}$/.test(String(value)) ? Number(value) : null;
}
