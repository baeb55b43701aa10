import type { CardKind } from './card-kinds.js';

type OrderFileRow = {
  /** What it is, on the order's page. */
  label: string;
  /** What it shows, behind `a picture of`. */
  of: string;
  /** What one of them is called where another kind of file is refused. */
  one: string;
  /** What may be uploaded. */
  takes: readonly CardKind[];
  /** How many of them an order has at most, without removed ones: a pack prints each. */
  most: number;
};

/**
 * The kinds of files that members add to an order and that are no card (docs/form.md#what-the-authoritys-page-showed).
 * To take in another kind, add a row.
 */
export const orderFileKinds = {
  registration_check: {
    label: 'Check Registration',
    of: 'what the authority’s page Check Registration showed',
    one: 'A screenshot',
    takes: ['PNG', 'JPEG', 'WebP', 'PDF'],
    most: 3,
  },
} as const satisfies Record<string, OrderFileRow>;

export type OrderFileKind = keyof typeof orderFileKinds;
