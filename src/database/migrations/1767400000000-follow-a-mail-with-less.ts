import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What follows each mail asks for less. Only an order that has a complaint in its mails is looked at for one: hardly any
 * has. The days of a mail whose counts change are marked by one statement.
 */
export class FollowAMailWithLess1767400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      refreshComplaint("EXISTS (SELECT FROM mails WHERE order_id = changed AND state = 'complained')"),
    );
    await runner.query(`
      -- The mail, and whether the card came in time.
      CREATE OR REPLACE FUNCTION mark_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        arrival date := (SELECT doa FROM orders WHERE id = NEW.order_id);
      BEGIN
        IF TG_OP = 'INSERT' THEN
          PERFORM mark_days(kl_day(NEW.sent_at), kl_day(NEW.state_at), arrival);
          RETURN NULL;
        END IF;
        PERFORM mark_days(kl_day(OLD.sent_at), kl_day(OLD.state_at), kl_day(NEW.sent_at), kl_day(NEW.state_at), arrival);
        -- the first card may be that of another mail now
        IF OLD.sent_at IS NOT NULL AND OLD.sent_at IS DISTINCT FROM NEW.sent_at THEN PERFORM mark_order(NEW.order_id); END IF;
        RETURN NULL;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(refreshComplaint('true'));
    await runner.query(`
      CREATE OR REPLACE FUNCTION mark_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN
          PERFORM mark_days(kl_day(OLD.sent_at), kl_day(OLD.state_at));
          -- the first card may be that of another mail now
          IF OLD.sent_at IS NOT NULL AND OLD.sent_at IS DISTINCT FROM NEW.sent_at THEN PERFORM mark_order(NEW.order_id); END IF;
        END IF;
        PERFORM mark_days(kl_day(NEW.sent_at), kl_day(NEW.state_at), (SELECT doa FROM orders WHERE id = NEW.order_id));
        RETURN NULL;
      END $$`);
  }
}

/** @param mayHave SQL condition: the order `changed` is looked at for a complaint */
function refreshComplaint(mayHave: string): string {
  return `
  CREATE OR REPLACE FUNCTION refresh_complaint(changed integer) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    complained complained_cards;
  BEGIN
    IF ${mayHave} THEN
      SELECT * INTO complained FROM complained_cards WHERE order_id = changed;
    END IF;
    IF complained.order_id IS NULL THEN
      DELETE FROM cards_complained WHERE order_id = changed;
      RETURN;
    END IF;
    INSERT INTO cards_complained AS c VALUES (complained.order_id, complained.doa)
      ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa WHERE c.doa <> EXCLUDED.doa;
  END $$`;
}
