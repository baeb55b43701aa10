import { z } from 'zod';
import { email, rowId } from './input.js';

/** Asks to erase all orders of an address, which is found in any case. */
export const askErasure = z.object({
  address: email('Please enter the email address.').transform((address) => address.toLowerCase()),
});
export type AskErasure = z.infer<typeof askErasure>;

export const whichRequest = z.object({ requestId: rowId('Please choose a request.') });
export type WhichRequest = z.infer<typeof whichRequest>;
