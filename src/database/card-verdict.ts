/**
 * How the card of order `o` compares with it, in SQL: the newest card that no amendment made outdated, else the newest one
 * that came by mail; null without a card (docs/form.md#the-card-must-be-this-orders). An order whose card differs or
 * could not be read has a mark, too (functions/refresh_card_doubt.sql).
 */
export const cardVerdict = `coalesce(
  (SELECT coalesce(d.verdict, 'not compared') FROM documents d
   WHERE d.order_id = o.id AND d.id > coalesce(o.outdated_card, 0) ORDER BY d.id DESC LIMIT 1),
  (SELECT coalesce(f.verdict, 'not compared') FROM inbound_files f
   WHERE f.order_id = o.id AND f.kind = 'card' ORDER BY f.id DESC LIMIT 1))`;
