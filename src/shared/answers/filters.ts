import { z } from 'zod';
import { type FilterName, filterNames } from '../order-filters.js';

/** A filter of the lists, and what can be chosen for it. */
export const offeredFilter = z
  .object({
    name: z.enum(filterNames as [FilterName, ...FilterName[]]),
    label: z.string(),
    asks: z.enum(['day', 'choice']),
    options: z.array(z.object({ value: z.string(), text: z.string() })),
  })
  .meta({ id: 'OfferedFilter' });
export type OfferedFilter = z.infer<typeof offeredFilter>;
