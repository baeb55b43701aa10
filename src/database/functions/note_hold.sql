-- Keeps the row of `holds`: which orders are held, in a narrow table. So no index of `orders` has the holder, and
-- taking an order or giving it back is a HOT update of its row, which writes no index. Runs after a held order, or its
-- holder, changes in what `holds` has of it.
CREATE OR REPLACE FUNCTION note_hold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.held_by IS NULL THEN
    DELETE FROM holds WHERE order_id = NEW.id;
  ELSE
    INSERT INTO holds (order_id, member_id, held_since, create_ts, is_open)
      VALUES (NEW.id, NEW.held_by, NEW.held_since, NEW.create_ts,
        NEW.process_status NOT IN ('Refunds', 'Completed', 'Deleted'))
      ON CONFLICT (order_id) DO UPDATE SET member_id = excluded.member_id, held_since = excluded.held_since,
        create_ts = excluded.create_ts, is_open = excluded.is_open;
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_hold_change AFTER UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.held_by IS NOT NULL OR NEW.held_by IS NOT NULL)
    AND (OLD.held_by, OLD.held_since, OLD.create_ts, OLD.process_status NOT IN ('Refunds', 'Completed', 'Deleted'))
      IS DISTINCT FROM
      (NEW.held_by, NEW.held_since, NEW.create_ts, NEW.process_status NOT IN ('Refunds', 'Completed', 'Deleted')))
  EXECUTE FUNCTION note_hold();
