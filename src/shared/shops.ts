import { z } from 'zod';
import { optionalText } from './input.js';

/** A cancellation by the shop. */
export const cancelOrder = z.object({ reason: optionalText(500) });
export type CancelOrder = z.infer<typeof cancelOrder>;
