-- One pattern for all of these patterns, as pattern_of makes them; null when there is none. without_words takes what it
-- finds out of a text. Called by mask_order, erase_rows_of_person and end_person_request.
CREATE OR REPLACE FUNCTION hidden_words(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT '(?<![[:alnum:]])(?:' || nullif(array_to_string(array_remove(patterns, NULL), '|'), '') || ')(?![[:alnum:]])'
$$;
