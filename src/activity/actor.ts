import { customerName } from '../shared/activity-words.js';

/** Who made a change: a member, or only a name for shops and for the product itself. */
export type Actor = { id: number | null; name: string };

/** The product itself, as the actor of promotions and deliveries. */
export const system: Actor = { id: null, name: 'System' };

/** The customer, as the actor of what was sent from the order's page. */
export const customer: Actor = { id: null, name: customerName };
