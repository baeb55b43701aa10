import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which row a stored file belongs to, for the sweep of those that belong to none: without an index it reads whole tables. */
const indexes = {
  documents_by_key: 'documents (storage_key)',
  packs_by_key: 'packs (storage_key) WHERE storage_key IS NOT NULL',
  // any other file that a mail carries is a document's
  mails_by_invoice: `mails (attachment_key) WHERE kind = 'invoice'`,
};

export class FindFilesByKey1764300000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [name, of] of Object.entries(indexes)) {
      // an invalid index that an aborted run left
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${of}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX ${Object.keys(indexes).join(', ')}`);
  }
}
