-- Adds all orders of undelivered_cards to the table cards_due (docs/orders.md#standing). An order that is Completed and
-- has arrived without a mail on record was imported, and counts as delivered. Called by src/seed/seed-orders.ts, which
-- adds orders while triggers are off.
CREATE OR REPLACE FUNCTION fill_cards_due() RETURNS void LANGUAGE sql AS $$
  INSERT INTO cards_due (order_id, doa, listed_from, mail_id, mail_state, mail_at)
    SELECT u.* FROM undelivered_cards u JOIN orders o ON o.id = u.order_id
    WHERE NOT (o.process_status = 'Completed' AND o.doa < (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date
      AND u.mail_id IS NULL)
    ON CONFLICT DO NOTHING
$$;
