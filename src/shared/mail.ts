import { z } from 'zod';
import {
  email,
  looseBoolean,
  oneOrManyOrders,
  orderId,
  requiredText,
  rowId,
  seenMessage,
  trimmed,
  wholeBetween,
} from './input.js';
import { invoiceOrderIdLength, largestId } from './limits.js';
import { mailProviders } from './mail-providers.js';
import { allStatuses } from './order-statuses.js';

export type { EmailPreview, MailEntry } from './answers/mail.js';

const provider = trimmed(
  z.enum(mailProviders, { error: `Mail provider must be ${mailProviders.join(' or ')}.` }),
).nullish();

const despiteBounce = looseBoolean.describe(
  '`true` sends to an address although a mail about this order bounced there for good.',
);

const seenMail = wholeBetween('Please name a mail.', 0, largestId)
  .nullish()
  .describe(
    'The newest mail that the member’s page has shown, 0 where there was none: a newer one with the card is asked about.',
  );

export const resendMail = z.object({
  orderId: orderId(),
  email: email('Please enter your email'),
  mailServiceProvider: provider.transform((value) => value ?? mailProviders[0]),
  despiteBounce,
  seenMail,
  seenMessage,
});
export type ResendMail = z.infer<typeof resendMail>;

/** The orders whose current cards are mailed again, each to its order's contact address. */
export const resendCards = resendMail.omit({ email: true }).extend({ orderId: oneOrManyOrders });
export type ResendCards = z.infer<typeof resendCards>;

/** The text fields of an upload's form, without the file. */
export const uploadDocument = z
  .object({
    ...resendMail.shape,
    override: looseBoolean.describe(
      '`true` sends a card that differs from the order; needs `reason` and the permission `cards.override`.',
    ),
    complete: looseBoolean.describe('`true` also moves the order to Completed, or refuses the whole upload.'),
    status: trimmed(z.enum(allStatuses, { error: 'There is no such status.' }))
      .nullish()
      .describe('With `complete`: the status that the member saw; another one refuses the upload.'),
    reason: z.string().trim().max(500, 'Please give at most 500 letters.').nullish(),
  })
  .refine(({ override, reason }) => !override || Boolean(reason), {
    path: ['reason'],
    error: 'Please say why this card is right.',
  });
export type UploadDocument = z.output<typeof uploadDocument>;

export const sendDownloadLink = z.object({
  orderId: orderId(),
  email: email('Please enter your email'),
  despiteBounce,
  seenMail,
  seenMessage,
});
export type SendDownloadLink = z.infer<typeof sendDownloadLink>;

export const retryMail = z.object({
  mailId: rowId('Please choose a mail.'),
  mailServiceProvider: provider,
});
export type RetryMail = z.infer<typeof retryMail>;

const tooShort = `Order Id must be at least ${invoiceOrderIdLength} characters.`;

export const sendInvoice = z.object({
  orderId: z
    .union([z.number(), requiredText('Please enter your order id.', 50)], { error: 'Please enter your order id.' })
    .refine((value) => String(value).length >= invoiceOrderIdLength, tooShort)
    .pipe(orderId()),
  despiteBounce,
});
export type SendInvoice = z.infer<typeof sendInvoice>;
