import { z } from 'zod';
import { looseBoolean, requiredText, rowId } from './input.js';
import { isQueueName, queueNames } from './order-queues.js';
import { viewQuery } from './orders.js';

const name = requiredText('Please name the view.', 60);
const queue = z.string().meta({ enum: queueNames }).refine(isQueueName, 'There is no such queue.');

/** A list to save: its queue, and what its address says besides the page. */
export const addView = z.object({ name, queue, query: viewQuery, shared: looseBoolean });
export type AddView = z.infer<typeof addView>;

/** A view's new name and whose it is; with `query` the view is of that list from now on. */
export const changeView = z.object({ name, shared: looseBoolean, query: viewQuery.optional() });
export type ChangeView = z.infer<typeof changeView>;

export const viewId = rowId('There is no such view.');
