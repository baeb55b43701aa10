import { z } from 'zod';
import { orderRow } from './orders.js';

/** An order that the command bar found. */
export const foundOrder = z
  .object(orderRow.shape)
  .pick({ order_id: true, encoded_id: true, full_name: true, process_status: true, doa: true, assign_to: true })
  .meta({ id: 'FoundOrder' });
export type FoundOrder = z.infer<typeof foundOrder>;
