import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lists that members have saved under a name (src/saved-views). `query` is that of the list's address. */
export class SaveViews1764700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE saved_views (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        member_id integer NOT NULL REFERENCES members,
        name text NOT NULL,
        queue text NOT NULL,
        query jsonb NOT NULL,
        shared boolean NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX saved_views_of_member ON saved_views (member_id, lower(name));
      CREATE INDEX saved_views_shared ON saved_views (id) WHERE shared`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE saved_views');
  }
}
