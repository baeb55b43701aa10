import { z } from 'zod';
import { type DeliveryEvent, onOwnList, type Report, tagNames, toReason, toTag } from '../../delivery-event.js';
import { noteUnused, wrongFields } from '../../unused-events.js';
import { jsonIn } from '../webhook.js';
import type { SnsMessage } from './signature.js';

const moment = z.object({ timestamp: z.coerce.date().optional() });

/** An event of Amazon SES, as published by a configuration set (`eventType`) or as feedback (`notificationType`). */
const sesEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    mail: z.object({
      messageId: z.string().min(1).max(300),
      timestamp: z.coerce.date(),
      destination: z.array(z.string()).default([]),
      tags: z.record(z.string(), z.array(z.unknown())).default({}),
    }),
    delivery: moment.extend({ smtpResponse: z.string().optional() }).optional(),
    deliveryDelay: moment.extend({ delayType: z.string().default('') }).optional(),
    reject: z.object({ reason: z.string().default('') }).optional(),
    complaint: moment.extend({ complaintFeedbackType: z.string().nullish() }).optional(),
    bounce: moment
      .extend({
        bounceType: z.string(),
        bounceSubType: z.string().default(''),
        bouncedRecipients: z.array(z.object({ diagnosticCode: z.string().optional() })).default([]),
      })
      .optional(),
  })
  .transform((event) => ({ ...event, type: event.eventType ?? event.notificationType ?? '' }))
  // without it nobody can say whether the mailbox exists
  .refine(({ type, bounce }) => type !== 'Bounce' || bounce !== undefined, { path: ['bounce'] });
type SesEvent = z.infer<typeof sesEvent>;

/** `report` is null for an event that changes nothing. */
type Meaning = { report: Report | null; at?: Date; reason?: string | null };

/** What SES calls a bounce although it did not try: the address is on the account's list, or on that of all of SES. */
const ownLists = ['OnAccountSuppressionList', 'Suppressed'];

/** The report for each event type. Other types, such as Open and Click, say nothing about the delivery. */
const meanings: Record<string, (event: SesEvent) => Meaning> = {
  Send: () => ({ report: 'sent' }),
  Delivery: ({ delivery }) => ({
    report: 'delivered',
    at: delivery?.timestamp,
    reason: delivery?.smtpResponse,
  }),
  DeliveryDelay: ({ deliveryDelay }) => ({
    report: 'deferred',
    at: deliveryDelay?.timestamp,
    reason: deliveryDelay?.delayType,
  }),
  Bounce: ({ bounce }) =>
    ownLists.includes(bounce?.bounceSubType ?? '')
      ? { report: 'failed', at: bounce?.timestamp, reason: onOwnList('Amazon', 'an earlier bounce') }
      : {
          // Undetermined: SES could not read the server's mail, which may as well be an out-of-office reply
          report: bounce?.bounceType === 'Permanent' ? 'bounced' : 'soft-bounced',
          at: bounce?.timestamp,
          reason:
            bounce?.bouncedRecipients.find(({ diagnosticCode }) => diagnosticCode)?.diagnosticCode ??
            `${bounce?.bounceType} ${bounce?.bounceSubType}`,
        },
  Complaint: ({ complaint }) => ({
    // `not-spam` takes an earlier complaint back: the recipient moved the mail out of the spam folder
    report: complaint?.complaintFeedbackType === 'not-spam' ? null : 'complained',
    at: complaint?.timestamp,
    reason: complaint?.complaintFeedbackType,
  }),
  Reject: ({ reject }) => ({ report: 'failed', reason: reject?.reason }),
};

/** The delivery event in a notification, none if it says nothing about the delivery. One that can't be read is logged and counted. */
export function fromSes({ MessageId, Message }: Pick<SnsMessage, 'MessageId' | 'Message'>): DeliveryEvent[] {
  const { data: event, error } = sesEvent.safeParse(jsonIn(Message));
  if (!event) {
    noteUnused('AWS', 'unreadable', { eventId: MessageId, fields: wrongFields(error) });
    return [];
  }
  const { report = null, at, reason } = meanings[event.type]?.(event) ?? {};
  if (report === null) return [];

  const { mail } = event;
  return [
    {
      provider: 'AWS',
      eventId: MessageId,
      report,
      at: at ?? mail.timestamp,
      messageId: mail.messageId,
      recipient: mail.destination[0] ?? '',
      reason: toReason(reason),
      tag: toTag(mail.tags[tagNames.mailId]?.[0], mail.tags[tagNames.attempt]?.[0]),
    },
  ];
}
