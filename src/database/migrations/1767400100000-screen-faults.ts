import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often a part of a screen could not be shown in a member's browser, by day, for the operator's page. It holds no text of
 * the error, because that may name a customer. A row is kept for 30 days.
 */
export class ScreenFaults1767400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE screen_faults (
      day date NOT NULL DEFAULT current_date,
      screen text NOT NULL,
      part text NOT NULL,
      n integer NOT NULL DEFAULT 1,
      last_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (day, screen, part))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE screen_faults');
  }
}
