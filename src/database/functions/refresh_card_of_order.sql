-- Sees whether the card of an order is due, and whether its customer complained. Runs after the status, the arrival,
-- the processing date or the outdated card of an order changes. refresh_complaint needs the locks that refresh_card
-- takes.
CREATE OR REPLACE FUNCTION refresh_card_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_card(NEW.id);
  PERFORM refresh_complaint(NEW.id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_card_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.process_status, OLD.doa, OLD.processing_date, OLD.outdated_card) IS DISTINCT FROM
    (NEW.process_status, NEW.doa, NEW.processing_date, NEW.outdated_card))
  EXECUTE FUNCTION refresh_card_of_order();
