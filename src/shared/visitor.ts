import { z } from 'zod';
import { encodedId, wholeNumber } from './output.js';
import { email, orderId, optionalText, requiredText } from './input.js';

/** An order id as a customer types it: `#123456`, `Order 123456`, with blanks (api: Visitors). */
const typedOrderId = z
  .union([z.number(), z.string()], { error: 'Please enter your orderId' })
  .transform((value) =>
    typeof value === 'string' ? value.replace(/^[\s#]*(?:order)?[\s#:.]*(?:id|no)?[\s#:.]*/i, '').trim() : value,
  )
  .pipe(orderId('Please enter your orderId'));

export const trackOrder = z.object({
  orderId: typedOrderId,
  email: z
    .string({ error: 'Please enter your email' })
    .transform((value) => value.replace(/\s+/g, '').toLowerCase())
    .pipe(email('Please enter your email')),
});
export type TrackOrder = z.infer<typeof trackOrder>;

export const visitorOrder = z.object({ orderId: orderId('Please enter your orderId') });
export type VisitorOrder = z.infer<typeof visitorOrder>;

export const requestDownload = z.object({
  orderId: orderId('Please enter your orderId'),
  customername: optionalText(),
  file1: requiredText('File is required', 200),
});
export type RequestDownload = z.infer<typeof requestDownload>;

/** What a visitor is told of an order; never an internal status name (api: Visitors). */
export const visitorResult = z.object({
  order_id: wholeNumber,
  full_name: z.string(),
  process_status: z.enum(['received', 'in progress', 'ready', 'refunded']),
  landing_domain: z.string(),
  ready: z.boolean(),
});
export type VisitorResult = z.infer<typeof visitorResult>;
export type VisitorStatus = VisitorResult['process_status'];

/** What tracking an order answers. */
export const orderOpened = z.object({ orderId: encodedId, accessToken: z.string() });

/** What stands beside the customer's downloads. */
export const historyBeside = {
  mainResult: visitorResult,
  path: z.object({ file1: z.string().nullable().describe('Null until the card is ready.') }),
};

export const downloadLink = z.object({ url: z.string().describe('A path on this site.') });
