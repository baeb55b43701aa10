import { z } from 'zod';
import { allAuthorityPages } from './authority-pages.js';
import { type FormId, formIds } from './form/controls.js';

/** A code as somebody types it: small letters and dashes count for nothing. */
export const fillerCode = z.string().transform((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, ''));

const control = z.enum(formIds as [FormId, ...FormId[]]);

/** What the form answered: its words, and what its controls had when a person pressed Submit. */
const formAnswer = z.strictObject({
  outcome: z.enum(['accepted', 'refused']),
  words: z.string({ error: 'words must be a text.' }).trim().max(500, 'words must have at most 500 letters.'),
  values: z.partialRecord(control, z.string().max(200), { error: 'values must be a text for each control.' }),
});

/** What *Check Visit Pass* answered. */
const visitAnswer = z.strictObject({
  outcome: z.literal('entered'),
  entry: z.iso.date({ error: 'entry must be a day, YYYY-MM-DD.' }).describe('The date of entry.'),
});

/** What a page answered. */
export const pageAnswer = z.discriminatedUnion('outcome', [formAnswer, visitAnswer], {
  error: 'outcome must be accepted, refused or entered.',
});
export type PageAnswer = z.infer<typeof pageAnswer>;

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
