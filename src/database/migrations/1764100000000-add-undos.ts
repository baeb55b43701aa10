import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What members may undo (src/orders/undo.service.ts): each undo serves once, and its own member alone. */
export class AddUndos1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE undos (
        token uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        member_id integer NOT NULL REFERENCES members,
        changes jsonb NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE undos');
  }
}
