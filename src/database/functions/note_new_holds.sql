-- Adds the new orders that are held to `holds`, all of a statement at once. Runs after orders are inserted. `note_hold`
-- keeps them from then on.
CREATE OR REPLACE FUNCTION note_new_holds() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holds (order_id, member_id, held_since, create_ts, is_open)
    SELECT a.id, a.held_by, a.held_since, a.create_ts, a.process_status NOT IN ('Refunds', 'Completed', 'Deleted')
    FROM added a WHERE a.held_by IS NOT NULL;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_hold_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION note_new_holds();
