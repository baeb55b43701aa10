import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Triggers that notify PostgreSQL listeners (src/live/change-feed.ts) of every change of an order and every end of a session,
 * after the commit. The payload has no customer data; `holder` and `by` are members' names.
 */
export class TellOfChanges1764100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('orders', json_build_object(
          'id', NEW.id,
          'from', CASE WHEN TG_OP = 'UPDATE' THEN OLD.process_status END,
          'to', NEW.process_status,
          'holder', (SELECT name FROM members WHERE id = NEW.held_by),
          'version', NEW.version,
          'by', NEW.changed_by)::text);
        RETURN NULL;
      END $$;
      CREATE TRIGGER orders_tell_in AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION tell_of_order();
      CREATE TRIGGER orders_tell_change AFTER UPDATE ON orders FOR EACH ROW
        WHEN ((OLD.process_status, OLD.held_by, OLD.version) IS DISTINCT FROM (NEW.process_status, NEW.held_by, NEW.version))
        EXECUTE FUNCTION tell_of_order();

      CREATE FUNCTION tell_of_session() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('sessions', OLD.id::text);
        RETURN NULL;
      END $$;
      CREATE TRIGGER sessions_tell_end AFTER UPDATE OF ended_at ON sessions FOR EACH ROW
        WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION tell_of_session()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER sessions_tell_end ON sessions;
      DROP TRIGGER orders_tell_change ON orders;
      DROP TRIGGER orders_tell_in ON orders;
      DROP FUNCTION tell_of_session, tell_of_order`);
  }
}
