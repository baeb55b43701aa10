import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders one statement looks at. */
const batch = 10_000;

/**
 * The search has a name in its second spelling too: Arabic and Persian letters that are typed for each other, е for ё, ue for
 * ü, ss for ß, d for đ (docs/screens.md#lists-and-search). The line of it comes last, so what was searched before is where it was.
 */
export class SearchEitherSpelling1767501200000 implements MigrationInterface {
  readonly transaction = false;

  /** It can be run again after an aborted run. Each row is mended from itself, so a change at that moment is not lost. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(foldedLetters);
    await runner.query(
      searchTextOf(`|| CASE WHEN folded_letters(search_letters(name)) <> search_letters(name)
      THEN E'\\n' || folded_letters(search_letters(name)) ELSE '' END`),
    );
    const [{ first, last }] = (await runner.query(
      'SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM order_search',
    )) as [{ first: number; last: number }];
    for (let from = first; from <= last; from += batch)
      await runner.query(
        `UPDATE order_search SET search_text = search_text || E'\\n' || folded_letters(search_letters(full_name))
         WHERE id BETWEEN $1 AND $2 AND full_name ~ '[^ -~]'
           AND folded_letters(search_letters(full_name)) <> search_letters(full_name)
           AND right(search_text, length(folded_letters(search_letters(full_name))) + 1)
             <> E'\\n' || folded_letters(search_letters(full_name))`,
        [from, from + batch - 1],
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(searchTextOf(''));
    await runner.query(`
      UPDATE order_search s SET search_text = t.text FROM orders o, LATERAL search_text_of(o.id, o.full_name,
        o.contact_email_address, o.phone_code || o.phone_number, o.passport_no, o.transaction_id) t (text)
      WHERE o.id = s.id AND s.search_text <> t.text`);
    await runner.query('DROP FUNCTION folded_letters');
  }
}

/** Letters in the spelling that src/shared/find.ts gives a search; the last ones of the second text are left out. */
const foldedLetters = `
  CREATE OR REPLACE FUNCTION folded_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN replace(replace(replace(replace(
      translate(words,
        U&'\\0649\\06CC\\06A9\\0629\\06C0\\06C1\\0622\\0623\\0625\\0671\\0451\\0111\\0640\\064B\\064C\\064D\\064E\\064F\\0650\\0651\\0652\\0670\\200B\\200C\\200D\\200E\\200F',
        U&'\\064A\\064A\\0643\\0647\\0647\\0647\\0627\\0627\\0627\\0627\\0435\\0064'),
      U&'\\00E4', 'ae'), U&'\\00F6', 'oe'), U&'\\00FC', 'ue'), U&'\\00DF', 'ss')`;

/** Everything the search looks in, one field a line; `second` is the line of the second spelling. */
function searchTextOf(second: string): string {
  return `
    CREATE OR REPLACE FUNCTION search_text_of(id integer, name text, address text, phone text, passport text, transaction text)
      RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(id::text || E'\\n' || search_letters(name) || E'\\n' || search_letters(address) || E'\\n'
        || regexp_replace(phone, '[^0-9]', '', 'g') || E'\\n' || search_letters(passport) || E'\\n'
        || search_letters(coalesce(transaction, ''))${second ? ` ${second}` : ''})`;
}
