-- Begins an erasure: adds its row, and names it in the setting `retention.erasure` until the transaction ends. By this
-- refuse_change_but_erasing and refuse_origin_but_erasing know that words may be taken out of rows that nobody may
-- change. Called by erase_by_age, erase_person and end_person_request; the last one has no order.
CREATE OR REPLACE FUNCTION begin_erasure(of_order integer, what text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  erasure integer;
BEGIN
  INSERT INTO erasures (order_id, kind) VALUES (of_order, what) RETURNING id INTO erasure;
  PERFORM set_config('retention.erasure', erasure::text, true);
  RETURN erasure;
END;
$$;
