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
  /** The id the provider gave the mail when it accepted it. */
  messageId: string;
  recipient: string;
  /** The reason, in the words of the recipient's mail server. */
  reason: string | null;
  /** The tag that we attached to the mail (providers/provider.ts); missing if the provider doesn't return it. */
  tag: { mailId: number; attempt: number } | null;
};

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

/** How much of a server's words is kept. */
const longestReason = 500;

/** A server's words as they are kept: shortened, without what PostgreSQL does not store. Null when there are none. */
export function toReason(words: string | null | undefined): string | null {
  return wellFormed((words ?? '').slice(0, longestReason)).replaceAll('\0', '\uFFFD') || null;
}

/** The tag from the texts that a provider returns. */
export function toTag(mailId: string | undefined, attempt: string | undefined): DeliveryEvent['tag'] {
  const isId = (text: string | undefined) => /^\d{1,9}$/.test(text ?? '');
  return isId(mailId) && isId(attempt) ? { mailId: Number(mailId), attempt: Number(attempt) } : null;
}
