import { type Sql, sql } from './sql.js';

/** A row of a list: its order, and the row's own id where a row is no order. */
export type Neighbour = { orderId: number; rowId: number | null };
/** The rows beside one of a list; null at the ends. */
export type Neighbours = { previous: Neighbour | null; next: Neighbour | null };

/** What `beside` asks for. */
export type BesideRow = Record<'previousOrder' | 'previousRow' | 'nextOrder' | 'nextRow', number | null>;

/**
 * The rows before and after one of a list. They are of other orders, because an order's page leads to the next page.
 * @param here one row with `order_id`, and with `a` and `b`, by which the list is sorted; the list needn't have it any more
 * @param list its rows, with `row_id` beside these
 */
export function beside(here: Sql, list: Sql): Sql {
  return sql`SELECT p.order_id AS "previousOrder", p.row_id AS "previousRow", n.order_id AS "nextOrder",
      n.row_id AS "nextRow"
    FROM (${here}) h
      LEFT JOIN LATERAL (SELECT l.order_id, l.row_id FROM (${list}) l
        WHERE l.order_id <> h.order_id AND (l.a, l.b) < (h.a, h.b) ORDER BY l.a DESC, l.b DESC LIMIT 1) p ON true
      LEFT JOIN LATERAL (SELECT l.order_id, l.row_id FROM (${list}) l
        WHERE l.order_id <> h.order_id AND (l.a, l.b) > (h.a, h.b) ORDER BY l.a, l.b LIMIT 1) n ON true`;
}

/** The answer to `beside`; without a row there are none. */
export function toNeighbours([row]: BesideRow[]): Neighbours {
  const neighbour = (orderId: number | null = null, rowId: number | null = null) => orderId && { orderId, rowId };
  return {
    previous: neighbour(row?.previousOrder, row?.previousRow) || null,
    next: neighbour(row?.nextOrder, row?.nextRow) || null,
  };
}
