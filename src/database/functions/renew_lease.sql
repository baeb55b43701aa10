-- Begins a member's lease of an order again, because the member works on it (docs/orders.md#next-order). Called by
-- renew_lease_by_activity and renew_lease_by_draft. At most one write a minute. A lease that is locked is being renewed
-- or ended already. It is PL/pgSQL, because a session plans its statement once and not at each activity of a member.
CREATE OR REPLACE FUNCTION renew_lease(worked_on integer, worker integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE leases SET until = now() + length WHERE order_id = (
    SELECT order_id FROM leases
    WHERE order_id = worked_on AND member_id = worker AND until < now() + length - interval '1 minute'
    FOR UPDATE SKIP LOCKED
  );
END;
$$;
