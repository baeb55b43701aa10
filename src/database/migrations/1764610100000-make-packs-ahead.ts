import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Packs that are made for many disputes at once, and packs that are made before anybody asks (src/disputes). */
export class MakePacksAhead1764610100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE packs ADD COLUMN asked_by text NOT NULL DEFAULT 'member';
      CREATE TABLE pack_batches (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        member_id integer NOT NULL REFERENCES members,
        made_by text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX pack_batches_of_member ON pack_batches (member_id, id);
      CREATE TABLE pack_batch_items (
        batch_id integer NOT NULL REFERENCES pack_batches,
        place integer NOT NULL,
        dispute_id integer NOT NULL REFERENCES disputes,
        pack_id integer REFERENCES packs,
        refusal text,
        PRIMARY KEY (batch_id, place)
      );
      -- the sweep finds batches whose job was lost
      CREATE INDEX pack_batch_items_open ON pack_batch_items (batch_id) WHERE pack_id IS NULL AND refusal IS NULL;
      -- what the order of a waiting dispute looked like when its pack was made ahead
      CREATE TABLE prepared_disputes (
        dispute_id integer PRIMARY KEY REFERENCES disputes,
        stamp text NOT NULL,
        seen_at timestamptz NOT NULL DEFAULT now(),
        done boolean NOT NULL DEFAULT false
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE prepared_disputes, pack_batch_items, pack_batches');
    await runner.query('ALTER TABLE packs DROP COLUMN asked_by');
  }
}
