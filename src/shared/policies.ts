import { z } from 'zod';
import { isCalendarDate } from './dates.js';
import { allPolicyKinds } from './policy-kinds.js';
import { requiredText, rowInAddress, trimmed } from './input.js';

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

/** Which two versions the screen compares; what is wrong compares none. */
export const comparePolicies = z.object({ before: rowInAddress, after: rowInAddress });
