import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of mail that bring a card (src/shared/mail-kinds.ts; test/standing/standing.test.ts compares the two). */
const cardMail = `kind IN ('approval', 'resend', 'upload', 'download-link')`;

/**
 * The orders whose card is due, in a narrow table of their own (docs/orders.md#standing). A column of `orders` would write
 * all its indexes anew with each mail that is delivered. Triggers keep the table, each in the transaction of its change.
 */
export class WatchCards1764640000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statements of [tables, functions, triggers, fill]) await runner.query(statements);
    // customers who complained about a mail
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS mails_complained');
    await runner.query("CREATE INDEX CONCURRENTLY mails_complained ON mails (order_id) WHERE state = 'complained'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_card_in ON orders;
      DROP TRIGGER orders_card_change ON orders;
      DROP TRIGGER mails_card ON mails;
      DROP TRIGGER downloads_card ON downloads;
      DROP VIEW undelivered_cards;
      DROP INDEX mails_complained;
      DROP TABLE standing_alarms, card_outcomes, cards_due;
      DROP FUNCTION refresh_card, refresh_card_of_order, refresh_card_of_row, add_due_cards, fill_cards_due, tell_of_card`);
  }
}

const tables = `
  CREATE TABLE IF NOT EXISTS cards_due (
    order_id integer PRIMARY KEY REFERENCES orders,
    doa date NOT NULL,
    -- the first day on the board
    listed_from date NOT NULL,
    -- the newest mail with the card, which did not bring it
    mail_id integer REFERENCES mails,
    mail_state text,
    mail_at timestamptz,
    since timestamptz NOT NULL DEFAULT now()
  );
  -- the board, nearest arrival first; what arrives within a day
  CREATE INDEX IF NOT EXISTS cards_due_by_arrival ON cards_due (doa, order_id);
  -- how many orders the board has
  CREATE INDEX IF NOT EXISTS cards_due_listed ON cards_due (listed_from) INCLUDE (doa);

  -- customers whose card mail failed, or does not leave
  CREATE INDEX IF NOT EXISTS cards_due_undelivered ON cards_due (mail_at, order_id)
    WHERE mail_state IN ('failed', 'bounced', 'queued');

  -- what a member says became of a card that the product did not deliver, for this day of arrival
  CREATE TABLE IF NOT EXISTS card_outcomes (
    order_id integer NOT NULL REFERENCES orders,
    doa date NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('delivered otherwise', 'refund', 'not travelling')),
    member_id integer REFERENCES members,
    said_by text NOT NULL,
    create_ts timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (order_id, doa)
  );

  -- each alarm that was sent, once: an evening's, or the one for an order and its day of arrival
  CREATE TABLE IF NOT EXISTS standing_alarms (
    about text PRIMARY KEY,
    create_ts timestamptz NOT NULL DEFAULT now()
  )`;

const functions = `
  CREATE OR REPLACE VIEW undelivered_cards AS
    SELECT o.id AS order_id, o.doa, least(o.processing_date, o.doa - 1) AS listed_from, m.id AS mail_id,
      m.state AS mail_state, m.state_at AS mail_at
    FROM orders o LEFT JOIN LATERAL (SELECT max(id) AS id FROM documents WHERE order_id = o.id) d ON true
      LEFT JOIN LATERAL (SELECT id, state, state_at, document_id FROM mails
      WHERE order_id = o.id AND ${cardMail} ORDER BY id DESC LIMIT 1) m ON true
    WHERE o.process_status NOT IN ('Refunds', 'Deleted')
      AND NOT EXISTS (SELECT FROM card_outcomes c WHERE c.order_id = o.id AND c.doa = o.doa)
      -- a card from before the order was amended is none
      AND (m.state IS NULL OR m.state NOT IN ('sent', 'delivered', 'complained')
        OR coalesce(m.document_id, d.id) <= o.outdated_card)
      AND NOT EXISTS (SELECT FROM downloads x WHERE x.order_id = o.id AND x.actor = 'customer' AND x.complete
        AND x.document_id = d.id AND x.document_id > coalesce(o.outdated_card, 0));

  -- The locks let no two changes of an order's card pass each other unseen.
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

  -- New orders have no mail and no download. One that comes in Completed is history of an older system.
  CREATE OR REPLACE FUNCTION add_due_cards() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO cards_due (order_id, doa, listed_from)
      SELECT id, doa, least(processing_date, doa - 1) FROM added
      WHERE process_status NOT IN ('Refunds', 'Deleted', 'Completed');
    RETURN NULL;
  END $$;

  -- All orders, for a table that lacks them. One that was Completed and has arrived without a mail on record is history.
  CREATE OR REPLACE FUNCTION fill_cards_due() RETURNS void LANGUAGE sql AS $$
    INSERT INTO cards_due (order_id, doa, listed_from, mail_id, mail_state, mail_at)
      SELECT u.* FROM undelivered_cards u JOIN orders o ON o.id = u.order_id
      WHERE NOT (o.process_status = 'Completed' AND o.doa < (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date
        AND u.mail_id IS NULL)
      ON CONFLICT DO NOTHING
  $$;

  CREATE OR REPLACE FUNCTION tell_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify('cards', json_build_object(
      'id', CASE WHEN TG_OP = 'DELETE' THEN OLD.order_id ELSE NEW.order_id END,
      'due', TG_OP <> 'DELETE',
      'transaction', pg_current_xact_id()::text)::text);
    RETURN NULL;
  END $$`;

const triggers = `
  CREATE OR REPLACE TRIGGER orders_card_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION add_due_cards();
  CREATE OR REPLACE TRIGGER orders_card_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((OLD.process_status, OLD.doa, OLD.processing_date, OLD.outdated_card) IS DISTINCT FROM
      (NEW.process_status, NEW.doa, NEW.processing_date, NEW.outdated_card)) EXECUTE FUNCTION refresh_card_of_order();
  CREATE OR REPLACE TRIGGER mails_card AFTER INSERT OR UPDATE OF state ON mails FOR EACH ROW
    WHEN (NEW.order_id IS NOT NULL AND NEW.${cardMail}) EXECUTE FUNCTION refresh_card_of_row();
  CREATE OR REPLACE TRIGGER downloads_card AFTER INSERT OR UPDATE OF complete ON downloads FOR EACH ROW
    WHEN (NEW.complete AND NEW.actor = 'customer') EXECUTE FUNCTION refresh_card_of_row();
  CREATE OR REPLACE TRIGGER card_outcomes_card AFTER INSERT OR UPDATE OR DELETE ON card_outcomes FOR EACH ROW
    EXECUTE FUNCTION refresh_card_of_row();
  CREATE OR REPLACE TRIGGER cards_due_tell AFTER INSERT OR UPDATE OR DELETE ON cards_due FOR EACH ROW
    EXECUTE FUNCTION tell_of_card()`;

/** The orders that are there already. The second statement removes what was delivered while the first one read. */
const fill = `
  SELECT fill_cards_due();
  DELETE FROM cards_due c WHERE NOT EXISTS (SELECT FROM undelivered_cards u WHERE u.order_id = c.order_id)`;
