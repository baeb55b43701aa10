import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the card of order `o` compares with it: the current one, else the newest that came by mail (card-verdict.ts). */
const verdict = `coalesce(
  (SELECT coalesce(d.verdict, 'not compared') FROM documents d
   WHERE d.order_id = o.id AND d.id > coalesce(o.outdated_card, 0) ORDER BY d.id DESC LIMIT 1),
  (SELECT coalesce(f.verdict, 'not compared') FROM inbound_files f
   WHERE f.order_id = o.id AND f.kind = 'card' ORDER BY f.id DESC LIMIT 1))`;

/**
 * A card that came by mail is compared anew when what it is compared with was amended (src/inbound/found-cards.service.ts).
 * An order whose card differs or could not be read has a mark, so that lists show it without reading its cards.
 */
export class CompareFoundCardsAnew1764750100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE inbox_marks DROP CONSTRAINT inbox_marks_mark_check,
        ADD CONSTRAINT inbox_marks_mark_check
          CHECK (mark IN ('answered', 'card', 'look', 'differs', 'unreadable')) NOT VALID;

      CREATE FUNCTION forget_card_verdicts() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE inbound_files SET verdict = NULL,
          verdict_note = 'The order was amended since this card came. They are being compared again.'
        WHERE order_id = NEW.id AND kind = 'card';
        RETURN NULL;
      END $$;
      CREATE TRIGGER orders_card_verdicts AFTER UPDATE ON orders FOR EACH ROW
        WHEN ((OLD.passport_no, OLD.full_name, OLD.doa) IS DISTINCT FROM (NEW.passport_no, NEW.full_name, NEW.doa))
        EXECUTE FUNCTION forget_card_verdicts();

      CREATE FUNCTION refresh_card_doubt(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE doubt text;
      BEGIN
        SELECT ${verdict} INTO doubt FROM orders o WHERE o.id = of_order;
        DELETE FROM inbox_marks WHERE order_id = of_order AND mark IN ('differs', 'unreadable')
          AND mark IS DISTINCT FROM doubt;
        IF doubt IN ('differs', 'unreadable') THEN
          INSERT INTO inbox_marks (order_id, mark) VALUES (of_order, doubt) ON CONFLICT DO NOTHING;
        END IF;
      END $$;
      CREATE FUNCTION refresh_doubt_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_card_doubt(NEW.id);
        RETURN NULL;
      END $$;
      CREATE FUNCTION refresh_doubt_of_card() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM refresh_card_doubt(NEW.order_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER orders_card_doubt AFTER UPDATE ON orders FOR EACH ROW
        WHEN (OLD.outdated_card IS DISTINCT FROM NEW.outdated_card) EXECUTE FUNCTION refresh_doubt_of_order();
      CREATE TRIGGER documents_card_doubt AFTER INSERT ON documents FOR EACH ROW
        EXECUTE FUNCTION refresh_doubt_of_card();
      CREATE TRIGGER inbound_files_card_doubt AFTER INSERT OR UPDATE OF verdict ON inbound_files FOR EACH ROW
        WHEN (NEW.kind = 'card') EXECUTE FUNCTION refresh_doubt_of_card();

      SELECT refresh_card_doubt(order_id) FROM (
        SELECT order_id FROM documents WHERE verdict IN ('differs', 'unreadable')
        UNION SELECT order_id FROM inbound_files WHERE verdict IN ('differs', 'unreadable')) doubted`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_card_verdicts ON orders;
      DROP TRIGGER orders_card_doubt ON orders;
      DROP TRIGGER documents_card_doubt ON documents;
      DROP TRIGGER inbound_files_card_doubt ON inbound_files;
      DROP FUNCTION forget_card_verdicts, refresh_doubt_of_order, refresh_doubt_of_card, refresh_card_doubt;
      DELETE FROM inbox_marks WHERE mark IN ('differs', 'unreadable');
      ALTER TABLE inbox_marks DROP CONSTRAINT inbox_marks_mark_check,
        ADD CONSTRAINT inbox_marks_mark_check CHECK (mark IN ('answered', 'card', 'look')) NOT VALID`);
  }
}
