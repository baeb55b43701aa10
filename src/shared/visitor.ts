import { z } from 'zod';
import { email, orderId, optionalText, requiredText } from './input.js';

/** An order id as a customer types it: `#123456`, `Order 123456`, with blanks (docs/product.md#visitors). */
const typedOrderId = z
  .union([z.number(), z.string()], { error: 'Please enter your orderId' })
  .transform((value) =>
    typeof value === 'string' ? value.replace(/^[\s#]*(?:order)?[\s#:.]*(?:id|no)?[\s#:.]*/i, '').trim() : value,
  )
  .pipe(orderId('Please enter your orderId'));

/** An email address as a customer types it, with blanks and in any case. */
const typedEmail = z
  .string({ error: 'Please enter your email' })
  .transform((value) => value.replace(/\s+/g, '').toLowerCase())
  .pipe(email('Please enter your email'));

export const trackOrder = z.object({
  orderId: typedOrderId,
  email: typedEmail,
});
export type TrackOrder = z.infer<typeof trackOrder>;

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
