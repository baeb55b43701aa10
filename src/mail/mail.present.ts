import type { Mail } from '../database/mail.entity.js';
import type { MailEntry } from '../shared/mail.js';
import type { ListedMail } from './mail.queries.js';

/** A row of Email History; `uploadDoc` is the file name of the card in it (docs/mail.md#mail). */
export function toMailEntry(mail: ListedMail): MailEntry {
  return {
    id: mail.id,
    order_id: mail.orderId!,
    create_ts: mail.createTs.toISOString(),
    uploadDoc: mail.file1,
    mail_service_provider: mail.provider,
    switched_from: mail.switchedFrom,
    kind: mail.kind,
    recipient: mail.recipient,
    subject: mail.subject,
    state: mail.state,
    failure: mail.failure,
    provider_message_id: mail.providerMessageId,
    attachment_sha256: mail.attachmentSha256,
    sent_by: mail.sentBy,
  };
}

/** How the activity describes a mail. */
export function describe({ kind, recipient, provider }: Pick<Mail, 'kind' | 'recipient' | 'provider'>): string {
  return `${kind} to ${recipient} by ${provider}`;
}
