import { z } from 'zod';
import { amendNames } from './amend-fields.js';
import { chosenIds } from './form/choices.js';
import { orderId, requiredText } from './input.js';
import { orderFields } from './intake.js';

const picked = Object.fromEntries(amendNames.map((name) => [name, true])) as Record<(typeof amendNames)[number], true>;

/** The fields that change, checked as the intake checks them. A field that is absent stays; an empty one is emptied. */
export const amendChanges = z
  .strictObject(z.object(orderFields).pick(picked).shape, {
    error: ({ code, keys }) =>
      code === 'unrecognized_keys' ? `Can’t be amended: ${keys.join(', ')}.` : 'Please name what changes.',
  })
  .partial();

/** Changes of one order (docs/orders.md#amend-an-order). */
export const amendOrder = z.object({
  orderId: orderId(),
  version: z.int({ error: 'Please name the version that you saw.' }).min(0),
  changes: amendChanges,
  reason: requiredText('Please say why.', 500),
});
/** The row of one of the form's lists that is meant by what was sent; null takes the choice back. */
export const chooseFormRow = z.object({
  orderId: orderId(),
  version: z.int({ error: 'Please name the version that you saw.' }).min(0),
  field: z.enum(chosenIds, { error: 'Please name a control of the form that has a list.' }),
  code: z.string({ error: 'Please name the row.' }).trim().max(10, 'Please name the row.').nullable(),
});
export type ChooseFormRow = z.infer<typeof chooseFormRow>;
export type AmendOrder = z.infer<typeof amendOrder>;
export type AmendChanges = AmendOrder['changes'];
