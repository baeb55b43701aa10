-- A card, another file or a mail of an order that had none when the daily erasing passed it: the order waits for the
-- next run (docs/people.md#keeping-and-erasing). Runs after a card is uploaded or taken by the script, after a member
-- adds a file, and after a mail comes in or gets its order.
-- Nothing is erased earlier than four weeks after the arrival, so an order with a later arrival can't have been passed.
CREATE OR REPLACE FUNCTION note_file_behind_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE arrival CONSTANT date := (SELECT doa FROM orders WHERE id = NEW.order_id);
BEGIN
  IF arrival < current_date - 21 THEN PERFORM wait_for_erasing(NEW.order_id, arrival, '{documents}'); END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER documents_behind_erasing AFTER INSERT ON documents FOR EACH ROW
  EXECUTE FUNCTION note_file_behind_erasing();

CREATE OR REPLACE TRIGGER order_files_behind_erasing AFTER INSERT ON order_files FOR EACH ROW
  EXECUTE FUNCTION note_file_behind_erasing();

CREATE OR REPLACE TRIGGER inbound_mails_behind_erasing AFTER INSERT OR UPDATE OF order_id ON inbound_mails FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL)
  EXECUTE FUNCTION note_file_behind_erasing();

CREATE OR REPLACE TRIGGER inbound_files_behind_erasing AFTER INSERT ON inbound_files FOR EACH ROW
  WHEN (NEW.mail_id IS NULL)
  EXECUTE FUNCTION note_file_behind_erasing();
