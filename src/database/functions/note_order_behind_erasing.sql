-- An order that comes in, or whose arrival changes, behind the place of the daily erasing waits for the next run
-- (docs/people.md#keeping-and-erasing). Runs after such an order is inserted or its arrival is updated. Nothing is
-- erased earlier than four weeks after the arrival, so an order with a later arrival can't be behind.
CREATE OR REPLACE FUNCTION note_order_behind_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM wait_for_erasing(NEW.id, NEW.doa, '{masked,documents}');
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_behind_erasing AFTER INSERT OR UPDATE OF doa ON orders FOR EACH ROW
  WHEN (NEW.doa < current_date - 21)
  EXECUTE FUNCTION note_order_behind_erasing();
