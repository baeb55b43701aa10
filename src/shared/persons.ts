import { z } from 'zod';
import { email, rowId } from './input.js';
import { utcMoment, wholeNumber } from './output.js';

/** A person by the email address of the orders, which is found in any case. */
export const whichPerson = z.object({
  address: email('Please enter the email address.').transform((address) => address.toLowerCase()),
});
export type WhichPerson = z.infer<typeof whichPerson>;

export const whichRequest = z.object({ requestId: rowId('Please choose a request.') });
export type WhichRequest = z.infer<typeof whichRequest>;

export const personCopyId = rowId('There is no such copy.');

/** A copy of a person's data, and how far the job is. */
export const personCopy = z
  .object({
    id: wholeNumber,
    address: z.string(),
    state: z.enum(['making', 'ready', 'failed']),
    asked_at: utcMoment,
    orders: wholeNumber.describe('How many orders the address has.'),
    copied: wholeNumber.describe('How many of them are in the archive.'),
    size: wholeNumber.nullable().describe('In bytes, once it is ready.'),
    until: utcMoment.nullable().describe('When it is removed, once it is ready or has failed.'),
  })
  .meta({ id: 'PersonCopy' });
export type PersonCopy = z.infer<typeof personCopy>;
