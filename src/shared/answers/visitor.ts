import { z } from 'zod';
import { visitorStates } from '../order-statuses.js';
import { encodedId, wholeNumber } from '../output.js';
import type { RequestKind } from '../request-kinds.js';

/** An order as its visitor sees it; never an internal status name (docs/visitors.md#visitors). */
const visitorResult = z.object({
  order_id: wholeNumber,
  full_name: z.string(),
  process_status: z.enum(visitorStates),
  landing_domain: z.string(),
  ready: z.boolean(),
});
export type VisitorResult = z.infer<typeof visitorResult>;
export type VisitorStatus = VisitorResult['process_status'];

/** What a visitor reads of the payment of an order; null for what is not on record. */
export type VisitorCharge = {
  /** `USD 49.00` */
  amount: string | null;
  paid: boolean;
  /** ISO 8601 in UTC; null when nobody told it. */
  paid_at: string | null;
  /** `Visa ending 4242` */
  card: string | null;
  /** How the charge is named on the card statement. */
  statement: string | null;
  /** What was given back, the first first: `USD 5.00 of USD 49.00`. `failed_at`: when the bank returned it. */
  refunds: { amount: string | null; at: string; failed_at: string | null }[];
  /** What became of each other charge, in words. */
  others: string[];
};

/** What a visitor reads of one of the order's requests. Times are ISO 8601 in UTC. */
export type VisitorRequest = { kind: RequestKind; text: string; create_ts: string; handled_at: string | null };

/** The answer to tracking an order. */
export const orderOpened = z.object({ orderId: encodedId, accessToken: z.string() });

/** The fields next to the list of the customer's downloads. */
export const historyBeside = {
  mainResult: visitorResult,
  path: z.object({ file1: z.string().nullable().describe('Null until the card is ready.') }),
};

export const downloadLink = z.object({ url: z.string().describe('A path on this site.') });
