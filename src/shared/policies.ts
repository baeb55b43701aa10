import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { requiredText, trimmed } from './input.js';

/** The kinds of texts that a customer buys under (docs/product.md#policies). */
export const policyKinds = {
  terms: { label: 'Terms of sale', slug: 'terms' },
  refund: { label: 'Refund policy', slug: 'refund' },
  disclosure: { label: 'Disclosure', slug: 'disclosure' },
} as const;
export type PolicyKind = keyof typeof policyKinds;
export const allPolicyKinds = Object.keys(policyKinds) as [PolicyKind, ...PolicyKind[]];

/** The most characters of a text. */
export const policyLength = 50_000;

/** A new version of a text; the ones before stay as they are. */
export const addPolicy = z.object({
  brand: trimmed(z.string({ error: 'Please choose a brand.' }).regex(/^[a-z]{1,20}$/, 'Please choose a brand.')),
  kind: trimmed(z.enum(allPolicyKinds, { error: 'Please choose a kind.' })),
  version: requiredText('Please enter a version.', 40).refine(
    (value) => /^[\w.-]+$/.test(value),
    'A version has letters, digits, dots, dashes and underscores.',
  ),
  text: requiredText('Please enter the text.', policyLength),
  validFrom: trimmed(
    z.string({ error: 'Please enter the first day.' }).refine(isCalendarDate, 'Please enter the first day.'),
  ),
});
export type AddPolicy = z.infer<typeof addPolicy>;

/** A link to a text that an order was bought under. */
export type PolicyLink = { kind: PolicyKind; version: string; path: string };
