import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TellOfRemarks1765400100000 } from './1765400100000-tell-of-remarks.js';

/**
 * Tells the open pages of an order what happened to it, whatever it was: a card, a remark, a mail that came in or bounced, a
 * download (src/shared/live.ts). Who looked at it is left out, because a page that is read again notes a look. Remarks need no
 * notification of their own any more.
 */
export class TellWhatHappened1767500700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER remarks_tell ON remarks;
      DROP FUNCTION tell_of_remark();
      CREATE FUNCTION tell_of_activity() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- a notification holds 8,000 bytes at most
        PERFORM pg_notify('happenings', json_build_object('transaction', pg_current_xact_id()::text,
          'orders', json_agg(json_build_array(order_id, id)))::text)
        FROM (
          SELECT order_id, id, row_number() OVER (ORDER BY id) / 200 AS part FROM added
          WHERE order_id IS NOT NULL
            AND action NOT IN ('order.received', 'order.viewed', 'passport.shown', 'file.fetched')
        ) told GROUP BY part;
        RETURN NULL;
      END $$;
      CREATE TRIGGER activity_tell_pages AFTER INSERT ON activity REFERENCING NEW TABLE AS added FOR EACH STATEMENT
        EXECUTE FUNCTION tell_of_activity();
      CREATE FUNCTION tell_of_download() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('happenings', json_build_object('transaction', pg_current_xact_id()::text,
          'orders', json_build_array(json_build_array(NEW.order_id, NULL)))::text);
        RETURN NULL;
      END $$;
      CREATE TRIGGER downloads_tell_pages AFTER UPDATE OF complete ON downloads FOR EACH ROW
        WHEN (NEW.complete AND NOT OLD.complete AND NEW.actor = 'customer') EXECUTE FUNCTION tell_of_download()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER downloads_tell_pages ON downloads;
      DROP TRIGGER activity_tell_pages ON activity;
      DROP FUNCTION tell_of_download, tell_of_activity`);
    await new TellOfRemarks1765400100000().up(runner);
  }
}
