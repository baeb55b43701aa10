import type { LiveChange } from '@shared/live';
import type { MatchingOrder, OrderRow } from '@shared/orders';

/** What the ticks and keys of a list need of a row. */
export type ListedOrder = Pick<OrderRow, 'order_id' | 'encoded_id' | 'process_status' | 'assign_to'> & {
  refund_date?: string | null;
  /** A change since the list was read; `left` means that the order no longer belongs to the list. */
  news?: { left: boolean; text: string };
};

/** What a selection needs of an order. */
export type Tickable = Pick<MatchingOrder, 'encoded_id' | 'process_status'>;

/** A list whose orders are ticked (docs/orders.md#bulk-actions). */
export type TickedList = {
  /** Names the list whose selection Back restores. */
  name: string;
  /** Whether the order leaves the list by this change. */
  leaves: (change: LiveChange) => boolean;
  /** Reads the orders of the list as it is now, to find ticks of orders that left it unseen. null when they are too many. */
  readNow?: () => Promise<Tickable[] | null>;
};
