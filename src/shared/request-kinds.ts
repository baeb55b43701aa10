/**
 * What a customer can ask for on the order's page (docs/product.md#requests). A plain table without schemas, because the
 * browser loads it.
 */
export const requestKinds = ['refund', 'card', 'flight'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** For members: the heading of a request, the same in a column, and what the timeline says after the customer's name. */
export const requestRows: Readonly<Record<RequestKind, { heading: string; short: string; said: string }>> = {
  refund: { heading: 'Refund', short: 'Refund', said: 'asked for a refund' },
  card: {
    heading: 'Something is wrong on the card',
    short: 'Wrong on the card',
    said: 'wrote that something is wrong on the card',
  },
  flight: { heading: 'The flight changed', short: 'Flight changed', said: 'wrote that the flight changed' },
};
