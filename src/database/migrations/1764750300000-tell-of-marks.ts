import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells open lists what waits in an order's mailbox, and whether its customer asks for something (src/shared/live.ts). */
export class TellOfMarks1764750300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_of_mark(order_id integer, mark text, is_on boolean) RETURNS void LANGUAGE sql AS $$
        SELECT pg_notify('marks', json_build_object('id', order_id, 'mark', mark, 'on', is_on,
          'transaction', pg_current_xact_id()::text)::text)
      $$;
      CREATE FUNCTION tell_of_inbox_mark() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' THEN PERFORM tell_of_mark(OLD.order_id, OLD.mark, false);
        ELSE PERFORM tell_of_mark(NEW.order_id, NEW.mark, true);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER inbox_marks_tell AFTER INSERT OR DELETE ON inbox_marks FOR EACH ROW
        EXECUTE FUNCTION tell_of_inbox_mark();
      CREATE FUNCTION tell_of_request() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM tell_of_mark(NEW.order_id, 'request', EXISTS (
          SELECT FROM order_requests r WHERE r.order_id = NEW.order_id AND r.handled_at IS NULL));
        RETURN NULL;
      END $$;
      CREATE TRIGGER order_requests_tell AFTER INSERT OR UPDATE OF handled_at ON order_requests FOR EACH ROW
        EXECUTE FUNCTION tell_of_request()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER inbox_marks_tell ON inbox_marks;
      DROP TRIGGER order_requests_tell ON order_requests;
      DROP FUNCTION tell_of_inbox_mark, tell_of_request, tell_of_mark`);
  }
}
