import { ofMailbox } from './of-mailbox.js';

/**
 * The other paid orders with the mailbox or the card of an order, made within 30 days of it, the earliest first: for
 * a dispute that says one charge was made twice (docs/evidence.md#packs). One index serves each part.
 * @param order the alias of the order in the statement
 */
export function siblingsOf(order: string, most: number): string {
  const found = (same: string) =>
    `(SELECT id, create_ts, transaction_id, passport_no FROM orders WHERE ${same}
        AND create_ts BETWEEN ${order}.create_ts - interval '30 days' AND ${order}.create_ts + interval '30 days'
        AND id <> ${order}.id AND paid_at IS NOT NULL AND process_status <> 'Deleted'
      ORDER BY create_ts LIMIT ${most})`;
  const { contact } = ofMailbox(`mailbox_of(${order}.contact_email_address)`);
  return `${[...contact, `card_fingerprint = ${order}.card_fingerprint`].map(found).join('\n    UNION ')}
    ORDER BY create_ts, id LIMIT ${most}`;
}
