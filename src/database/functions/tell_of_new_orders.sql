-- Tells open screens of new orders, all of a statement at once. Runs after orders are inserted. The payload is that of
-- tell_of_order.
CREATE OR REPLACE FUNCTION tell_of_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('orders', json_build_object(
    'id', a.id, 'from', NULL, 'to', a.process_status, 'holder', m.name, 'version', a.version, 'by', a.changed_by,
    'held', NULL)::text)
  FROM added a LEFT JOIN members m ON m.id = a.held_by ORDER BY a.id;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_tell_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tell_of_new_orders();
