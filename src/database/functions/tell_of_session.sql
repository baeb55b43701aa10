-- Notifies the channel `sessions` (src/database/change-feed.ts) that a member's session ended, so that every process
-- ends its open streams (src/live/live.service.ts). Runs after a session gets its end.
CREATE OR REPLACE FUNCTION tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('sessions', OLD.id::text);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER sessions_tell_end AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
  WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION tell_of_session();
