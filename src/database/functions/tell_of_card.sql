-- Tells open screens whether the card of an order is due (src/database/change-feed.ts). Runs after a due card changes
-- or is removed. `tell_of_new_cards` sends the same for new ones.
CREATE OR REPLACE FUNCTION tell_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cards', json_build_object(
    'id', CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END,
    'due', TG_OP <> 'DELETE',
    'transaction', pg_current_xact_id()::text)::text);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER cards_due_tell AFTER UPDATE OR DELETE ON cards_due FOR EACH ROW
  EXECUTE FUNCTION tell_of_card();
