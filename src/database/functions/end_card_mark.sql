-- Ends the mark that a card came by mail and was not sent yet (src/shared/inbox-marks.ts): a card was sent, the found
-- one or another. Runs after a row of documents is added.
CREATE OR REPLACE FUNCTION end_card_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM inbox_marks WHERE order_id = NEW.order_id AND mark = 'card';
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER documents_card_mark AFTER INSERT ON documents FOR EACH ROW
  EXECUTE FUNCTION end_card_mark();
