import { z } from 'zod';
import { type CorrectionName, correctionNames } from './correction-fields.js';
import { orderId, unknownFields } from './input.js';

const field = z.string({ error: 'Must be text.' }).max(2000, 'At most 2000 characters.').optional();
const fields = Object.fromEntries(correctionNames.map((name) => [name, field])) as Record<CorrectionName, typeof field>;

/**
 * What a customer corrects (docs/visitors.md#correct-your-details). The service checks each field with the sentences for
 * customers; an empty field stays as it is.
 */
export const correctOrder = z.strictObject(
  {
    orderId: orderId('Please enter your orderId'),
    version: z.coerce
      .number({ error: 'Please name the version of the page.' })
      .int('Please name the version of the page.')
      .min(0, 'Please name the version of the page.'),
    _csrf: z.string().optional().describe('The proof of a plain form.'),
    ...fields,
  },
  { error: unknownFields() },
);
export type CorrectOrder = z.infer<typeof correctOrder>;
