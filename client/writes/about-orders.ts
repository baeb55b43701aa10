import type { Outcome } from '@/writes/send';
import type { BulkResult } from '@shared/orders';
import { parseOrderId } from '@shared/order-id';
import { routes } from '@shared/routes';

/**
 * The ids of the orders that a write is about: from its answer, else from its body, else from the page that is `shown`.
 * @param shown the path of the page where it was pressed
 */
export function ordersOf(body: object, outcome: Outcome<unknown>, shown: string): number[] {
  const named = ordersIn(outcome.data ?? {});
  if (named.length > 0) return named;

  const { orderId } = body as { orderId?: unknown };
  const asked = [orderId].flat().flatMap((id) => parseOrderId(id) || []);
  const page = routes.order('');
  return asked.length > 0 || !shown.startsWith(page) ? asked : [parseOrderId(shown.slice(page.length)) || []].flat();
}

/** The orders of the result of a change, changed or not. */
export function ordersIn({ done = [], failed = [] }: Partial<BulkResult>): number[] {
  return [...done, ...failed.map(({ order_id }) => order_id)].filter(Boolean);
}

/** `102121`, or `3 orders`; nothing when there is none. */
export function whichOrders(orders: readonly number[]): string | undefined {
  const different = new Set(orders);
  const [only] = different;
  if (only === undefined) return undefined;
  return different.size > 1 ? `${different.size.toLocaleString('en')} orders` : String(only);
}

/** What a message lacks to say which order it is about, or how many: `Order 102121: `, `3 orders: `. */
export function saysWhich(message: string, orders: readonly number[] = []): string {
  const which = whichOrders(orders);
  if (!which || message.includes(which)) return '';
  return which.endsWith('s') ? `${which}: ` : `Order ${which}: `;
}
