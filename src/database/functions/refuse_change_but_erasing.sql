-- Keeps the activity append-only for every role, the owner included. Words may be taken out of a row by an erasure of
-- its order that runs in this transaction, and nothing else (docs/people.md#keeping-and-erasing). Runs before a row of
-- the activity is updated or deleted. It notes the hash of what the row has then, which end_erasure puts into the
-- activity.
CREATE OR REPLACE FUNCTION refuse_change_but_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE erasure integer := nullif(current_setting('retention.erasure', true), '')::integer;
BEGIN
  IF TG_OP = 'DELETE'
    OR NOT EXISTS (SELECT FROM erasures
      WHERE id = erasure AND order_id IS NOT DISTINCT FROM OLD.order_id AND activity_id IS NULL)
    OR (NEW.id, NEW.order_id, NEW.member_id, NEW.actor, NEW.action, NEW.create_ts)
      IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.member_id, OLD.actor, OLD.action, OLD.create_ts) THEN
    RAISE EXCEPTION 'activity is append-only' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO erased_activity (activity_id, erasure_id, sha256)
  VALUES (OLD.id, erasure, encode(sha256(convert_to(activity_content(NEW), 'UTF8')), 'hex'))
  ON CONFLICT (activity_id, erasure_id) DO UPDATE SET sha256 = excluded.sha256;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER activity_append_only BEFORE UPDATE OR DELETE ON activity FOR EACH ROW
  EXECUTE FUNCTION refuse_change_but_erasing();
