-- What a row of the activity changed, with the values of these fields erased; null for null. Called by mask_order and
-- erase_rows_of_person.
CREATE OR REPLACE FUNCTION changes_erased(changes jsonb, fields text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_object_agg(field, CASE WHEN field = ANY(fields) THEN '{"from": "erased", "to": "erased"}' ELSE sides END)
  FROM jsonb_each(changes) AS c (field, sides)
$$;
