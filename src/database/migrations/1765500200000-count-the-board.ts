import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the orders of the board by the day on which they come on it, as the queues are counted. The menu sums a row for
 * each day; before, it counted every order at risk for each page.
 */
export class CountTheBoard1765500200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A row a day fits into a few pages, which are read whole: an index would be read, and the rows beside it.
      CREATE TABLE board_tally (listed_from date NOT NULL, n integer NOT NULL, folded boolean NOT NULL DEFAULT false);
      CREATE INDEX board_tally_deltas ON board_tally (listed_from) WHERE NOT folded;

      CREATE FUNCTION tally_new_cards() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO board_tally (listed_from, n) SELECT listed_from, count(*) FROM added GROUP BY 1;
        RETURN NULL;
      END $$;
      CREATE FUNCTION tally_card() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO board_tally (listed_from, n) VALUES (OLD.listed_from, -1);
        IF TG_OP = 'UPDATE' THEN INSERT INTO board_tally (listed_from, n) VALUES (NEW.listed_from, 1); END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER cards_due_tally_in AFTER INSERT ON cards_due REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION tally_new_cards();
      CREATE TRIGGER cards_due_tally_out AFTER DELETE ON cards_due FOR EACH ROW EXECUTE FUNCTION tally_card();
      CREATE TRIGGER cards_due_tally_change AFTER UPDATE ON cards_due FOR EACH ROW
        WHEN (OLD.listed_from IS DISTINCT FROM NEW.listed_from) EXECUTE FUNCTION tally_card();

      -- the triggers' lock lets nobody change a card until the commit
      INSERT INTO board_tally SELECT listed_from, count(*), true FROM cards_due GROUP BY 1`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER cards_due_tally_change ON cards_due;
      DROP TRIGGER cards_due_tally_out ON cards_due;
      DROP TRIGGER cards_due_tally_in ON cards_due;
      DROP FUNCTION tally_card, tally_new_cards;
      DROP TABLE board_tally`);
  }
}
