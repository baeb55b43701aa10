import type { AgedKind, ErasureKind, FrozenReason } from '../retention.js';

/** What was erased of an order. `at` is ISO 8601 in UTC. */
export type ErasureEntry = { kind: ErasureKind; at: string };

/** An order that a report names. */
export type NamedOrder = { order_id: number; encoded_id: string };

/** Orders, and the first of them. */
export type CountedOrders = { count: number; orders: NamedOrder[] };

/** What the next run would do to old orders; of more than 10,000 only these are counted, and `more` is true. */
export type DueErasures = {
  [Kind in AgedKind]: { due: CountedOrders; frozen: (CountedOrders & { reason: FrozenReason })[]; more: boolean };
} & { files: number };

/** A run of the daily job. `ended_at` is null while it runs, and when it was cut off. Counts are orders, `files` files. */
export type RetentionRun = {
  id: number;
  began_at: string;
  ended_at: string | null;
  masked: number;
  documents: number;
  files: number;
  frozen: number;
  failed: number;
  /** The first of the frozen orders, and why. */
  left: (NamedOrder & { reason: FrozenReason })[];
};

/** A request to erase all orders of an address. */
export type PersonRequestEntry = {
  id: number;
  /** Whole until it is erased or taken back. */
  address: string;
  state: 'waiting' | 'confirmed' | 'withdrawn' | 'done';
  /** Whether the member who looks asked for it. */
  own: boolean;
  asked_by: string;
  asked_at: string;
  confirmed_by: string | null;
  confirmed_at: string | null;
  done_at: string | null;
  /** How many orders are erased. */
  erased: number;
  /** The first hundred orders that are not; `reason`: what holds one back. */
  left: (NamedOrder & { reason: FrozenReason | null })[];
};
