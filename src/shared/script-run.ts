import { z } from 'zod';
import { allAuthorityPages } from './authority-pages.js';
import { type FormId, formIds } from './form/controls.js';
import { lookupIds } from './form/lookup.js';
import { longestDifference, mostDifferences } from './page-states.js';

const controls = [...formIds, ...lookupIds('registration'), ...lookupIds('visit-pass')] as [FormId, ...FormId[]];

/** What a run of the script found of a page. It has names of controls and words of the page, never a value of an order. */
export const scriptRun = z.strictObject({
  script: z.string({ error: 'script must be its version.' }).max(64),
  outcome: z
    .enum(['filled', 'changed', 'silent'], { error: 'outcome must be filled, changed or silent.' })
    .describe('changed: the page is not the known one, nothing was filled in; silent: it did not answer.'),
  ms: z
    .int({ error: 'ms must be a whole number of milliseconds.' })
    .min(0, 'ms must not be negative.')
    .max(3_600_000, 'ms must be at most an hour.')
    .describe('How long the page took to come and to answer the script.'),
  differences: z
    .array(z.string().trim().max(longestDifference, `A difference must have at most ${longestDifference} letters.`))
    .max(mostDifferences, `differences must be at most ${mostDifferences}.`)
    .default([]),
  unfilled: z
    .array(z.enum(controls, { error: 'unfilled must name controls of the page.' }))
    .max(controls.length)
    .default([])
    .describe('The controls that did not take the order’s value.'),
});
export type ScriptRun = z.infer<typeof scriptRun>;

/** Which page a member speaks of. */
export const pageMeant = z.strictObject({
  page: z.enum(allAuthorityPages, { error: `page must be one of ${allAuthorityPages.join(', ')}.` }),
});
export type PageMeant = z.infer<typeof pageMeant>;
