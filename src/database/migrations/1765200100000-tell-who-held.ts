import type { MigrationInterface, QueryRunner } from 'typeorm';

/** `held` is the member who held an order until now, so that a take-over is told (docs/orders.md#holds). */
export class TellWhoHeld1765200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      tellOfOrder(`,
          'held', CASE WHEN TG_OP = 'UPDATE' AND OLD.held_by IS DISTINCT FROM NEW.held_by
            THEN (SELECT name FROM members WHERE id = OLD.held_by) END`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(tellOfOrder(''));
  }
}

/** As in 1764100100000-tell-of-changes, with more fields. */
function tellOfOrder(more: string): string {
  return `
      CREATE OR REPLACE FUNCTION tell_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('orders', json_build_object(
          'id', NEW.id,
          'from', CASE WHEN TG_OP = 'UPDATE' THEN OLD.process_status END,
          'to', NEW.process_status,
          'holder', (SELECT name FROM members WHERE id = NEW.held_by),
          'version', NEW.version,
          'by', NEW.changed_by${more})::text);
        RETURN NULL;
      END $$`;
}
