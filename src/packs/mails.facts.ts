import type { Order } from '../database/order.entity.js';
import { mailKindRows } from '../shared/mail-kinds.js';
import { isSameMailbox } from '../shared/mailbox.js';
import type { PackMail } from '../shared/pack-facts.js';
import { packRoom } from '../shared/packs.js';
import type { SentMail } from './evidence.queries.js';
import { iso, kept } from './facts-of-rows.js';

/** The mails that a pack prints: the first, the last, those that brought the current card, then the newest. */
export function chooseMails(mails: SentMail[], card: string | undefined): { mail: SentMail; number: number }[] {
  const all = mails.map((mail, index) => ({ mail, number: index + 1 }));
  const carriers = all.filter(({ mail }) => card !== undefined && mail.attachmentSha256 === card);
  return kept(all, packRoom.mails, [carriers.find(({ mail }) => mail.state === 'delivered'), ...carriers]);
}

/** A mail as a pack prints it. */
export function packMail(
  { mail, number }: { mail: SentMail; number: number },
  order: Order,
  card: string | undefined,
  said: { deliveredAt: Date | null; answer: string | null } | undefined,
): PackMail {
  const delivered = mail.state === 'delivered' || (mail.state === 'complained' && Boolean(said?.deliveredAt));
  return {
    number,
    create_ts: iso(mail.createTs),
    sent_at: iso(mail.sentAt),
    kind: mail.kind,
    recipient: mail.recipient,
    to_customer: isSameMailbox(mail.recipient, order.contactEmailAddress),
    subject: mail.subject,
    mail_service_provider: mail.provider,
    provider_message_id: mail.providerMessageId,
    state: mail.state,
    delivered,
    delivered_at: delivered ? iso(said?.deliveredAt ?? null) : null,
    // only staff is told why we gave a mail up
    answer: said?.answer ?? (mail.state === 'failed' ? null : mail.failure),
    carries: carriedBy(mail, card),
    attachment_sha256: mail.attachmentSha256,
  };
}

function carriedBy({ kind, attachmentSha256 }: SentMail, card: string | undefined): PackMail['carries'] {
  const { card: carried } = mailKindRows[kind];
  if (carried !== 'attached') return carried === 'linked' ? 'link' : 'other';
  return card !== undefined && attachmentSha256 === card ? 'current card' : 'earlier card';
}
