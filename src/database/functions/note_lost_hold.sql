-- Notes that a member lost an order by what somebody else did, until the member is told (docs/orders.md#holds);
-- src/orders/lost-holds.queries.ts reads the notes. Runs after the holder of an order changes. Who gave the order back
-- or handed it on has lost nothing.
CREATE OR REPLACE FUNCTION note_lost_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- who has the order again has lost nothing
  DELETE FROM lost_holds WHERE order_id = NEW.id AND member_id IN (OLD.held_by, NEW.held_by);
  INSERT INTO lost_holds (member_id, order_id, taken_by, holder, status)
    SELECT lost.id, NEW.id, NEW.changed_by, holder.name, NEW.process_status
    FROM members lost LEFT JOIN members holder ON holder.id = NEW.held_by
    WHERE lost.id = OLD.held_by AND lost.deleted_at IS NULL
      AND (NEW.changed_by <> lost.name OR NEW.changed_by = holder.name);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER note_lost_hold AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.held_by IS DISTINCT FROM NEW.held_by)
  EXECUTE FUNCTION note_lost_hold();
