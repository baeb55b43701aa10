-- A pattern that finds a value in any spelling: with other marks between its parts; null for a value of fewer than five
-- letters and digits. Of a number each character is a part. § is what may be between two parts: without_words puts that
-- in. Called by mask_order, erase_rows_of_person and end_person_request, which give the patterns to hidden_words.
CREATE OR REPLACE FUNCTION pattern_of(value text, is_number boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN length(regexp_replace(value, '[^[:alnum:]]', '', 'g')) >= 5 THEN array_to_string(
    CASE WHEN is_number THEN regexp_split_to_array(regexp_replace(value, '[^[:alnum:]]+', '', 'g'), '')
      ELSE array_remove(regexp_split_to_array(value, '[^[:alnum:]]+'), '') END,
    CASE WHEN is_number THEN '§{0,2}' ELSE '§{1,3}' END) END
$$;
