import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What follows a change of an order's card asks once whether the card is due, and not twice. Both functions are PL/pgSQL:
 * a session plans their statements once, where it plans those of an SQL function at each call.
 */
export class LookAtCardsOnce1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refresh_card(changed integer) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        due undelivered_cards;
      BEGIN
        PERFORM FROM orders WHERE id = changed FOR KEY SHARE;
        PERFORM pg_advisory_xact_lock(1764640000, changed);
        SELECT * INTO due FROM undelivered_cards WHERE order_id = changed;
        IF NOT FOUND THEN
          DELETE FROM cards_due WHERE order_id = changed;
          RETURN;
        END IF;
        INSERT INTO cards_due AS c (order_id, doa, listed_from, mail_id, mail_state, mail_at)
          VALUES (due.order_id, due.doa, due.listed_from, due.mail_id, due.mail_state, due.mail_at)
          ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa, listed_from = EXCLUDED.listed_from,
            mail_id = EXCLUDED.mail_id, mail_state = EXCLUDED.mail_state, mail_at = EXCLUDED.mail_at
          WHERE (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at) IS DISTINCT FROM
            (EXCLUDED.doa, EXCLUDED.listed_from, EXCLUDED.mail_id, EXCLUDED.mail_state, EXCLUDED.mail_at);
      END $$;

      CREATE OR REPLACE FUNCTION refresh_complaint(changed integer) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        complained complained_cards;
      BEGIN
        SELECT * INTO complained FROM complained_cards WHERE order_id = changed;
        IF NOT FOUND THEN
          DELETE FROM cards_complained WHERE order_id = changed;
          RETURN;
        END IF;
        INSERT INTO cards_complained AS c VALUES (complained.order_id, complained.doa)
          ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa WHERE c.doa <> EXCLUDED.doa;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refresh_card(changed integer) RETURNS void LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM orders WHERE id = changed FOR KEY SHARE;
        PERFORM pg_advisory_xact_lock(1764640000, changed);
        DELETE FROM cards_due WHERE order_id = changed
          AND NOT EXISTS (SELECT FROM undelivered_cards WHERE order_id = changed);
        INSERT INTO cards_due AS c (order_id, doa, listed_from, mail_id, mail_state, mail_at)
          SELECT order_id, doa, listed_from, mail_id, mail_state, mail_at FROM undelivered_cards WHERE order_id = changed
          ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa, listed_from = EXCLUDED.listed_from,
            mail_id = EXCLUDED.mail_id, mail_state = EXCLUDED.mail_state, mail_at = EXCLUDED.mail_at
          WHERE (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at) IS DISTINCT FROM
            (EXCLUDED.doa, EXCLUDED.listed_from, EXCLUDED.mail_id, EXCLUDED.mail_state, EXCLUDED.mail_at);
      END $$;

      CREATE OR REPLACE FUNCTION refresh_complaint(changed integer) RETURNS void LANGUAGE sql AS $$
        DELETE FROM cards_complained WHERE order_id = changed
          AND NOT EXISTS (SELECT FROM complained_cards WHERE order_id = changed);
        INSERT INTO cards_complained AS c SELECT order_id, doa FROM complained_cards WHERE order_id = changed
          ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa WHERE c.doa <> EXCLUDED.doa
      $$`);
  }
}
