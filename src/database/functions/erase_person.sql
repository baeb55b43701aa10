-- Erases one order of a request that one Admin made and another confirmed (docs/people.md#a-persons-data). Returns
-- 'done', 'nothing', or why the order is left as it is. Called by src/retention/persons.queries.ts. The application may
-- not change the tables of evidence: this function does so with the rights of the owner, and does nothing else.
CREATE OR REPLACE FUNCTION erase_person(request integer, of_order integer) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
  o orders;
  hold text;
  erasure integer;
BEGIN
  SELECT orders.* INTO o FROM orders, person_requests r
  WHERE orders.id = of_order
    AND r.id = request AND r.confirmed_by IS NOT NULL AND r.done_at IS NULL AND r.withdrawn_at IS NULL
    AND r.mailbox IN (mailbox_of(orders.contact_email_address), mailbox_of(orders.email)) FOR UPDATE OF orders;
  IF o.id IS NULL THEN RETURN 'nothing'; END IF;
  hold := hold_of_person(o);
  IF hold IS NOT NULL THEN RETURN hold; END IF;

  erasure := begin_erasure(of_order, 'person');
  UPDATE erasures SET request_id = request WHERE id = erasure;
  PERFORM erase_rows_of_person(o);
  PERFORM end_erasure(erasure, 'order.erased', 'System');
  RETURN 'done';
END;
$$;

-- the application alone, which gets the right by its role
REVOKE ALL ON FUNCTION erase_person(integer, integer) FROM PUBLIC;
