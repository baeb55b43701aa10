-- Notes the networks that members signed in from. They outlive the sessions, because packs must know them
-- (docs/evidence.md#what-a-pack-may-say). A network counts once the sign-in is complete: at once, with the proof of the
-- second factor, or when no factor is asked for any more. So who knows only a password adds none
-- (docs/people.md#alarms-of-the-audit). Runs after a session begins, is used, or gets its proof.
CREATE OR REPLACE FUNCTION note_member_network() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ip <> '' AND (NEW.factor_at IS NOT NULL OR NOT EXISTS (
      SELECT FROM factors WHERE member_id = NEW.member_id AND confirmed_at IS NOT NULL
      UNION ALL SELECT FROM factor_roles JOIN members ON type = role WHERE members.id = NEW.member_id)) THEN
    INSERT INTO member_networks (network) VALUES (network_of(NEW.ip)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER sessions_note_network AFTER INSERT ON sessions FOR EACH ROW
  EXECUTE FUNCTION note_member_network();

CREATE OR REPLACE TRIGGER sessions_note_network_later AFTER UPDATE OF factor_at, last_used_at ON sessions FOR EACH ROW
  EXECUTE FUNCTION note_member_network();
