import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An erasure finds a value in JSON also behind the end of a line, and one that goes on in the next line. JSON writes a
 * line's end as a backslash and a letter; before, that letter counted as part of the word behind it.
 */
export class EraseWordsAtLines1766900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(withoutWords(mended));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(withoutWords(earlier));
  }
}

const withoutWords = (pattern: string) => `
  CREATE OR REPLACE FUNCTION without_words(doc jsonb, hidden text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN hidden IS NULL THEN doc ELSE regexp_replace(doc::text, ${pattern}, '…', 'gi')::jsonb END
  $$`;

// of JSON no mark that divides its texts is part of a value
const between = String.raw`[^[:alnum:]"\\{}:]`;
const earlier = `replace(hidden, '§', '${between}')`;
const mended = String.raw`replace(replace(hidden, '§', '(?:${between}|\\[bfnrt])'), '(?<![[:alnum:]])', '(?:(?<![[:alnum:]])|(?<=\\[bfnrt]))')`;
