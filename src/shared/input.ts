import { z } from 'zod';
import { parseOrderId } from './order-id.js';

/** The pieces that input schemas are made of: what every text, address, id and flag has in common (api: Common to every call). */

const noNul = (value: string) => !value.includes('\0');

/** Trimmed text; missing, empty or of another type answers `message`. */
export function requiredText(message: string, longest = 300) {
  return z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(longest, `At most ${longest} characters.`)
    .refine(noNul, 'This text contains a character that is not allowed.');
}

/** Trimmed text that may be missing, null or empty; empty becomes undefined. */
export function optionalText(longest = 300) {
  return z
    .string({ error: 'Must be text.' })
    .trim()
    .max(longest, `At most ${longest} characters.`)
    .refine(noNul, 'This text contains a character that is not allowed.')
    .nullish()
    .transform((value) => value || undefined);
}

/** An address as one types it: trimmed, one `@`, a dotted domain, nothing invisible, at most 254 characters (RFC 5321). */
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

/** What of an id its description can say; `parseOrderId` says the rest. */
const spelledId = z.any().meta({
  id: 'OrderId',
  description: 'Encoded (base64 of the doubled number), or plain, as a number or as digits.',
  type: ['integer', 'string'],
});

/** An order id in any spelling the API takes; comes out as a number, 0 when it names no order. */
export function orderId(message = 'Please enter your order id.') {
  return spelledId.transform((value: unknown, context) => {
    const parsed = parseOrderId(value);
    if (parsed !== undefined) return parsed;

    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A tick: 'Y' when ticked, else empty. Forms send true and false. */
export const flag = z
  .union([z.literal('Y'), z.literal('N'), z.literal(''), z.boolean()], { error: "Must be 'Y' or absent." })
  .nullish()
  .transform((value) => value === 'Y' || value === true);

/** A boolean that old clients also send as text. */
export const looseBoolean = z
  .union([z.boolean(), z.literal('true'), z.literal('false'), z.literal('')], { error: 'Must be true or false.' })
  .nullish()
  .transform((value) => value === true || value === 'true');
