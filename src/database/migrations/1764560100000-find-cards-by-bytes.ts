import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the same file is the card of another order, too. */
export class FindCardsByBytes1764560100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // an invalid index that an aborted run left
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS documents_by_sha256');
    await runner.query('CREATE INDEX CONCURRENTLY documents_by_sha256 ON documents (sha256)');
    await runner.query('ALTER TABLE documents VALIDATE CONSTRAINT documents_verdict');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX documents_by_sha256');
  }
}
