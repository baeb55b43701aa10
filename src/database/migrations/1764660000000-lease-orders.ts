import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Since when an order is held, which holds are leases, and which orders a member has put behind
 * (docs/orders.md#next-order). Triggers keep the first two, so that every change of a holder and every piece of work counts,
 * whatever code makes it.
 */
export class LeaseOrders1764660000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders ADD COLUMN held_since timestamptz;

      CREATE TABLE leases (
        order_id integer PRIMARY KEY REFERENCES orders,
        member_id integer NOT NULL REFERENCES members,
        length interval NOT NULL,
        until timestamptz NOT NULL
      );
      -- the leases that have ended
      CREATE INDEX leases_ended ON leases (until);
      -- a member's leases
      CREATE INDEX leases_of_member ON leases (member_id);

      CREATE TABLE skips (
        member_id integer NOT NULL REFERENCES members,
        order_id integer NOT NULL REFERENCES orders,
        until timestamptz NOT NULL,
        PRIMARY KEY (member_id, order_id)
      );

      CREATE FUNCTION begin_hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.held_since := CASE WHEN NEW.held_by IS NOT NULL THEN now() END;
        DELETE FROM leases WHERE order_id = NEW.id;
        RETURN NEW;
      END $$;
      CREATE TRIGGER orders_begin_hold BEFORE UPDATE OF held_by ON orders FOR EACH ROW
        WHEN (OLD.held_by IS DISTINCT FROM NEW.held_by) EXECUTE FUNCTION begin_hold();

      -- at most one write a minute; a lease that is locked is being renewed or ended already
      CREATE FUNCTION renew_lease(worked_on integer, worker integer) RETURNS void LANGUAGE sql AS $$
        UPDATE leases SET until = now() + length WHERE order_id = (
          SELECT order_id FROM leases
          WHERE order_id = worked_on AND member_id = worker AND until < now() + length - interval '1 minute'
          FOR UPDATE SKIP LOCKED
        )
      $$;
      CREATE FUNCTION renew_lease_by_activity() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM renew_lease(NEW.order_id, NEW.member_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER activity_renew_lease AFTER INSERT ON activity FOR EACH ROW
        WHEN (NEW.order_id IS NOT NULL AND NEW.member_id IS NOT NULL) EXECUTE FUNCTION renew_lease_by_activity();
      CREATE FUNCTION renew_lease_by_draft() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM renew_lease(NEW.about, NEW.member_id);
        RETURN NULL;
      END $$;
      -- the form of the team is the only one that is not about an order
      CREATE TRIGGER drafts_renew_lease AFTER INSERT OR UPDATE ON drafts FOR EACH ROW
        WHEN (NEW.form <> 'member') EXECUTE FUNCTION renew_lease_by_draft()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER drafts_renew_lease ON drafts;
      DROP TRIGGER activity_renew_lease ON activity;
      DROP TRIGGER orders_begin_hold ON orders;
      DROP FUNCTION renew_lease_by_draft, renew_lease_by_activity, begin_hold;
      DROP FUNCTION renew_lease;
      DROP TABLE skips, leases;
      ALTER TABLE orders DROP COLUMN held_since`);
  }
}
