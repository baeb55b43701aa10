-- Renews a lease by what its holder types on the order. Runs after a draft is added or changes. The form of the team is
-- the only one that is not about an order.
CREATE OR REPLACE FUNCTION renew_lease_by_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_lease(NEW.about, NEW.member_id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER drafts_renew_lease AFTER INSERT OR UPDATE ON drafts FOR EACH ROW
  WHEN (NEW.form <> 'member')
  EXECUTE FUNCTION renew_lease_by_draft();
