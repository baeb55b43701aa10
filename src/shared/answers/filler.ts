import { z } from 'zod';
import { type FormId, formIds } from '../form/controls.js';
import { utcMoment } from '../output.js';

/** A code for the script, and where the form is. */
export const codeGiven = z
  .object({
    code: z.string().describe('For one filling.'),
    until: utcMoment,
    form_url: z.string(),
    text: z.string().describe('The same values as a text, for where the form’s page lets no script call us.'),
  })
  .meta({ id: 'FillerCode' });
export type CodeGiven = z.infer<typeof codeGiven>;

/**
 * What the form is filled with: a text as the form takes it, a date as DD/MM/YYYY, of a list the code of the row, of the
 * region its text as in `GERMANY (+49)`, of a city whose code nobody has read its name.
 */
export const filling = z
  .object({
    v: z.literal(1),
    order: z.string(),
    values: z.partialRecord(z.enum(formIds as [FormId, ...FormId[]]), z.string()),
  })
  .meta({ id: 'Filling' });
export type Filling = z.infer<typeof filling>;

/** The same with the code by which the script says what the form answered. */
export const openedFilling = filling.extend({ answer: z.string() }).meta({ id: 'OpenedFilling' });
export type OpenedFilling = z.infer<typeof openedFilling>;
