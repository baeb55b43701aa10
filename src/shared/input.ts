import { z } from 'zod';
import { bulkLimit, defaultPageSize, largestId, pageSizes } from './limits.js';
import { parseOrderId } from './order-id.js';

/** Building blocks of input schemas: texts, addresses, ids, numbers and flags (docs/http-api.md#the-api). */

const noNul = (value: string) => !value.includes('\0');

/** Half a character (a lone surrogate) becomes U+FFFD: JavaScript's strings allow it, PostgreSQL's JSON doesn't. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Trimmed text; `message` is the error when it is missing, empty or of another type. */
export function requiredText(message: string, longest = 300) {
  return z
    .string({ error: message })
    .trim()
    .overwrite(wellFormed)
    .min(1, message)
    .max(longest, `At most ${longest} characters.`)
    .refine(noNul, 'This text contains a character that is not allowed.');
}

/** Trimmed text that may be missing, null or empty; empty becomes undefined. */
export function optionalText(longest = 300) {
  return z
    .string({ error: 'Must be text.' })
    .trim()
    .overwrite(wellFormed)
    .max(longest, `At most ${longest} characters.`)
    .refine(noNul, 'This text contains a character that is not allowed.')
    .nullish()
    .transform((value) => value || undefined);
}

/** An email address: trimmed, one `@`, a dotted domain, no invisible characters, at most 254 characters (RFC 5321). */
export function email(message: string) {
  return requiredText(message, 254).refine(isEmail, 'Invalid email address');
}

export function isEmail(value: string): boolean {
  return value.length <= 254 && /^[^\s\p{C}@"<>(),:;\\[\]]{1,64}@[^\s@"<>(),:;\\[\]]+$/u.test(value) && isDomain(value);
}

function isDomain(address: string): boolean {
  const labels = address.slice(address.indexOf('@') + 1).split('.');
  return (
    labels.length > 1 && labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  );
}

/** The part of an id's rule that the API description can express; `parseOrderId` checks the rest. */
const spelledId = z.any().meta({
  id: 'OrderId',
  description: 'Encoded (base64 of the doubled number), or plain, as a number or as digits.',
  type: ['integer', 'string'],
});

/**
 * An order or gateway id in any accepted spelling; the output is a number, 0 when no row can have it.
 * @param message the refusal of what is no id
 */
export function orderId(message = 'Please enter your order id.') {
  return spelledId.transform((value: unknown, context) => {
    const parsed = parseOrderId(value);
    if (parsed !== undefined) return parsed;

    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** An order id in a path, where what is no id names no order (docs/http-api.md#the-api). */
export const orderInPath = orderId('Order not found');

/** One order id, or an array of 1 to 500; duplicates count once. */
export const oneOrManyOrders = z.union(
  [
    z
      .array(orderId(), { error: 'Please enter your order id.' })
      .min(1, 'Please enter your order id.')
      .max(bulkLimit, `At most ${bulkLimit} orders at once.`),
    orderId(),
  ],
  { error: 'Please enter your order id.' },
);

/** A whole number between two bounds, also as its digits. */
export function wholeBetween(message: string, least: number, most: number) {
  return z.coerce.number({ error: message }).int(message).min(least, message).max(most, message);
}

/** Which page of a list, from 1. A screen adds `.catch(1)`. */
export const pageNumber = wholeBetween('Page must be a whole number from 1.', 1, 10_000_000).default(1);

const mostRows = pageSizes.at(-1)!;
/** How many rows a page has. */
export const pageLimit = wholeBetween(`Limit must be between 1 and ${mostRows}.`, 1, mostRows).default(defaultPageSize);

/** A message that a member was asked about before an order goes on (docs/mail.md#unread-messages). */
export const seenMessage = wholeBetween('Please name a message.', 0, largestId)
  .nullish()
  .describe(
    'The newest message of the customer that the member was asked about, 0 where there was none: after a newer one that nobody has read this is refused (409), with its id as `wrote` and its words. Without the field nothing is asked.',
  );

/** The version of an order as the member saw it; absent or null, no version is compared (docs/orders.md#holds). */
export const seenVersion = z.number({ error: 'Version must be a whole number.' }).int().min(0).nullish();

/**
 * The id of a row that is no order and no gateway: a whole number that a row can have.
 * @param message the refusal of anything else: 404 in a path, 422 in a query or a body (docs/http-api.md#the-api)
 */
export function rowId(message: string) {
  return z.coerce.number({ error: message }).int(message).positive(message).max(largestId, message);
}

/** The id of a row in the address of a screen; anything else counts as none, so that an old link still opens. */
export const rowInAddress = rowId('').optional().catch(undefined);

/**
 * For input that is not free text, such as a word, a date or a token: trims it before the schema checks it. The text
 * schemas above trim by themselves.
 */
export function trimmed<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (typeof value === 'string' ? value.trim() : value), schema);
}

/** A checkbox: 'Y' when ticked, else empty. Forms send true and false. */
export const flag = trimmed(
  z.union([z.literal('Y'), z.literal('N'), z.literal(''), z.boolean()], { error: "Must be 'Y' or absent." }),
)
  .nullish()
  .transform((value) => value === 'Y' || value === true);

/** A boolean; old clients send it as text. */
export const looseBoolean = trimmed(
  z.union([z.boolean(), z.literal('true'), z.literal('false'), z.literal('')], { error: 'Must be true or false.' }),
)
  .nullish()
  .transform((value) => value === true || value === 'true');

/** An optional amount of money: a number or a text, above 0, with at most nine digits and three decimals; '' is none. */
export function decimalAmount(field: string) {
  const error = `${field} must be a decimal number above 0, with at most three decimals.`;
  return z
    .union([z.number({ error }).transform(String), z.string().trim()], { error })
    .nullish()
    .transform((value) => (value === '' ? undefined : (value ?? undefined)))
    .refine((value) => value === undefined || (/^\d{1,9}(\.\d{1,3})?$/.test(value) && Number(value) > 0), error);
}

/** The message for fields that a strict object doesn't know. @param otherwise the one for what is no object */
export function unknownFields(otherwise?: string) {
  return ({ code, keys }: { code: string; keys?: PropertyKey[] }): string | undefined =>
    code === 'unrecognized_keys' ? `There is no such field: ${keys!.join(', ')}.` : otherwise;
}
