import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The activity refers to members without a foreign key. The key locked the member's row for each record, which wrote 54
 * bytes of WAL, and more for two transactions of one member at once. Members are never deleted: the application's role has no
 * right to (`admit` in migrate.ts), and an account that is closed keeps its row.
 */
export class LockNoMember1767300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '300ms'");
    await runner.query('ALTER TABLE activity DROP CONSTRAINT IF EXISTS activity_member_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE activity ADD CONSTRAINT activity_member_id_fkey FOREIGN KEY (member_id) REFERENCES members',
    );
  }
}
