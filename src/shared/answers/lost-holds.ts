import type { OrderStatus } from '../order-statuses.js';

/** An order that somebody else took from the member who held it (docs/orders.md#holds). */
export type LostHold = {
  id: number;
  order_id: number;
  /** The name of who did it. */
  by: string;
  /** Who has the order now; null: nobody. */
  holder: string | null;
  /** The status that the order had then. */
  status: OrderStatus;
  at: string;
  /** Whether something that the member typed there is kept. */
  has_draft: boolean;
};
