-- Adds all orders of complained_cards to the table cards_complained. Only orders with a complaint in their mails are
-- looked at: hardly any has one. Called by src/seed/seed-orders.ts, which adds orders while triggers are off.
CREATE OR REPLACE FUNCTION fill_cards_complained() RETURNS void LANGUAGE sql AS $$
  INSERT INTO cards_complained
    SELECT order_id, doa FROM complained_cards
    WHERE order_id IN (SELECT order_id FROM mails WHERE state = 'complained')
    ON CONFLICT DO NOTHING
$$;
