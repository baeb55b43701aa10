import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The `Idempotency-Key`s of 24 hours, each with the answer its request got (src/platform/idempotency). */
export class AddIdempotencyKeys1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE idempotency_keys (
        caller text NOT NULL,
        key text NOT NULL,
        request_hash text NOT NULL,
        attempt integer NOT NULL DEFAULT 1,
        alive_at timestamptz NOT NULL DEFAULT now(),
        wrote boolean NOT NULL DEFAULT false,
        answer json,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (caller, key)
      )`);
    await runner.query('CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE idempotency_keys');
  }
}
