import type { ActivityAction } from '@shared/activity-actions';
import { customerName } from '@shared/activity-words';
import { type MailKind, mailKindRows } from '@shared/mail-kinds';
import type { ActivityEntry } from '@shared/orders';

type Words = (entry: ActivityEntry) => string;

const moved: Words = ({ to, actor }) => `moved to ${to} by ${actor}`;
const erased: Words = () => 'personal data erased';
const givenBack: Words = ({ actor }) => `given back by ${actor}`;

/** What an open page says of a row that comes to the order's activity; one without a row here is shown without a word. */
const words: Partial<Record<ActivityAction, Words>> = {
  'order.moved': moved,
  'order.promoted': moved,
  'order.amended': ({ actor }) => (actor === customerName ? 'corrected by the customer' : `amended by ${actor}`),
  'order.assigned': ({ to }) => `now held by ${to}`,
  'order.released': givenBack,
  'order.lease-ended': givenBack,
  'order.refunded': ({ actor }) => `marked refunded by ${actor}`,
  'refund.part': ({ actor }) => `refunded in part by ${actor}`,
  'refund.failed': () => 'a refund failed',
  'order.undone': ({ actor }) => `a change taken back by ${actor}`,
  'order.disputed': ({ actor }) => `chargeback noted by ${actor}`,
  'order.erased': erased,
  'order.masked': erased,
  'payment.received': () => 'payment reported',
  'transaction.saved': ({ actor }) => `transaction saved by ${actor}`,
  'card.outcome': ({ actor }) => `settled by ${actor}`,
  'remark.added': ({ actor }) => `remark by ${actor}`,
  'request.made': () => 'request by the customer',
  'request.handled': ({ actor }) => `request handled by ${actor}`,
  'dispute.opened': () => 'dispute opened',
  'dispute.moved': ({ to }) => `dispute moved to ${to}`,
  'mail.queued': ({ note, actor }) => `${contentOf(note)} mailed by ${actor}`,
  'mail.received': () => 'a mail came in',
  'mail.failed': () => 'a mail could not be sent',
  'mail.bounced': () => 'a mail bounced',
  'mail.complained': () => 'a complaint about a mail',
};

/** What happened, in the order of the entries, as the beginnings of a sentence. */
export function newsOf(entries: ActivityEntry[]): string[] {
  return entries.flatMap((entry) => words[entry.action as ActivityAction]?.(entry) ?? []);
}

/** What a mail carries, by the kind that its row of the activity begins with. */
function contentOf(note: string | null): string {
  const kind = note?.split(' ')[0] as MailKind | undefined;
  return (kind && mailKindRows[kind]?.content) ?? 'a mail';
}
