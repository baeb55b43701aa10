import type { CardDoubt } from './card-verdicts.js';
import type { InboxMark } from './inbox-marks.js';
import type { OrderStatus } from './order-statuses.js';
import type { MenuCounts } from './pages.js';

/** A change of one order, by a person or by the system. It carries no customer data. */
export type LiveChange = {
  id: number;
  /** The status before the change; null for a new order. */
  from: OrderStatus | null;
  to: OrderStatus;
  /** The holder's name, as `assign_to` in a row. */
  holder: string | null;
  /** The version after the change. A row with this version or a later one already includes the change. */
  version: number;
  /** The name of who made the change; null for a new order. */
  by: string | null;
  /** The id of the member who held it until this change; null when the holder did not change. */
  held: number | null;
};

/** Whether an order's card is due now (docs/orders.md#standing). */
export type LiveCard = { id: number; due: boolean };

/** What waits in an order's mailbox, a doubt about its card, or a request of its customer: whether lists mark it now. */
export type LiveMark = { id: number; mark: InboxMark | CardDoubt | 'request'; on: boolean };

/** Something happened to an order: the row of its activity, null for a complete download by the customer. */
export type LiveHappening = { id: number; activity: number | null };

/** Who looks at an order, each member once; empty: nobody any more. */
export type OrderLooks = { order_id: number; who: { name: string; writing: boolean }[] };

/** What a tab looks at; null: at no order. */
export type Looking = { tab: string; orderId: number | null; writing: boolean };

/**
 * The events of the stream at `routes.live` (server-sent events, for staff), by name. The `data` of each is JSON.
 *
 * - `hello` comes first on every stream, and again whenever the server may have missed a change. The screen may be out of
 *   date: reload list and counts. After the first `hello` no reload is needed if its `liveCursor` equals that of the page
 *   (pages.ts), because nothing changed between the two.
 * - `orders` has the changes of a short interval, in the order they happened.
 * - `cards` has the orders whose card became due, or no longer is, in that interval.
 * - `marks` has what lists mark orders with, or no longer do, in that interval, in the order it happened.
 * - `happenings` has whatever else happened to orders in that interval, for the pages that show one of them.
 * - `looks` has the orders at which somebody is new, gone, or begins or ends to write; after `hello` all that somebody looks
 *   at.
 * - `counts` follows a change within a second, at most once a second: all of them, with the member's own
 *   `myOrdersCount`.
 *
 * A comment every `heartbeatSeconds` keeps the connection open. The server ends the stream when the session ends, when it
 * shuts down, and when the browser doesn't keep up. The browser reconnects by itself after `retry`. It gets 401 when the
 * session is over, or 429 with more than `streamsPerMember` streams open; both end an EventSource for good.
 */
export type LiveEvents = {
  hello: { liveCursor: string };
  orders: LiveChange[];
  cards: LiveCard[];
  marks: LiveMark[];
  happenings: LiveHappening[];
  looks: OrderLooks[];
  counts: MenuCounts;
};

export const heartbeatSeconds = 15;
export const streamsPerMember = 20;

/** How often a tab reports the order it shows; two missed reports remove it. */
export const lookSeconds = 10;
export const lookEndsSeconds = 25;
