import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A move of an order writes no row lock that nothing needs: ON CONFLICT locks the row that it then updates or leaves, and an
 * undo locked its member's row, though members are never deleted. The tally of the queues is read whole, because the fold
 * keeps it small; so its index goes. The search's table keeps room for a new version of a row on pages that are written from
 * now on.
 */
export class LockLessAtAMove1767200000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS queue_tally_sum');
    await runner.query('ALTER TABLE undos DROP CONSTRAINT IF EXISTS undos_member_id_fkey');
    await runner.query('ALTER TABLE order_search SET (fillfactor = 85)');
    await runner.query(noteSearch(updateFirst));
    await runner.query(refreshCard(leaveAlone));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(refreshCard(''));
    await runner.query(noteSearch(''));
    await runner.query('ALTER TABLE order_search SET (fillfactor = 95)');
    await runner.query('DELETE FROM undos');
    await runner.query(
      'ALTER TABLE undos ADD CONSTRAINT undos_member_id_fkey FOREIGN KEY (member_id) REFERENCES members',
    );
    await runner.query('CREATE INDEX queue_tally_sum ON queue_tally (process_status, process_month) INCLUDE (n)');
  }
}

const searchText = `search_text_of(NEW.id, NEW.full_name, NEW.contact_email_address, NEW.phone_code || NEW.phone_number,
        NEW.passport_no, NEW.transaction_id)`;

const updateFirst = `
    UPDATE order_search SET create_ts = NEW.create_ts, process_status = NEW.process_status,
      process_month = NEW.process_month, full_name = NEW.full_name, passport_no = NEW.passport_no,
      search_text = ${searchText}
    WHERE id = NEW.id;
    IF FOUND THEN RETURN NULL; END IF;`;

function noteSearch(first: string): string {
  return `
  CREATE OR REPLACE FUNCTION note_order_search() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN${first}
    INSERT INTO order_search (id, create_ts, process_status, process_month, full_name, passport_no, search_text)
      VALUES (NEW.id, NEW.create_ts, NEW.process_status, NEW.process_month, NEW.full_name, NEW.passport_no, ${searchText})
      ON CONFLICT (id) DO UPDATE SET create_ts = excluded.create_ts, process_status = excluded.process_status,
        process_month = excluded.process_month, full_name = excluded.full_name, passport_no = excluded.passport_no,
        search_text = excluded.search_text;
    RETURN NULL;
  END $$`;
}

/** Nobody else changes the order's due card meanwhile: whoever does holds the advisory lock. */
const leaveAlone = `
    PERFORM FROM cards_due c WHERE c.order_id = changed AND (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at)
      IS NOT DISTINCT FROM (due.doa, due.listed_from, due.mail_id, due.mail_state, due.mail_at);
    IF FOUND THEN RETURN; END IF;`;

function refreshCard(first: string): string {
  return `
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
    END IF;${first}
    INSERT INTO cards_due AS c (order_id, doa, listed_from, mail_id, mail_state, mail_at)
      VALUES (due.order_id, due.doa, due.listed_from, due.mail_id, due.mail_state, due.mail_at)
      ON CONFLICT (order_id) DO UPDATE SET doa = EXCLUDED.doa, listed_from = EXCLUDED.listed_from,
        mail_id = EXCLUDED.mail_id, mail_state = EXCLUDED.mail_state, mail_at = EXCLUDED.mail_at
      WHERE (c.doa, c.listed_from, c.mail_id, c.mail_state, c.mail_at) IS DISTINCT FROM
        (EXCLUDED.doa, EXCLUDED.listed_from, EXCLUDED.mail_id, EXCLUDED.mail_state, EXCLUDED.mail_at);
  END $$`;
}
