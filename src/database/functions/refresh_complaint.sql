-- Keeps the row of `cards_complained`: whether the customer complained about the newest mail with the card
-- (docs/mail.md#customers-without-their-card). Finding these orders among all complaints ever made takes longer each
-- year. Called by refresh_card_of_order and refresh_card_of_row, with the locks of refresh_card. Only an order that has
-- a complaint in its mails is looked at for one: hardly any has. It is PL/pgSQL, because a session plans its statements
-- once, where it plans those of an SQL function at each call.
CREATE OR REPLACE FUNCTION refresh_complaint(changed integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  complained complained_cards;
BEGIN
  IF EXISTS (SELECT FROM mails WHERE order_id = changed AND state = 'complained') THEN
    SELECT * INTO complained FROM complained_cards WHERE order_id = changed;
  END IF;
  IF complained.order_id IS NULL THEN
    DELETE FROM cards_complained WHERE order_id = changed;
    RETURN;
  END IF;
  INSERT INTO cards_complained AS c VALUES (complained.order_id, complained.doa)
    ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa WHERE c.doa <> EXCLUDED.doa;
END;
$$;
