import { z } from 'zod';
import { type DeliveryEvent, type Report, toReason, toTag } from '../../delivery-event.js';

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
  sg_message_id: z.string().min(1).max(300),
  reason: z.string().optional(),
  response: z.string().optional(),
  type: z.string().optional(),
  mail_id: z.string().optional(),
  attempt: z.string().optional(),
});

/** The delivery events in SendGrid's request; other events are left out. */
export function fromSendgrid(posted: unknown[]): DeliveryEvent[] {
  return posted.flatMap((one) => {
    const read = sendgridEvent.safeParse(one);
    const report = read.success ? reportOf(read.data) : undefined;
    if (!read.success || !report) return [];

    const { sg_event_id: eventId, sg_message_id: messageId, email, timestamp, reason, response } = read.data;
    return {
      provider: 'Sendgrid',
      eventId,
      report,
      at: new Date(timestamp * 1000),
      messageId: toMessageId(messageId),
      recipient: email,
      reason: toReason(reason ?? response),
      tag: toTag(read.data.mail_id, read.data.attempt),
    };
  });
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
