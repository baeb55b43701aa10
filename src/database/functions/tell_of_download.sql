-- Tells the open pages of an order that its customer downloaded the card, or that a download no longer counts, because
-- its connection was reset at its end (docs/evidence.md#downloads-and-evidence). Runs after a customer's download
-- becomes complete, or no longer is.
CREATE OR REPLACE FUNCTION tell_of_download() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('happenings', json_build_object('transaction', pg_current_xact_id()::text,
    'orders', json_build_array(json_build_array(NEW.order_id, NULL)))::text);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER downloads_tell_pages AFTER UPDATE OF complete ON downloads FOR EACH ROW
  WHEN (NEW.complete AND NOT OLD.complete AND NEW.actor = 'customer')
  EXECUTE FUNCTION tell_of_download();

CREATE OR REPLACE TRIGGER downloads_tell_taken_back AFTER UPDATE OF complete ON downloads FOR EACH ROW
  WHEN (OLD.complete AND NOT NEW.complete AND NEW.actor = 'customer')
  EXECUTE FUNCTION tell_of_download();
