import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds orders by the words of the name and by the passport number, for the command bar (docs/screens.md#finding-an-order):
 * words in any order, by their beginning, without marks, in any script; the passport number without blanks.
 */
export class FindOrdersByWords1764660300000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    // A body by RETURN is bound to its functions now: an index is built without a search path.
    // Marks: Latin, Greek and Cyrillic accents, Hebrew and Arabic vowel signs. Letters that have no accentless form are replaced.
    await runner.query(`
      CREATE OR REPLACE FUNCTION plain_letters(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN replace(replace(replace(
          translate(
            regexp_replace(normalize(lower(words), NFKD), '[\\u0300-\\u036F\\u0591-\\u05C7\\u064B-\\u065F\\u0670]', '', 'g'),
            'øłđıħŧ', 'oldiht'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION order_words(words text, passport text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN array_to_tsvector(array_remove(
          regexp_split_to_array(plain_letters(words), '[^[:alnum:]]+')
            || left(regexp_replace(plain_letters(passport), '[^[:alnum:]]+', '', 'g'), 200), ''))`);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_words');
    await runner.query(
      'CREATE INDEX CONCURRENTLY orders_words ON orders USING gin (order_words(full_name, passport_no))',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX orders_words');
    await runner.query('DROP FUNCTION order_words, plain_letters');
  }
}
