-- Copies the orders with these ids into the table order_search. Called by src/seed/seed-orders.ts, which adds orders
-- while triggers are off.
CREATE OR REPLACE FUNCTION fill_order_search(first integer, last integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO order_search (id, create_ts, process_status, process_month, full_name, passport_no, search_text)
    SELECT o.id, o.create_ts, o.process_status, o.process_month, o.full_name, o.passport_no,
      search_text_of(o.id, o.full_name, o.contact_email_address, o.phone_code || o.phone_number, o.passport_no,
        o.transaction_id)
    FROM orders o WHERE o.id BETWEEN first AND last
    ON CONFLICT (id) DO NOTHING
$$;
