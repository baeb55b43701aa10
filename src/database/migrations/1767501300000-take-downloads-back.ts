import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A download that is taken back, because its connection was reset at its end, is one that the board and the open pages of the
 * order hear of (docs/evidence.md#downloads-and-evidence).
 */
export class TakeDownloadsBack1767501300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TRIGGER downloads_card_taken_back AFTER UPDATE OF complete ON downloads FOR EACH ROW
        WHEN (OLD.complete AND NOT NEW.complete AND NEW.actor = 'customer') EXECUTE FUNCTION refresh_card_of_row();
      CREATE TRIGGER downloads_tell_taken_back AFTER UPDATE OF complete ON downloads FOR EACH ROW
        WHEN (OLD.complete AND NOT NEW.complete AND NEW.actor = 'customer') EXECUTE FUNCTION tell_of_download()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER downloads_tell_taken_back ON downloads;
      DROP TRIGGER downloads_card_taken_back ON downloads`);
  }
}
