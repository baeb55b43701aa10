import { z } from 'zod';
import { type FormId, formIds } from '../form/controls.js';
import { utcMoment, wholeNumber } from '../output.js';

/** A code for the script, and where the form is. */
export const codeGiven = z
  .object({
    code: z.string().describe('For one filling.'),
    until: utcMoment,
    form_url: z.string(),
  })
  .meta({ id: 'FillerCode' });
export type CodeGiven = z.infer<typeof codeGiven>;

/** The values of one order for the script that fills the form. */
export const formValues = z
  .object({
    v: z.literal(1),
    order: wholeNumber,
    values: z.array(
      z.object({
        id: z.enum(formIds as [FormId, ...FormId[]]),
        value: z
          .string()
          .describe('What is typed, or the name of the row that is chosen; empty while it is not known.'),
        code: z.string().nullable().describe('The row’s value on the form.'),
      }),
    ),
    answer: z.string().describe('The code by which the script says what the form answered.'),
  })
  .meta({ id: 'FormValues' });
export type FormValues = z.infer<typeof formValues>;
