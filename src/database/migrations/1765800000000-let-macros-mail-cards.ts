import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kind of mail that a macro sends. A macro of the version before has a question or no mail, and null here. */
export class LetMacrosMailCards1765800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE macros ADD COLUMN mail text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE macros DROP COLUMN mail');
  }
}
