import { z } from 'zod';
import { type QueueName, queueNames } from '../order-queues.js';
import { wholeNumber } from '../output.js';

/** A list that somebody saved under a name. */
export const savedView = z
  .object({
    id: wholeNumber,
    name: z.string(),
    queue: z.enum(queueNames as [QueueName, ...QueueName[]]),
    path: z.string().describe('The address of the list, with its search, filters, columns and order.'),
    shared: z.boolean().describe('Whether it is everybody’s.'),
    owner: z.string(),
    may_change: z.boolean().describe('Whether the caller may rename, replace or delete it.'),
  })
  .meta({ id: 'SavedView' });
export type SavedView = z.infer<typeof savedView>;

/** How many orders a view has, up to a limit. */
export const viewCount = z
  .object({ id: wholeNumber, count: wholeNumber, more: z.boolean().describe('There are more than `count` says.') })
  .meta({ id: 'ViewCount' });
export type ViewCount = z.infer<typeof viewCount>;
