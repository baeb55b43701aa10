import { z } from 'zod';
import { email, orderId, requiredText } from './input.js';
import { invoiceOrderIdLength } from './limits.js';
import { mailProviders } from './mail-providers.js';

export const mailKinds = ['approval', 'resend', 'upload', 'invoice', 'download-link', 'password'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailStates = ['queued', 'sent', 'delivered', 'deferred', 'bounced', 'complained', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

export type { EmailPreview, MailEntry } from './answers/mail.js';

const provider = z
  .enum(mailProviders, { error: 'Mail provider must be AWS or Sendgrid.' })
  .nullish()
  .transform((value) => value ?? mailProviders[0]);

export const resendMail = z.object({
  orderId: orderId(),
  email: email('Please enter your email'),
  mailServiceProvider: provider,
});
export type ResendMail = z.infer<typeof resendMail>;

/** The text fields beside the file of an upload. */
export const uploadDocument = resendMail;
export type UploadDocument = ResendMail;

export const sendDownloadLink = z.object({ orderId: orderId(), email: email('Please enter your email') });
export type SendDownloadLink = z.infer<typeof sendDownloadLink>;

export const retryMail = z.object({
  mailId: z.coerce
    .number({ error: 'Please choose a mail.' })
    .int('Please choose a mail.')
    .positive('Please choose a mail.'),
  mailServiceProvider: z.enum(mailProviders, { error: 'Mail provider must be AWS or Sendgrid.' }).nullish(),
});
export type RetryMail = z.infer<typeof retryMail>;

const tooShort = `Order Id must be at least ${invoiceOrderIdLength} characters.`;

export const sendInvoice = z.object({
  orderId: z
    .union([z.number(), requiredText('Please enter your order id.', 50)], { error: 'Please enter your order id.' })
    .refine((value) => String(value).length >= invoiceOrderIdLength, tooShort)
    .pipe(orderId()),
});
export type SendInvoice = z.infer<typeof sendInvoice>;
