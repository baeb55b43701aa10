-- A text without the words that a pattern of hidden_words finds. Called by hide_words and end_person_request, which
-- erase what says who a customer is (docs/people.md#keeping-and-erasing).
CREATE OR REPLACE FUNCTION without_words(words text, hidden text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN hidden IS NULL THEN words
    ELSE regexp_replace(words, replace(hidden, '§', '[^[:alnum:]]'), '…', 'gi') END
$$;

-- The same of JSON. No mark that divides its texts is part of a value. JSON writes the end of a line as a backslash and
-- a letter: a value is found also behind that letter, which is no part of the word, and when it goes on in the next
-- line.
CREATE OR REPLACE FUNCTION without_words(doc jsonb, hidden text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN hidden IS NULL THEN doc
    ELSE regexp_replace(doc::text,
      replace(replace(hidden, '§', '(?:[^[:alnum:]"\\{}:]|\\[bfnrt])'),
        '(?<![[:alnum:]])', '(?:(?<![[:alnum:]])|(?<=\\[bfnrt]))'),
      '…', 'gi')::jsonb END
$$;
