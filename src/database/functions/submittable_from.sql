-- From when on an order could be submitted: it had come in, was paid, and its window was open. Called by
-- statistic_facts for the median times, and by mark_changed_order.
CREATE OR REPLACE FUNCTION submittable_from(o orders) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT greatest(o.create_ts, o.paid_at, kl_begin(o.processing_date))
$$;
