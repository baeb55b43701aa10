import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A new card is due although the customer downloaded the one before it (docs/mail.md#customers-without-their-card). */
export class WatchNewCards1765200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER documents_card AFTER INSERT ON documents FOR EACH ROW EXECUTE FUNCTION refresh_card_of_row()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER documents_card ON documents');
  }
}
