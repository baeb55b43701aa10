import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The holds that members lost by what others did, until the member is told (docs/orders.md#holds). The live feed names the
 * member who lost a hold by id.
 */
export class NoteLostHolds1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE lost_holds (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        member_id integer NOT NULL REFERENCES members,
        order_id integer NOT NULL REFERENCES orders,
        taken_by text NOT NULL,
        -- who has the order now; null: nobody
        holder text,
        status text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX lost_holds_of_member ON lost_holds (member_id, order_id);

      CREATE FUNCTION note_lost_hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        -- who has the order again has lost nothing
        DELETE FROM lost_holds WHERE order_id = NEW.id AND member_id IN (OLD.held_by, NEW.held_by);
        INSERT INTO lost_holds (member_id, order_id, taken_by, holder, status)
          SELECT lost.id, NEW.id, NEW.changed_by, holder.name, NEW.process_status
          FROM members lost LEFT JOIN members holder ON holder.id = NEW.held_by
          WHERE lost.id = OLD.held_by AND lost.deleted_at IS NULL
            AND (NEW.changed_by <> lost.name OR NEW.changed_by = holder.name);
        RETURN NULL;
      END $$;
      CREATE TRIGGER note_lost_hold AFTER UPDATE ON orders FOR EACH ROW
        WHEN (OLD.held_by IS DISTINCT FROM NEW.held_by) EXECUTE FUNCTION note_lost_hold()`);
    await runner.query(tellOfOrder('OLD.held_by'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(tellOfOrder('(SELECT name FROM members WHERE id = OLD.held_by)'));
    await runner.query('DROP TRIGGER note_lost_hold ON orders; DROP FUNCTION note_lost_hold(); DROP TABLE lost_holds');
  }
}

/** As in 1765200100000-tell-who-held. @param held who lost a hold by the change */
function tellOfOrder(held: string): string {
  return `
      CREATE OR REPLACE FUNCTION tell_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM pg_notify('orders', json_build_object(
          'id', NEW.id,
          'from', CASE WHEN TG_OP = 'UPDATE' THEN OLD.process_status END,
          'to', NEW.process_status,
          'holder', (SELECT name FROM members WHERE id = NEW.held_by),
          'version', NEW.version,
          'by', NEW.changed_by,
          'held', CASE WHEN TG_OP = 'UPDATE' AND OLD.held_by IS DISTINCT FROM NEW.held_by THEN ${held} END)::text);
        RETURN NULL;
      END $$`;
}
