import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How each card compares with its order. */
export class CompareCards1764560000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE documents
        ADD COLUMN verdict text,
        ADD COLUMN verdict_note text,
        ADD COLUMN override_reason text,
        ADD CONSTRAINT documents_verdict CHECK (verdict IN ('agrees', 'differs', 'unreadable')) NOT VALID`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE documents DROP COLUMN verdict, DROP COLUMN verdict_note, DROP COLUMN override_reason',
    );
  }
}
