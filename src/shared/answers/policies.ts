import { z } from 'zod';
import { calendarDay, sha256, utcMoment, wholeNumber } from '../output.js';
import { allPolicyKinds } from '../policy-kinds.js';

/** A version of a text, without the text. */
export const policyEntry = z
  .object({
    id: wholeNumber,
    brand: z.string(),
    kind: z.enum(allPolicyKinds),
    version: z.string(),
    valid_from: calendarDay,
    sha256,
    added_by: z.string().nullable().describe('Null for a text that the product brought.'),
    create_ts: utcMoment,
    path: z.string().describe('Its public page.'),
  })
  .meta({ id: 'Policy' });
export type PolicyEntry = z.infer<typeof policyEntry>;

export type PolicyText = PolicyEntry & { text: string };
