-- Keeps the looks at the charge and the corrections append-only for every role, the owner included. An erasure of the order
-- that runs in this transaction takes address, place and device of a row, and nothing else (docs/people.md#a-persons-data). Runs
-- before such a row is updated or deleted.
CREATE OR REPLACE FUNCTION refuse_origin_but_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE erasure integer := nullif(current_setting('retention.erasure', true), '')::integer;
BEGIN
  IF TG_OP = 'DELETE'
    OR NOT EXISTS (SELECT FROM erasures WHERE id = erasure AND order_id = OLD.order_id AND activity_id IS NULL)
    OR (NEW.id, NEW.order_id, NEW.visitor_session_id, NEW.create_ts, NEW.ip, NEW.place, NEW.user_agent)
      IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.visitor_session_id, OLD.create_ts, '', '', '') THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER charge_views_append_only BEFORE UPDATE OR DELETE ON charge_views FOR EACH ROW
  EXECUTE FUNCTION refuse_origin_but_erasing();

CREATE OR REPLACE TRIGGER corrections_append_only BEFORE UPDATE OR DELETE ON corrections FOR EACH ROW
  EXECUTE FUNCTION refuse_origin_but_erasing();
