import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIn } from '../replace-in-function.js';

/**
 * An order keeps what the authority's form asks apart: the country of birth, the country of the last port, the kind of stay,
 * the second line of the address, and the rows of its lists that a member chose (docs/orders.md#amend-an-order).
 */
export class KeepWhatTheFormAsks1767602000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD COLUMN place_of_birth text, ADD COLUMN embarkation_country text,
        ADD COLUMN accommodation_type text, ADD COLUMN address2 text, ADD COLUMN form_choices jsonb NOT NULL DEFAULT '{}'`);
    for (const [name, before, after] of erased) await replaceIn(runner, name, before, after);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, before, after] of erased) await replaceIn(runner, name, after, before);
    await runner.query(`
      ALTER TABLE orders DROP COLUMN place_of_birth, DROP COLUMN embarkation_country, DROP COLUMN accommodation_type,
        DROP COLUMN address2, DROP COLUMN form_choices`);
  }
}

/**
 * What is erased with the birth date and the address of the stay, and what with the journey. A country is in no pattern: its
 * name in a text may be about anything.
 */
const erased = [
  ['mask_order', '^(Date of Birth|', '^(Date of Birth|Place of Birth|Kind of Stay|Address Line 2|'],
  [
    'mask_order',
    "fields CONSTANT text[] := '{Passport No.,",
    "fields CONSTANT text[] := '{Place of Birth,Address (in Malaysia),Address line 2,Passport No.,",
  ],
  ['mask_order', 'pattern_of(o.address, false),', 'pattern_of(o.address, false), pattern_of(o.address2, false),'],
  [
    'mask_order',
    'mrz = NULL, dob = NULL,',
    "mrz = NULL, dob = NULL, place_of_birth = NULL, accommodation_type = NULL, address2 = NULL, form_choices = '{}',",
  ],
  [
    'erase_rows_of_person',
    'last_port_embarkation = NULL,',
    'last_port_embarkation = NULL, embarkation_country = NULL,',
  ],
] as const;
