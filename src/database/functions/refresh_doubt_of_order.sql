-- Refreshes the mark of an order whose card is in doubt. Runs after an amendment makes the card of an order outdated
-- (`outdated_card`).
CREATE OR REPLACE FUNCTION refresh_doubt_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_card_doubt(NEW.id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_card_doubt AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.outdated_card IS DISTINCT FROM NEW.outdated_card)
  EXECUTE FUNCTION refresh_doubt_of_order();
