-- The moment at which a day begins in Kuala Lumpur. Called by statistic_facts and submittable_from.
CREATE OR REPLACE FUNCTION kl_begin(day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT day::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur'
$$;
