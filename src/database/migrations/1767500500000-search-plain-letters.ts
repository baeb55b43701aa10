import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many orders one statement looks at. */
const batch = 10_000;

/**
 * The search has plain letters: those of full width as narrow ones, and one blank between words. So a name is found as it
 * is shown, however a shop wrote it (docs/screens.md#lists-and-search). A small index has the names that a shop wrote
 * otherwise.
 */
export class SearchPlainLetters1767500500000 implements MigrationInterface {
  readonly transaction = false;

  /** It can be run again after an aborted run. Each row is mended from itself, so a change at that moment is not lost. */
  async up(runner: QueryRunner): Promise<void> {
    // bound to its functions by RETURN, because an index is built without a search path
    await runner.query(`
      CREATE OR REPLACE FUNCTION search_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN lower(regexp_replace(normalize(words, NFKC), '\\s+', ' ', 'g'))`);
    await runner.query(searchTextOf((field) => `search_letters(${field})`));
    const [{ first, last }] = (await runner.query(
      'SELECT coalesce(min(id), 1) AS first, coalesce(max(id), 0) AS last FROM order_search',
    )) as [{ first: number; last: number }];
    for (let from = first; from <= last; from += batch) await runner.query(mended, [from, from + batch - 1]);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS order_search_respelled');
    await runner.query(`
      CREATE INDEX CONCURRENTLY order_search_respelled ON order_search (search_letters(full_name))
        WHERE search_letters(full_name) <> lower(full_name)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX order_search_respelled');
    await runner.query(searchTextOf((field) => field));
    await runner.query(`
      UPDATE order_search s SET search_text = t.text FROM orders o, LATERAL search_text_of(o.id, o.full_name,
        o.contact_email_address, o.phone_code || o.phone_number, o.passport_no, o.transaction_id) t (text)
      WHERE o.id = s.id AND s.search_text <> t.text`);
    await runner.query('DROP FUNCTION search_letters');
  }
}

/** Everything the search looks in, one field a line. */
function searchTextOf(written: (field: string) => string): string {
  return `
    CREATE OR REPLACE FUNCTION search_text_of(id integer, name text, address text, phone text, passport text, transaction text)
      RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN lower(id::text || E'\\n' || ${written('name')} || E'\\n' || ${written('address')} || E'\\n'
        || regexp_replace(phone, '[^0-9]', '', 'g') || E'\\n' || ${written('passport')} || E'\\n'
        || ${written("coalesce(transaction, '')")})`;
}

/** The rows in which something is not plain: other letters than ASCII's, or blanks side by side. */
const mended = `
  UPDATE order_search SET search_text = (
    SELECT string_agg(search_letters(field), E'\\n' ORDER BY place)
    FROM string_to_table(
      replace(search_text, E'\\n' || lower(full_name) || E'\\n', E'\\n' || search_letters(full_name) || E'\\n'), E'\\n'
    ) WITH ORDINALITY fields (field, place)
  )
  WHERE id BETWEEN $1 AND $2 AND (search_text ~ '[^!-~ \\n]|  ' OR position(E'\\n' IN full_name) > 0)`;
