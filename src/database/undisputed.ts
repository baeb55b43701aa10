/**
 * Whether an order can't stand as an undisputed one: it was disputed, refunded or refunded in part, voided, or taken back
 * (docs/evidence.md#what-a-pack-may-say).
 * @param order the alias of the order in the statement
 */
export function spoilt(order: string): string {
  return `(${order}.disputed_at IS NOT NULL OR ${order}.refund_date IS NOT NULL OR ${order}.refund_amount IS NOT NULL
    OR ${order}.process_status IN ('Refunds', 'Deleted')
    OR EXISTS (SELECT FROM disputes d WHERE d.order_id = ${order}.id)
    OR EXISTS (SELECT FROM remarks r WHERE r.order_id = ${order}.id AND (r.voided OR r.chargeback OR r.status_refund)))`;
}
