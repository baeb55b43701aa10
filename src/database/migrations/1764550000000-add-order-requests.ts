import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What customers ask for on their order's page, and when they looked at what the charge is for (docs/visitors.md#requests). */
export class AddOrderRequests1764550000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE order_requests (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id integer NOT NULL REFERENCES orders,
        kind text NOT NULL CHECK (kind IN ('refund', 'card', 'flight')),
        text text NOT NULL DEFAULT '',
        visitor_session_id uuid NOT NULL REFERENCES visitor_sessions,
        ip text NOT NULL,
        place text NOT NULL DEFAULT '',
        user_agent text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now(),
        handled_at timestamptz,
        handled_by text,
        CHECK ((handled_at IS NULL) = (handled_by IS NULL))
      );
      -- the requests of an order, newest first
      CREATE INDEX order_requests_of_order ON order_requests (order_id, id DESC);
      -- the same request sent twice is one row until a member has handled it; also which orders have open requests
      CREATE UNIQUE INDEX order_requests_open ON order_requests (order_id, kind, md5(text)) WHERE handled_at IS NULL;

      CREATE TABLE charge_views (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id integer NOT NULL REFERENCES orders,
        visitor_session_id uuid NOT NULL REFERENCES visitor_sessions,
        ip text NOT NULL,
        place text NOT NULL DEFAULT '',
        user_agent text NOT NULL,
        create_ts timestamptz NOT NULL DEFAULT now()
      );
      -- the views of an order, newest first, and a session's last one
      CREATE INDEX charge_views_of_order ON charge_views (order_id, id DESC);
      CREATE TRIGGER charge_views_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON charge_views
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE charge_views, order_requests');
  }
}
