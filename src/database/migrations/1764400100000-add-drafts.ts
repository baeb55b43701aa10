import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What members have typed but not sent (src/drafts). `about` is the id of the order or member that a form is about, 0 for
 * none.
 */
export class AddDrafts1764400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE drafts (
        member_id integer NOT NULL REFERENCES members,
        form text NOT NULL,
        about integer NOT NULL,
        fields jsonb NOT NULL,
        revision uuid NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (member_id, form, about)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE drafts');
  }
}
