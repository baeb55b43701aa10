/** Who acts: a member, or a name alone for what the product does by itself. */
export type Actor = { id: number | null; name: string };

/** The product itself, as the actor of promotions and deliveries. */
export const system: Actor = { id: null, name: 'System' };
