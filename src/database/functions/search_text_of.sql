-- Everything the search looks in, one field a line so that no match spans two; in small letters
-- (docs/screens.md#lists-and-search). The last line is the name in its second spelling, where it has one. Called by
-- note_new_order_search, note_order_search, fill_order_search and src/system/data-checks.queries.ts.
CREATE OR REPLACE FUNCTION search_text_of(id integer, name text, address text, phone text, passport text,
  transaction text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(id::text || E'\n' || search_letters(name) || E'\n' || search_letters(address) || E'\n'
  || regexp_replace(phone, '[^0-9]', '', 'g') || E'\n' || search_letters(passport) || E'\n'
  || search_letters(coalesce(transaction, ''))
  || CASE WHEN folded_letters(search_letters(name)) <> search_letters(name)
    THEN E'\n' || folded_letters(search_letters(name)) ELSE '' END);
