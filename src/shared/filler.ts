import { z } from 'zod';
import { allAuthorityPages } from './authority-pages.js';
import { type FormId, formIds } from './form/controls.js';

/** A code as somebody types it: small letters and dashes count for nothing. */
export const fillerCode = z.string().transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''));

const control = z.enum(formIds as [FormId, ...FormId[]]);

/** What the form answered: its words, and what its controls had when a person pressed Submit. */
export const formAnswer = z.strictObject({
  outcome: z.enum(['accepted', 'refused'], { error: 'outcome must be accepted or refused.' }),
  words: z.string({ error: 'words must be a text.' }).trim().max(500, 'words must have at most 500 letters.'),
  values: z.partialRecord(control, z.string().max(200), { error: 'values must be a text for each control.' }),
});
export type FormAnswer = z.infer<typeof formAnswer>;

/** For which page a code is; without a body, for the form. */
export const codeFor = z
  .strictObject({
    page: z
      .enum(allAuthorityPages, { error: `page must be one of ${allAuthorityPages.join(', ')}.` })
      .default('form')
      .describe('The authority’s page that the code is for.'),
  })
  .prefault({});
export type CodeFor = z.infer<typeof codeFor>;
