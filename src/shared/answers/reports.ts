import { z } from 'zod';
import { wholeNumber } from '../output.js';

/** How many orders a nationality has by processing mode; each order counts once (docs/orders.md#reports). */
export const countryCount = z
  .object({
    nationality: z.string().describe('The code’s name.'),
    citizenship_id: z.string().describe('The three-letter code.'),
    count: wholeNumber,
    standard_count: wholeNumber,
    priority_count: wholeNumber,
    future_count: wholeNumber,
  })
  .meta({ id: 'CountryCount' });
export type CountryCount = z.infer<typeof countryCount>;

/** How many orders one member completed. */
export const processedCount = z.object({ processed_by: z.string(), count: wholeNumber }).meta({ id: 'ProcessedCount' });
export type ProcessedCount = z.infer<typeof processedCount>;
