import { z } from 'zod';
import { type DraftForm, draftForms } from './draft-forms.js';
import { orderId, wellFormed } from './input.js';
import { draftLength } from './limits.js';

const which = {
  form: z.enum(Object.keys(draftForms) as [DraftForm, ...DraftForm[]], { error: 'There is no such form.' }),
  about: orderId('Please name what the form is about.')
    .refine((id) => id > 0, 'There is nothing of this number.')
    .optional()
    .describe('The order, or the member who is edited; absent for neither.'),
  revision: z.uuid({ error: 'Please name the revision.' }),
};

export const keepDraft = z.object({
  ...which,
  revision: which.revision.describe('A new UUID of the caller’s, by which this text can be removed.'),
  fields: z
    .record(
      z.string(),
      z.union(
        [
          z
            .string()
            .overwrite(wellFormed)
            .refine((text) => !text.includes('\0'), 'Not allowed.'),
          z.boolean(),
        ],
        {
          error: 'Fields are texts and ticks.',
        },
      ),
      { error: 'Please send the fields.' },
    )
    .refine((fields) => JSON.stringify(fields).length <= draftLength, `At most ${draftLength} characters.`),
});
export type KeepDraft = z.infer<typeof keepDraft>;

export const discardDraft = z.object({
  ...which,
  revision: which.revision.describe(
    'The revision that the caller read or wrote last; a draft that was written since stays.',
  ),
});
export type DiscardDraft = z.infer<typeof discardDraft>;
