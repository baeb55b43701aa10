-- Adds due cards to the tally of the board, all of a statement at once. Runs after due cards are inserted. `tally_card`
-- counts what becomes of them.
CREATE OR REPLACE FUNCTION tally_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO board_tally (listed_from, n) SELECT listed_from, count(*) FROM added GROUP BY 1;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER cards_due_tally_in AFTER INSERT ON cards_due REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tally_new_cards();
