-- Adds all held orders to the table holds. Called by src/seed/seed-orders.ts, which adds orders while triggers are off.
CREATE OR REPLACE FUNCTION fill_holds() RETURNS void LANGUAGE sql AS $$
  -- locked, so that an order which is given back at the same time is not noted as held; in the order of all locks
  INSERT INTO holds (order_id, member_id, held_since, create_ts, is_open)
    SELECT o.id, o.held_by, o.held_since, o.create_ts, o.process_status NOT IN ('Refunds', 'Completed', 'Deleted')
    FROM (SELECT * FROM orders WHERE held_by IS NOT NULL ORDER BY id FOR SHARE) o
    ON CONFLICT (order_id) DO NOTHING
$$;
