import { z } from 'zod';
import { looseBoolean, orderId, trimmed } from './input.js';

/** What a tab of a member's browser looks at; without an order at none. `tab` is any id that the tab has made for itself. */
export const lookAt = z.object({
  tab: trimmed(z.string({ error: 'Please name the tab.' }).regex(/^[\w-]{8,40}$/, 'Please name the tab.')),
  orderId: orderId()
    .nullish()
    .transform((id) => id || null),
  writing: looseBoolean,
});
export type LookAt = z.infer<typeof lookAt>;
