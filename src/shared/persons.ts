import { z } from 'zod';
import { email, rowId } from './input.js';

/** A person by the email address of the orders, which is found in any case. */
export const whichPerson = z.object({
  address: email('Please enter the email address.').transform((address) => address.toLowerCase()),
});
export type WhichPerson = z.infer<typeof whichPerson>;

export const whichRequest = z.object({ requestId: rowId('Please choose a request.') });
export type WhichRequest = z.infer<typeof whichRequest>;
