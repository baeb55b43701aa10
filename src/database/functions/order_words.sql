-- The words by which the command bar finds an order (docs/screens.md#finding-an-order): those of the name, without
-- marks, in any script, and the passport number without blanks. Called by src/orders/find.queries.ts and by the index
-- `order_search_words`. The body is a RETURN, so that it is bound to its functions: an index is built without a search
-- path.
CREATE OR REPLACE FUNCTION order_words(words text, passport text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(array_remove(
  regexp_split_to_array(plain_letters(words), '[^[:alnum:]]+')
    || left(regexp_replace(plain_letters(passport), '[^[:alnum:]]+', '', 'g'), 200), ''));
