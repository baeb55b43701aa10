import type { MailState } from '../shared/mail.js';
import type { MailProvider } from '../shared/mail-providers.js';

/**
 * What providers report about a mail, the weaker first. Reports come in any order and more than once; the strongest stands.
 * A soft bounce may be an absence note sent after the delivery, so a delivery outweighs it.
 */
const reports = ['sent', 'deferred', 'soft-bounced', 'delivered', 'failed', 'bounced', 'complained'] as const;
export type Report = (typeof reports)[number];

/** A delivery event of either provider. */
export type DeliveryEvent = {
  provider: MailProvider;
  /** The provider's id of the event: the same again is a double. */
  eventId: string;
  report: Report;
  at: Date;
  /** As the provider named the mail when it took it. */
  messageId: string;
  recipient: string;
  /** Why, in the words of the recipient's mail server. */
  reason: string | null;
  /** What the sending put on the mail (providers/provider.ts); missing where the provider doesn't bring it back. */
  tag: { mailId: number; attempt: number } | null;
};

/** The state a mail has after these reports; undefined when there are none. */
export function stateAfter(seen: { report: Report; reason: string | null }[]) {
  const strongest = seen.reduce<(typeof seen)[number] | undefined>(
    (most, one) => (most && reports.indexOf(most.report) >= reports.indexOf(one.report) ? most : one),
    undefined,
  );
  if (!strongest) return undefined;

  const state: MailState = strongest.report === 'soft-bounced' ? 'bounced' : strongest.report;
  return { state, failure: state === 'sent' || state === 'delivered' ? null : strongest.reason };
}

/** The tag as a provider brings it back, in texts. */
export function toTag(mailId: string | undefined, attempt: string | undefined): DeliveryEvent['tag'] {
  const isId = (text: string | undefined) => /^\d{1,9}$/.test(text ?? '');
  return isId(mailId) && isId(attempt) ? { mailId: Number(mailId), attempt: Number(attempt) } : null;
}
