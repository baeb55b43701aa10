-- Letters in the spelling that src/shared/find.ts gives a search (docs/screens.md#lists-and-search): Arabic and Persian
-- letters that are typed for each other, е for ё, ue for ü, ss for ß, d for đ. The last letters of the second text have
-- no letter in the third one: they are left out. test/orders/find.test.ts compares the two. Called by search_text_of
-- and src/orders/matches.queries.ts.
CREATE OR REPLACE FUNCTION folded_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN replace(replace(replace(replace(
  translate(words,
    U&'\0649\06CC\06A9\0629\06C0\06C1\0622\0623\0625\0671\0451\0111\0640\064B\064C\064D\064E\064F\0650\0651\0652\0670\200B\200C\200D\200E\200F',
    U&'\064A\064A\0643\0647\0647\0647\0627\0627\0627\0627\0435\0064'),
  U&'\00E4', 'ae'), U&'\00F6', 'oe'), U&'\00FC', 'ue'), U&'\00DF', 'ss');
