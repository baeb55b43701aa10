-- Keeps the row of `cards_due`: whose card is due (docs/orders.md#standing). Called by refresh_card_of_order and
-- refresh_card_of_row. The table is a narrow one: with a column of `orders` instead, each mail that is delivered would
-- write all its indexes.
-- The locks let no two changes of an order's card pass each other unseen. The order's row is locked before the advisory
-- lock is taken: the insert locks that row too, for its foreign key, and would wait there for a session that waits for
-- the advisory lock.
-- It is PL/pgSQL, because a session plans its statements once, where it plans those of an SQL function at each call.
CREATE OR REPLACE FUNCTION refresh_card(changed integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  due undelivered_cards;
BEGIN
  PERFORM FROM orders WHERE id = changed FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(1764640000, changed);
  SELECT * INTO due FROM undelivered_cards WHERE order_id = changed;
  IF NOT FOUND THEN
    DELETE FROM cards_due WHERE order_id = changed;
    RETURN;
  END IF;
  -- A row that is right is left alone: ON CONFLICT would lock it, which is a write. Nobody else changes it after this
  -- look, because whoever does holds the advisory lock.
  PERFORM FROM cards_due c WHERE c.order_id = changed AND (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at)
    IS NOT DISTINCT FROM (due.doa, due.listed_from, due.mail_id, due.mail_state, due.mail_at);
  IF FOUND THEN RETURN; END IF;
  INSERT INTO cards_due AS c (order_id, doa, listed_from, mail_id, mail_state, mail_at)
    VALUES (due.order_id, due.doa, due.listed_from, due.mail_id, due.mail_state, due.mail_at)
    ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa, listed_from = EXCLUDED.listed_from,
      mail_id = EXCLUDED.mail_id, mail_state = EXCLUDED.mail_state, mail_at = EXCLUDED.mail_at
    WHERE (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at) IS DISTINCT FROM
      (EXCLUDED.doa, EXCLUDED.listed_from, EXCLUDED.mail_id, EXCLUDED.mail_state, EXCLUDED.mail_at);
END;
$$;
