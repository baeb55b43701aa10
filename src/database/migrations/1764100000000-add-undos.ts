import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The ways back from what members have just done (src/orders/undo.service.ts): each spent once, by its member alone. */
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
