-- Renews a lease by what its holder does on the order. Runs after a row of activity by a member about an order is
-- added, so that every piece of work counts, whatever code makes it.
CREATE OR REPLACE FUNCTION renew_lease_by_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_lease(NEW.order_id, NEW.member_id);
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER activity_renew_lease AFTER INSERT ON activity FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND NEW.member_id IS NOT NULL)
  EXECUTE FUNCTION renew_lease_by_activity();
