import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of mail that bring a card, as in 1764640000000-watch-cards. */
const cardMail = `kind IN ('approval', 'resend', 'upload', 'download-link')`;

/**
 * The orders whose customer complained about the newest mail with the card, in a narrow table of their own
 * (docs/mail.md#customers-without-their-card). Finding them among all complaints ever made takes longer each year.
 */
export class WatchComplaints1764680100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, functions, fill]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refresh_card_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_card(NEW.id);
        RETURN NULL;
      END $$;
      CREATE OR REPLACE FUNCTION refresh_card_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_card(CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END);
        RETURN NULL;
      END $$;
      DROP FUNCTION refresh_complaint, fill_cards_complained;
      DROP VIEW complained_cards;
      DROP TABLE cards_complained`);
  }
}

const tables = `
  CREATE TABLE IF NOT EXISTS cards_complained (
    order_id integer PRIMARY KEY REFERENCES orders,
    doa date NOT NULL
  );
  -- the list, nearest arrival first
  CREATE INDEX IF NOT EXISTS cards_complained_by_arrival ON cards_complained (doa, order_id);`;

const functions = `
  CREATE OR REPLACE VIEW complained_cards AS
    SELECT o.id AS order_id, o.doa
    FROM orders o LEFT JOIN LATERAL (SELECT max(id) AS id FROM documents WHERE order_id = o.id) d ON true
      JOIN LATERAL (SELECT state FROM mails WHERE order_id = o.id AND ${cardMail} ORDER BY id DESC LIMIT 1) m
        ON m.state = 'complained'
    WHERE o.process_status NOT IN ('Refunds', 'Deleted')
      AND NOT EXISTS (SELECT FROM card_outcomes c WHERE c.order_id = o.id AND c.doa = o.doa)
      AND NOT EXISTS (SELECT FROM downloads x WHERE x.order_id = o.id AND x.actor = 'customer' AND x.complete
        AND x.document_id = d.id AND x.document_id > coalesce(o.outdated_card, 0));

  -- called with the locks of refresh_card
  CREATE OR REPLACE FUNCTION refresh_complaint(changed integer) RETURNS void LANGUAGE sql AS $$
    DELETE FROM cards_complained WHERE order_id = changed
      AND NOT EXISTS (SELECT FROM complained_cards WHERE order_id = changed);
    INSERT INTO cards_complained AS c SELECT order_id, doa FROM complained_cards WHERE order_id = changed
      ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa WHERE c.doa <> EXCLUDED.doa
  $$;
  CREATE OR REPLACE FUNCTION refresh_card_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM refresh_card(NEW.id);
    PERFORM refresh_complaint(NEW.id);
    RETURN NULL;
  END $$;
  CREATE OR REPLACE FUNCTION refresh_card_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    changed integer := CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END;
  BEGIN
    PERFORM refresh_card(changed);
    PERFORM refresh_complaint(changed);
    RETURN NULL;
  END $$;

  -- all orders, for a table that lacks them
  CREATE OR REPLACE FUNCTION fill_cards_complained() RETURNS void LANGUAGE sql AS $$
    INSERT INTO cards_complained
      SELECT order_id, doa FROM complained_cards
      WHERE order_id IN (SELECT order_id FROM mails WHERE state = 'complained')
      ON CONFLICT DO NOTHING
  $$;`;

/** The complaints that are there already. The second statement removes what was settled while the first one read. */
const fill = `
  SELECT fill_cards_complained();
  DELETE FROM cards_complained c WHERE NOT EXISTS (SELECT FROM complained_cards u WHERE u.order_id = c.order_id)`;
