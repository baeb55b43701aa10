import { z } from 'zod';
import { optionalText, requiredText, rowId, rowInAddress, trimmed, unknownFields } from './input.js';
import { deliveryStates } from './webhooks.js';

/** A cancellation by the shop. */
export const cancelOrder = z.strictObject({ reason: optionalText(500) }, { error: unknownFields() });
export type CancelOrder = z.infer<typeof cancelOrder>;

/** The names that the activity gives to the shop `default` and to imports: no other shop may have them. */
const takenNames = ['shop', 'import'];

export const addShop = z.object({
  name: requiredText('Please enter a name.', 60).refine(
    (name) => !takenNames.includes(name.toLowerCase()),
    'This name has another meaning.',
  ),
});
export type AddShop = z.infer<typeof addShop>;

const shopId = rowId('Please choose a shop.');

export const whichShop = z.object({ shopId });
export type WhichShop = z.infer<typeof whichShop>;

export const whichKey = z.object({ keyId: rowId('Please choose a key.') });
export type WhichKey = z.infer<typeof whichKey>;

/** src/shops/webhook.client.ts checks the address further. */
export const addEndpoint = z.object({ shopId, url: requiredText('Please enter an address.', 500) });
export type AddEndpoint = z.infer<typeof addEndpoint>;

export const whichEndpoint = z.object({ endpointId: rowId('Please choose an endpoint.') });
export type WhichEndpoint = z.infer<typeof whichEndpoint>;

/** `since` is when the events happened. */
export const sendAllAgain = whichEndpoint.extend({
  since: trimmed(z.iso.datetime({ offset: true, error: 'Must be a date and time, ISO 8601 with a zone.' })),
});
export type SendAllAgain = z.infer<typeof sendAllAgain>;

export const whichDelivery = z.object({ deliveryId: rowId('Please choose a delivery.') });
export type WhichDelivery = z.infer<typeof whichDelivery>;

/**
 * The query of the screen; what is wrong counts as absent. `state`: only deliveries in it; `delivery`: the opened one;
 * `before`: deliveries older than this one; `after`: shops added after this one.
 */
export const shopsQuery = z.object({
  state: trimmed(z.enum(deliveryStates)).optional().catch(undefined),
  delivery: rowInAddress,
  before: rowInAddress,
  after: rowInAddress,
});
export type ShopsQuery = z.infer<typeof shopsQuery>;
