import { z } from 'zod';
import { trimmed } from './input.js';

/** The settings to change; the others stay. */
export const changeSettings = z.object({
  theme: trimmed(z.enum(['system', 'light', 'dark'], { error: 'There is no such theme.' })).optional(),
  rows: trimmed(z.enum(['comfortable', 'compact'], { error: 'There is no such height of rows.' })).optional(),
  keys: z.boolean({ error: 'Must be true or false.' }).optional(),
  goOn: z.boolean({ error: 'Must be true or false.' }).optional(),
});
export type ChangeSettings = z.infer<typeof changeSettings>;
