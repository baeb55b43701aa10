import type { AmendSection } from './amend-fields.js';

/**
 * What a customer can ask for on the order's page (docs/visitors.md#requests). A plain table without schemas, because the
 * browser loads it.
 */
export const requestKinds = ['refund', 'card', 'flight'] as const;
export type RequestKind = (typeof requestKinds)[number];

type RequestRow = {
  heading: string;
  /** The same in a column. */
  short: string;
  /** What the timeline says after the customer's name. */
  said: string;
  /** The sections of the order that a member may have to amend for it, the likeliest first. */
  amends?: readonly [AmendSection, ...AmendSection[]];
};

/** For members. */
export const requestRows: Readonly<Record<RequestKind, RequestRow>> = {
  refund: { heading: 'Refund', short: 'Refund', said: 'asked for a refund' },
  card: {
    heading: 'Something is wrong on the card',
    short: 'Wrong on the card',
    said: 'wrote that something is wrong on the card',
    amends: ['amendPassport', 'amendName', 'amendDates', 'amendTravel', 'amendStay'],
  },
  flight: {
    heading: 'The flight changed',
    short: 'Flight changed',
    said: 'wrote that the flight changed',
    amends: ['amendTravel', 'amendDates'],
  },
};
