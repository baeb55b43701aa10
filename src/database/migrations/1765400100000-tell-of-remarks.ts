import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells open call sheets of new and withdrawn remarks: how a call ended may change nothing else (src/shared/live.ts). */
export class TellOfRemarks1765400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION tell_of_remark() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        of integer := CASE TG_OP WHEN 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
      BEGIN
        -- only the call sheet listens
        IF EXISTS (SELECT FROM orders WHERE id = of AND process_status = 'Contact Customer') THEN
          PERFORM pg_notify('remarks', json_build_object('id', of, 'transaction', pg_current_xact_id()::text)::text);
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER remarks_tell AFTER INSERT OR DELETE ON remarks FOR EACH ROW EXECUTE FUNCTION tell_of_remark()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER remarks_tell ON remarks; DROP FUNCTION tell_of_remark()');
  }
}
