import type { OrderStatus } from './order-statuses.js';
import type { Counts } from './pages.js';

/** A change of one order by anybody, the product included. It carries no data of the customer. */
export type LiveChange = {
  id: number;
  /** The status it had; null for an order that has just come in. */
  from: OrderStatus | null;
  to: OrderStatus;
  /** The holder's name, as `assign_to` of the row. */
  holder: string | null;
  /** The version the change left: a row that has it, or a later one, knows already. */
  version: number;
  /** The name of who did it; null for an order that has just come in. */
  by: string | null;
};

/**
 * What the stream at `routes.live` (server-sent events, for staff) says, by the event's name. Each one's `data` is JSON.
 *
 * - `hello` comes first on every stream, and again whenever the server may have missed something. Whatever the screen shows
 *   may be out of date by then, at the first one too (the page is older than its stream): reload list and counts.
 * - `orders` has the changes of a moment, in the order they happened.
 * - `counts` follows a change within a second, at most once a second: all thirteen, with the member's own `myOrdersCount`.
 *
 * A comment every `heartbeatSeconds` keeps the line open. The server ends the stream when the session ends, when it shuts
 * down, and when the browser doesn't keep up; the browser then asks again by itself after `retry`, and is answered 401 when
 * the session is over, or 429 with more than `streamsPerMember` open: both end an EventSource for good.
 */
export type LiveEvents = {
  hello: Record<string, never>;
  orders: LiveChange[];
  counts: Counts;
};

export const heartbeatSeconds = 15;
export const streamsPerMember = 20;
