import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A lease is renewed without writing an index: the table has a row for each order that a member holds by a lease, so the job
 * that ends leases reads it whole. The function is PL/pgSQL, because a session plans its statement once and not at each
 * activity of a member.
 */
export class RenewLeasesInPlace1766510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX leases_ended;
      -- room for the new version of a row beside the old one
      ALTER TABLE leases SET (fillfactor = 70);
      ${renewLease('plpgsql', ['BEGIN', 'END'])}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${renewLease('sql', ['', ''])};
      ALTER TABLE leases RESET (fillfactor);
      CREATE INDEX leases_ended ON leases (until)`);
  }
}

// at most one write a minute; a lease that is locked is being renewed or ended already
const renewLease = (language: string, [begin, end]: [string, string]) => `
  CREATE OR REPLACE FUNCTION renew_lease(worked_on integer, worker integer) RETURNS void LANGUAGE ${language} AS $$
  ${begin}
    UPDATE leases SET until = now() + length WHERE order_id = (
      SELECT order_id FROM leases
      WHERE order_id = worked_on AND member_id = worker AND until < now() + length - interval '1 minute'
      FOR UPDATE SKIP LOCKED
    );
  ${end} $$`;
