-- A text in small letters without marks: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel signs. Letters that
-- have no form without an accent are replaced. Called by order_words. The body is a RETURN, so that it is bound to its
-- functions: an index is built without a search path.
CREATE OR REPLACE FUNCTION plain_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(
  translate(
    regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670]', '', 'g'),
    'øłđıħŧ', 'oldiht'),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
