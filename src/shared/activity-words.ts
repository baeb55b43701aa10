import { changedWords, sidesOf } from './changed-fields.js';
import { formatShortDay, isCalendarDate } from './dates.js';
import { formControls } from './form/controls.js';
import { controlsNamedIn } from './form/named.js';
import { type InboundKind, inboundKinds } from './inbound-kinds.js';
import { type OrderFileKind, orderFileKinds } from './order-file-kinds.js';
import type { ActivityEntry } from './orders.js';
import { type RequestKind, requestRows } from './request-kinds.js';

/** Who acts on the customer's own pages (src/activity/actor.ts). */
export const customerName = 'Customer';

/** A day as people read it; of an erased order it may be words. */
const dayIn = (text: string | null) => (text && isCalendarDate(text) ? formatShortDay(text) : text);

/** How a slip compares with its order, by its verdict. */
const slipWords: Record<string, string> = {
  agrees: 'it agrees with the order',
  differs: 'it differs from the order',
  unreadable: 'it could not be compared with the order',
};

type Words = (entry: ActivityEntry) => string;

/** A page that the script filled; `note` has the controls that it could not fill as the order has them. */
const filled =
  (page: string): Words =>
  ({ note }) =>
    `filled ${page} with the script${note ? `, which left to the member: ${note}` : ''}`;
/** The values left the product: whether the page was filled with them, the script reports later. */
const valuesTaken =
  (page: string): Words =>
  () =>
    `started the script on ${page}; it took the order’s values`;

/**
 * The timeline's text for each action of the activity; it follows the actor's name. null hides an action that another
 * history shows already, such as remarks. To add an action, add a row; an action without a row shows its raw name.
 */
const words: Record<string, Words | null> = {
  'order.received': ({ to }) => `sent the order in; it went to ${to}`,
  'order.assigned': ({ actor, from, to }) =>
    `${actor === to ? 'took the order' : `gave the order to ${to}`}${from ? `, which ${from} held` : ''}`,
  'order.released': ({ actor, from }) =>
    from && from !== actor ? `gave the order back, which ${from} held` : 'gave the order back',
  'order.leased': () => 'took the order by Next order',
  'order.lease-ended': ({ from }) => `gave the order back, because ${from} had not worked on it`,
  'order.skipped': ({ note }) => `skipped the order: ${note}`,
  'order.moved': ({ from, to }) => `moved the order from ${from} to ${to}`,
  'order.promoted': ({ from, to }) => `moved the order from ${from} to ${to}, for its day has come`,
  'order.amended': ({ actor, from, to, changes }) =>
    `${actor === customerName ? 'corrected' : 'amended'} the order: ${changedWords(changes ?? {})}${to ? `; it moved from ${from} to ${to}` : ''}`,
  'order.row-chosen': ({ changes }) =>
    sidesOf(changes ?? {})
      .map(({ label, from, to }) =>
        to
          ? `chose ${to} for ${label}${from ? `, which was sent as ${from}` : ''}`
          : `took back the choice of ${from} for ${label}`,
      )
      .join('; '),
  'form.code-given': null,
  'form.values-taken': valuesTaken('the authority’s form'),
  'form.filled': filled('the authority’s form'),
  'form.not-filled': ({ note }) => `found the authority’s form ${note}, and filled in nothing`,
  'form.accepted': ({ note }) => `submitted the form; it answered: ${note}`,
  'form.refused': ({ note }) => `submitted the form, which refused ${refusedIn(note)}: ${note}`,
  'registration.values-taken': valuesTaken('Check Registration'),
  'registration.filled': filled('Check Registration'),
  'visit-pass.values-taken': valuesTaken('Check Visit Pass'),
  'visit-pass.filled': filled('Check Visit Pass'),
  'registration.not-filled': ({ note }) => `found Check Registration ${note}, and filled in nothing`,
  'visit-pass.not-filled': ({ note }) => `found Check Visit Pass ${note}, and filled in nothing`,
  'visit-pass.read': ({ to }) => `read the date of entry on Check Visit Pass with the script: ${dayIn(to)}`,
  'slip.taken': ({ to }) => `took the slip from Check Registration; ${slipWords[to ?? ''] ?? 'it was not compared'}`,
  'order.refunded': () => 'marked the order refunded',
  'refund.part': ({ note }) => `recorded a refund in part${note ? `: ${note}` : ''}`,
  'refund.failed': ({ note }) => `recorded that a refund failed${note ? `: ${note}` : ''}`,
  'order.disputed': () => 'noted a chargeback',
  'dispute.opened': ({ to, note }) =>
    `opened a dispute${to === 'inquiry' ? ' as an inquiry' : ''}${note ? `: ${note}` : ''}`,
  'dispute.warned': ({ note }) => `warned that the card’s network takes the charge for fraud${note ? `: ${note}` : ''}`,
  'unmatched.placed': ({ to, note }) => `chose this order for a ${to} that had none${note ? `: ${note}` : ''}`,
  'dispute.changed': ({ note }) => `changed a dispute${note ? `: ${note}` : ''}`,
  'dispute.on-refunded': ({ note }) => `warned: a dispute of a refunded order${note ? `: ${note}` : ''}`,
  'dispute.reminded': ({ to, note }) => `reminded the leads, ${to} before${note ? `: ${note}` : ''}`,
  'dispute.staged': ({ note }) => `staged an answer with Stripe${note ? `: ${note}` : ''}`,
  'dispute.submitting': ({ note }) => `had Stripe submit the answer${note ? `: ${note}` : ''}`,
  'dispute.moved': ({ from, to, note }) => `moved a dispute from ${from} to ${to}${note ? `: ${note}` : ''}`,
  'order.undone': ({ from, to }) =>
    from || to ? `took a change back, from ${from ?? 'nobody'} to ${to ?? 'nobody'}` : 'took a change back',
  'payment.received': ({ to }) => ['reported the payment', to].filter(Boolean).join(' '),
  'transaction.saved': ({ from, to }) => `saved the transaction details ${to}${from ? ` in place of ${from}` : ''}`,
  'document.uploaded': ({ to }) => `uploaded the card ${to}`,
  'document.overridden': ({ to }) => `sent a card that differs from the order: ${to}`,
  'file.added': ({ to }) => `added a picture of ${shownOn(to)}`,
  'file.removed': ({ from }) => `removed a picture of ${shownOn(from)}`,
  'card.outcome': ({ to }) => `said what became of the card: ${to}`,
  'card.outcome-withdrawn': () => 'took back what became of the card',
  'pack.made': ({ from, to }) => `made ${to}${from ? `, ${from}` : ''}`,
  'invoice.issued': ({ to }) => `issued the invoice ${to}`,
  'shop.sent-again': ({ to, note }) => `had ${to} told again: ${note}`,
  'order.masked': () => 'erased the passport number, the birth date and country, the address and the telephone number',
  'order.erased': () => 'erased everything that says who the customer is',
  'documents.erased': () => 'erased the card, the added files and the received mails',
  'remark.added': null,
  'request.made': null,
  'request.handled': ({ to }) => `handled the request: ${requestRows[to as RequestKind]?.heading ?? to}`,
  'mail.queued': null,
  'mail.sent': () => 'sent the mail',
  'mail.failed': () => 'could not send the mail',
  'mail.retried': () => 'had the mail sent again',
  'mail.switched': ({ from, to }) => `had ${to} send the mail, because ${from} failed`,
  'mail.received': () => 'received a mail to the application mailbox',
  'mail.read': ({ to }) => `read the mail: ${inboundKinds[to as InboundKind]?.label ?? to}`,
  'mail.seen': ({ to }) => (to === 'customer' ? 'read the customer’s mail' : 'looked at the mail that was not taken'),
  'pin.shown': () => 'looked at the PIN',
  'mail.deferred': () => 'learned that the mail waits at the recipient’s server',
  'mail.delivered': () => 'learned that the mail was delivered',
  'mail.bounced': () => 'learned that the mail bounced',
  'mail.complained': () => 'learned that the recipient complained about the mail',
};

/** What the page's words name; *it* where they name no control. */
function refusedIn(note: string | null): string {
  const labels = controlsNamedIn(note ?? '').map((id) => formControls[id].label);
  return labels.length > 0 ? labels.join(', ') : 'it';
}

/** What a file of this kind shows. */
function shownOn(kind: string | null): string {
  return orderFileKinds[kind as OrderFileKind]?.of ?? kind ?? '';
}

/** The text of an entry; null when the entry is not shown. */
export function activityWords(entry: ActivityEntry): string | null {
  const say = words[entry.action];
  return say === undefined ? entry.action : say && say(entry);
}
