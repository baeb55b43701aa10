-- Tells open screens of the cards that became due, all of a statement at once. Runs after due cards are inserted. The
-- payload is that of tell_of_card.
CREATE OR REPLACE FUNCTION tell_of_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cards', json_build_object(
    'id', order_id, 'due', true, 'transaction', pg_current_xact_id()::text)::text)
  FROM added ORDER BY order_id;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER cards_due_tell_in AFTER INSERT ON cards_due REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION tell_of_new_cards();
