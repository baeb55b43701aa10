-- Counts the orders of the board by the day on which they come on it, so that the menu sums a row for each day and does
-- not count the orders. Runs after a due card is removed or gets another first day on the board. Each change writes a
-- delta in its own transaction: the sums are exact at every moment, and no two changes wait for one counter's row.
-- src/orders/tallies.queries.ts folds the deltas.
CREATE OR REPLACE FUNCTION tally_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO board_tally (listed_from, n) VALUES (OLD.listed_from, -1);
  IF TG_OP = 'UPDATE' THEN INSERT INTO board_tally (listed_from, n) VALUES (NEW.listed_from, 1); END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER cards_due_tally_change AFTER UPDATE ON cards_due FOR EACH ROW
  WHEN (OLD.listed_from IS DISTINCT FROM NEW.listed_from)
  EXECUTE FUNCTION tally_card();

CREATE OR REPLACE TRIGGER cards_due_tally_out AFTER DELETE ON cards_due FOR EACH ROW
  EXECUTE FUNCTION tally_card();
