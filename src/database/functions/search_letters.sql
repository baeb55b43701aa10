-- A text as the search has it: in small letters, those of full width as narrow ones, and one blank between words. So a
-- name is found as it is shown, however a shop wrote it (docs/screens.md#lists-and-search). Called by search_text_of
-- and src/orders/matches.queries.ts, and by the index `order_search_respelled`; `searchLetters` in src/shared/find.ts
-- does the same to what is typed. The body is a RETURN, so that it is bound to its functions: an index is built without
-- a search path.
CREATE OR REPLACE FUNCTION search_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN lower(regexp_replace(normalize(words, NFKC), '\s+', ' ', 'g'));
