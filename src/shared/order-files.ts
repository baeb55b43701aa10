import { z } from 'zod';
import { rowId, trimmed } from './input.js';
import { type OrderFileKind, orderFileKinds } from './order-file-kinds.js';

/** The text fields of the form that adds a file to an order, without the file. */
export const addOrderFile = z.object({
  kind: trimmed(
    z.enum(Object.keys(orderFileKinds) as [OrderFileKind, ...OrderFileKind[]], { error: 'There is no such kind.' }),
  ),
});
export type AddOrderFile = z.infer<typeof addOrderFile>;

/** A file of an order, in a path. */
export const orderFileId = rowId('File not found');
