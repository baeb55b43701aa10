import { z } from 'zod';
import { email, orderId, optionalText, requiredText } from './input.js';
import { trackedPages } from './tracked-pages.js';
import { spelledAddress, spelledId } from './typed.js';

/** An order id as a customer types or pastes it (docs/screens.md#what-is-typed). */
const typedOrderId = z
  .union([z.number(), z.string()], { error: 'Please enter your orderId' })
  .transform((value) => (typeof value === 'string' ? spelledId(value) || withWords(value) : value))
  .pipe(orderId('Please enter your orderId'));

/** An email address as a customer types or pastes it. */
const typedEmail = z
  .string({ error: 'Please enter your email' })
  .transform(spelledAddress)
  .pipe(email('Please enter your email'));

/** The text; nothing when it has neither letters nor digits. */
function withWords(text: string): string {
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Where a visitor goes on to after signing in; anything else is none. */
const trackedPage = z.enum(trackedPages).optional().catch(undefined);

export const trackOrder = z.object({
  orderId: typedOrderId,
  email: typedEmail,
  to: trackedPage.describe('The page of the order that a plain form goes on to.'),
});
export type TrackOrder = z.infer<typeof trackOrder>;

/** The query of the track page. */
export const trackQuery = z.object({ to: trackedPage });
export type TrackQuery = z.infer<typeof trackQuery>;

/** Asks for the order numbers of an address. */
export const lostNumber = z.object({ address: typedEmail });
export type LostNumber = z.infer<typeof lostNumber>;

export const visitorOrder = z.object({ orderId: orderId('Please enter your orderId') });
export type VisitorOrder = z.infer<typeof visitorOrder>;

export const requestDownload = z.object({
  orderId: orderId('Please enter your orderId'),
  customername: optionalText(),
  file1: requiredText('File is required', 200),
});
export type RequestDownload = z.infer<typeof requestDownload>;

/** What the customer's browser counted of the file that it got. */
export const confirmDownload = z.object({
  orderId: orderId('Please enter your orderId'),
  file1: requiredText('File is required', 200),
  bytes: z.int({ error: 'The size is a whole number of bytes.' }).min(0, 'The size is a whole number of bytes.'),
  sha256: z
    .string({ error: 'The hash has 64 hexadecimal digits.' })
    .regex(/^[0-9a-f]{64}$/, 'The hash has 64 hexadecimal digits.'),
});
export type ConfirmDownload = z.infer<typeof confirmDownload>;
