import { z } from 'zod';
import { type DeliveryEvent, onOwnList, type Report, tagNames, toReason, toTag } from '../../delivery-event.js';
import { noteUnused, wrongFields } from '../../unused-events.js';

/** The report for each event type. Other types, such as `open` and `click`, say nothing about the delivery. */
const meanings: Record<string, Report> = {
  processed: 'sent',
  deferred: 'deferred',
  delivered: 'delivered',
  bounce: 'bounced',
  dropped: 'failed',
  spamreport: 'complained',
};

const sendgridEvent = z.object({
  event: z.string(),
  email: z.string().max(320).default(''),
  timestamp: z.number().min(0).max(8_000_000_000),
  sg_event_id: z.string().min(1).max(300),
  /** Missing in an asynchronous bounce: the recipient's server took the mail and sent it back later. */
  sg_message_id: z.string().min(1).max(300).nullish(),
  reason: z.string().optional(),
  response: z.string().optional(),
  type: z.string().optional(),
  [tagNames.mailId]: z.unknown().optional(),
  [tagNames.attempt]: z.unknown().optional(),
});

/**
 * The delivery events in SendGrid's request. Events that say nothing about the delivery are left out; one that can't be
 * read is left out, logged and counted.
 */
export function fromSendgrid(posted: unknown[]): DeliveryEvent[] {
  return posted.flatMap((one) => {
    const { data: event, error } = sendgridEvent.safeParse(one);
    if (!event) {
      noteUnused('Sendgrid', 'unreadable', { fields: wrongFields(error) });
      return [];
    }
    const report = reportOf(event);
    if (!report) return [];

    const { sg_event_id: eventId, sg_message_id: messageId, email, timestamp, reason, response } = event;
    return {
      provider: 'Sendgrid',
      eventId,
      report,
      at: new Date(timestamp * 1000),
      messageId: messageId ? toMessageId(messageId) : null,
      recipient: email,
      reason: ownList(event) ?? toReason(reason ?? response),
      tag: toTag(event[tagNames.mailId], event[tagNames.attempt]),
    };
  });
}

/** What put an address on a list of SendGrid's, by the beginning of the reason that it gives for dropping a mail. */
const ownLists: Record<string, string> = {
  bounced: 'an earlier bounce',
  invalid: 'an earlier mail, for which it was no address',
  spam: 'an earlier complaint',
  unsubscribed: 'the recipient unsubscribed',
};

/** Why SendGrid did not try; undefined unless the address is on a list of its own. */
function ownList({ event, reason = '' }: z.infer<typeof sendgridEvent>): string | undefined {
  if (event !== 'dropped') return undefined;
  const said = Object.keys(ownLists).find((begin) => reason.trim().toLowerCase().startsWith(begin));
  return said && onOwnList('SendGrid', ownLists[said]!);
}

/** A block is a bounce for now alone, as when the server is busy or refuses SendGrid's address: the mailbox may exist. */
function reportOf({ event, type }: z.infer<typeof sendgridEvent>): Report | undefined {
  return event === 'bounce' && type === 'blocked' ? 'soft-bounced' : meanings[event];
}

/** `X-Message-Id` of the sending, without the suffix that SendGrid's servers add. */
function toMessageId(id: string): string {
  const known = /^(.+?)\.(?:filter|recvd)/.exec(id)?.[1];
  return known ?? id.split('.')[0]!;
}
