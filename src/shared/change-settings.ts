import { z } from 'zod';
import { trimmed } from './input.js';
import { pageSizes } from './limits.js';
import { type MenuGroupName, menuGroupNames } from './menu.js';
import { type OrderColumn, orderColumns, type QueueName, queueNames } from './order-queues.js';

/** The settings to change; the others stay. */
export const changeSettings = z.object({
  theme: trimmed(z.enum(['system', 'light', 'dark'], { error: 'There is no such theme.' })).optional(),
  rows: trimmed(z.enum(['comfortable', 'compact'], { error: 'There is no such height of rows.' })).optional(),
  keys: z.boolean({ error: 'Must be true or false.' }).optional(),
  goOn: z.boolean({ error: 'Must be true or false.' }).optional(),
  perPage: z.literal(pageSizes, { error: 'There is no such number of rows.' }).optional(),
  columns: z
    .partialRecord(
      z.enum(queueNames as [QueueName, ...QueueName[]]),
      z.array(
        z.enum(Object.keys(orderColumns) as [OrderColumn, ...OrderColumn[]], { error: 'There is no such column.' }),
      ),
      { error: 'Columns must be lists by queue.' },
    )
    .optional(),
  openGroups: z
    .array(z.enum(menuGroupNames as [MenuGroupName, ...MenuGroupName[]], { error: 'There is no such group.' }), {
      error: 'Groups must be a list.',
    })
    .max(menuGroupNames.length, 'There are not so many groups.')
    .optional(),
});
export type ChangeSettings = z.infer<typeof changeSettings>;
