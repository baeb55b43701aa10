import type { MigrationInterface, QueryRunner } from 'typeorm';

const indexes: Record<string, string> = {
  // the audit screen, newest first, and its filters: by member, by action, by both
  activity_newest: 'INDEX activity_newest ON activity (create_ts DESC, id DESC)',
  activity_of_member: 'INDEX activity_of_member ON activity (member_id, create_ts DESC, id DESC)',
  activity_of_action: 'INDEX activity_of_action ON activity (action, create_ts DESC, id DESC)',
  activity_of_member_action: 'INDEX activity_of_member_action ON activity (member_id, action, create_ts DESC, id DESC)',
  // one row for each member, order and hour
  activity_one_view: `UNIQUE INDEX activity_one_view
    ON activity (member_id, order_id, date_trunc('hour', create_ts AT TIME ZONE 'UTC')) WHERE action = 'order.viewed'`,
};

/** Indexes for the audit screen (docs/people.md#audit). */
export class ReadTheAudit1764670100000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, made] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE ${made.replace('INDEX', 'INDEX CONCURRENTLY')}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(indexes)) await runner.query(`DROP INDEX ${name}`);
  }
}
