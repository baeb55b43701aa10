-- Adds new orders to `order_search`, all of a statement at once. Runs after orders are inserted. `note_order_search`
-- keeps them from then on.
CREATE OR REPLACE FUNCTION note_new_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_search (id, create_ts, process_status, process_month, full_name, passport_no, search_text)
    SELECT a.id, a.create_ts, a.process_status, a.process_month, a.full_name, a.passport_no,
      search_text_of(a.id, a.full_name, a.contact_email_address, a.phone_code || a.phone_number, a.passport_no,
        a.transaction_id)
    FROM added a;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_search_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION note_new_order_search();
