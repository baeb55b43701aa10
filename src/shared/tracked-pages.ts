/** The pages of an order to which a customer goes on after signing in; without one, to the order's own page. */
export const trackedPages = ['details'] as const;
export type TrackedPage = (typeof trackedPages)[number];
