-- Adds new orders to the board of due cards (docs/orders.md#standing). They have no mail and no download. One that
-- comes in Completed was imported, and counts as delivered. Runs once after each INSERT into orders.
CREATE OR REPLACE FUNCTION add_due_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO cards_due (order_id, doa, listed_from)
    SELECT id, doa, least(processing_date, doa - 1) FROM added
    WHERE process_status NOT IN ('Refunds', 'Deleted', 'Completed');
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER orders_card_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION add_due_cards();
