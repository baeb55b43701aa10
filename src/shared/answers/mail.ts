import { z } from 'zod';
import { mailKinds, mailStates } from '../mail-kinds.js';
import { mailProviders } from '../mail-providers.js';
import { sha256, utcMoment, wholeNumber } from '../output.js';

/** A row of Email History (docs/mail.md#mail). */
export const mailEntry = z
  .object({
    id: wholeNumber,
    order_id: wholeNumber,
    create_ts: utcMoment,
    uploadDoc: z.string().nullable(),
    mail_service_provider: z.enum(mailProviders),
    switched_from: z
      .enum(mailProviders)
      .nullable()
      .describe('The provider that failed, when another took the mail over.'),
    kind: z.enum(mailKinds),
    recipient: z.string(),
    subject: z.string(),
    state: z.enum(mailStates),
    failure: z.string().nullable(),
    provider_message_id: z.string().nullable(),
    attachment_sha256: sha256.nullable(),
    sent_by: z.string(),
  })
  .meta({ id: 'MailEntry' });
export type MailEntry = z.infer<typeof mailEntry>;

/** The mail that was queued. */
export const queuedMail = z.object({ mail_id: wholeNumber });

export const queuedInvoice = z.object({ mail_id: wholeNumber, invoice_number: z.string() });

/** The mail a customer would get for an order at this moment (docs/mail.md#mail). */
export const emailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  whatsapp_url: z.string().nullable(),
  whatsapp_reason: z.string().nullable().describe('Why there is no `whatsapp_url`.'),
});
export type EmailPreview = z.infer<typeof emailPreview>;
