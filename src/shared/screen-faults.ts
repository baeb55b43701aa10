import { z } from 'zod';
import { trimmed } from './input.js';

const named = (what: string, form: RegExp) => trimmed(z.string({ error: what }).regex(form, what));

/**
 * A part of a screen that a browser could not show. It has no text of the error, because that may name a customer. `at` is
 * where in the built code: file, line, column; empty when the browser doesn't say.
 */
export const screenFault = z.object({
  screen: named('Please name the screen.', /^[a-z-]{1,30}\/[a-z-]{1,30}$/),
  part: named('Please name the part.', /^[\w ,’-]{1,60}$/),
  error: named('Please name the kind of error.', /^[A-Za-z]{1,40}$/),
  at: named('at must be file:line:column.', /^(?:[\w.-]{1,80}:\d{1,7}:\d{1,7})?$/),
});
export type ScreenFault = z.infer<typeof screenFault>;
