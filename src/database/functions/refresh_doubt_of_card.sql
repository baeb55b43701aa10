-- Refreshes the mark of an order whose card is in doubt. Runs after a card is uploaded, and after a card that came by
-- mail is noted or gets another verdict.
CREATE OR REPLACE FUNCTION refresh_doubt_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refresh_card_doubt(NEW.order_id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER documents_card_doubt AFTER INSERT ON documents FOR EACH ROW
  EXECUTE FUNCTION refresh_doubt_of_card();

CREATE OR REPLACE TRIGGER inbound_files_card_doubt AFTER INSERT OR UPDATE OF verdict ON inbound_files FOR EACH ROW
  WHEN (NEW.kind = 'card')
  EXECUTE FUNCTION refresh_doubt_of_card();
