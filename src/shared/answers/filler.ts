import { z } from 'zod';
import { type FormId, formIds } from '../form/controls.js';
import { lookupIds, tripDays } from '../form/lookup.js';
import { utcMoment } from '../output.js';
import { cardVerdicts } from './documents.js';

/** A code for the script, and where the page is that it is for. */
export const codeGiven = z
  .object({
    code: z.string().describe('For one filling.'),
    until: utcMoment,
    form_url: z.string().describe('The page that the code is for.'),
    text: z.string().describe('The same values as a text, for where that page lets no script call us.'),
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
    page: z.literal('form'),
    order: z.string(),
    values: z.partialRecord(z.enum(formIds as [FormId, ...FormId[]]), z.string()),
  })
  .meta({ id: 'Filling' });
export type Filling = z.infer<typeof filling>;

/** An object with a text for each of these. */
function textsOf<Name extends string>(names: readonly Name[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>);
}

/** What *Check Registration* is filled with, and the days of the trip whose slip is to be taken. Unknown is ''. */
export const lookup = z
  .object({
    v: z.literal(1),
    page: z.literal('registration'),
    order: z.string(),
    values: textsOf(lookupIds('registration')),
    trip: textsOf(tripDays).describe('DD/MM/YYYY'),
  })
  .meta({ id: 'RegistrationLookup' });
export type Lookup = z.infer<typeof lookup>;

/** What *Check Visit Pass* is filled with. Unknown is ''. */
export const visitPassLookup = z
  .object({
    v: z.literal(1),
    page: z.literal('visit-pass'),
    order: z.string(),
    values: textsOf(lookupIds('visit-pass')),
  })
  .meta({ id: 'VisitPassLookup' });
export type VisitPassLookup = z.infer<typeof visitPassLookup>;

const answer = { answer: z.string().describe('The code by which the script says what the page answered.') };
/** What a code opens. */
export const opened = z
  .discriminatedUnion('page', [filling.extend(answer), lookup.extend(answer), visitPassLookup.extend(answer)])
  .meta({ id: 'OpenedFilling' });
export type Opened = z.infer<typeof opened>;

/** How a slip that the script took compares with its order. */
export const takenSlip = z.object({ verdict: z.enum(cardVerdicts), note: z.string() }).meta({ id: 'TakenSlip' });
export type TakenSlip = z.infer<typeof takenSlip>;
