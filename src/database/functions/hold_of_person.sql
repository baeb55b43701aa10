-- Why an order of a person may not be erased now; null when it may: it is frozen, or it is not settled and has not
-- arrived yet (docs/people.md#a-persons-data). Called by erase_person and src/retention/persons.queries.ts.
CREATE OR REPLACE FUNCTION hold_of_person(o orders) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(frozen_because(o.id), CASE
    WHEN o.process_status NOT IN ('Completed', 'Refunds', 'Deleted')
      AND o.doa >= (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date
    THEN 'unfinished' END)
$$;
