import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A change of an order writes into the tallies whose sums it changes, and not into all three. */
export class TallyWhatChanged1765900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tallyOrders("TG_OP <> 'UPDATE' OR"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(tallyOrders('true OR'));
  }
}

const differs = (keys: string) => `(${keys.replaceAll('#', 'OLD')}) IS DISTINCT FROM (${keys.replaceAll('#', 'NEW')})`;

function tallyOrders(always: string): string {
  return `
  CREATE OR REPLACE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    in_queues boolean := ${always} ${differs('#.process_status, #.process_month')};
    in_countries boolean := ${always}
      ${differs("#.process_status = 'Deleted', #.create_ts, #.nationality, #.processing_mode")};
    in_processed boolean := ${always} ${differs('#.processed_by, #.processed_at')};
  BEGIN
    IF TG_OP <> 'INSERT' THEN
      IF in_queues THEN
        INSERT INTO queue_tally VALUES
          (OLD.process_status, CASE WHEN OLD.process_status = 'Future' THEN OLD.process_month END, -1);
      END IF;
      IF in_countries AND OLD.process_status <> 'Deleted' THEN
        INSERT INTO country_tally VALUES ((OLD.create_ts AT TIME ZONE 'UTC')::date, OLD.nationality, OLD.processing_mode, -1);
      END IF;
      IF in_processed AND OLD.processed_by IS NOT NULL AND OLD.processed_at IS NOT NULL THEN
        INSERT INTO processed_tally VALUES ((OLD.processed_at AT TIME ZONE 'UTC')::date, OLD.processed_by, -1);
      END IF;
    END IF;
    IF TG_OP <> 'DELETE' THEN
      IF in_queues THEN
        INSERT INTO queue_tally VALUES
          (NEW.process_status, CASE WHEN NEW.process_status = 'Future' THEN NEW.process_month END, 1);
      END IF;
      IF in_countries AND NEW.process_status <> 'Deleted' THEN
        INSERT INTO country_tally VALUES ((NEW.create_ts AT TIME ZONE 'UTC')::date, NEW.nationality, NEW.processing_mode, 1);
      END IF;
      IF in_processed AND NEW.processed_by IS NOT NULL AND NEW.processed_at IS NOT NULL THEN
        INSERT INTO processed_tally VALUES ((NEW.processed_at AT TIME ZONE 'UTC')::date, NEW.processed_by, 1);
      END IF;
    END IF;
    RETURN NULL;
  END $$`;
}
