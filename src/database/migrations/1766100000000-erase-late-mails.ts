import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A mail that comes in after the documents of its order were erased loses its file and its words, by the next run
 * (docs/people.md#keeping-and-erasing). Before, nothing erased it.
 */
export class EraseLateMails1766100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("SET LOCAL lock_timeout = '300ms'");
    for (const statement of [once, parts, entry(lateDone, lateWords)]) await runner.query(statement);
    // what came in before this migration waits for the next run
    await runner.query(`
      INSERT INTO retention_waiting (kind, order_id)
      SELECT DISTINCT 'documents', m.order_id FROM inbound_mails m
        JOIN erasures e ON e.order_id = m.order_id AND e.kind IN ('documents', 'person')
      WHERE m.erased_at IS NULL ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(entry(earlierDone, ''));
    await runner.query(`
      DROP INDEX erasures_once;
      DROP INDEX erasures_of_order;
      ALTER TABLE erasures ADD CONSTRAINT erasures_order_id_kind_key UNIQUE (order_id, kind)`);
  }
}

const once = `
  ALTER TABLE erasures DROP CONSTRAINT erasures_order_id_kind_key;
  CREATE UNIQUE INDEX erasures_once ON erasures (order_id, kind) WHERE kind <> 'documents';
  CREATE INDEX erasures_of_order ON erasures (order_id, kind)`;

const parts = `
  CREATE OR REPLACE FUNCTION erase_documents(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO files_to_erase (storage_key)
    SELECT storage_key FROM documents WHERE order_id = of_order AND erased_at IS NULL
    UNION SELECT storage_key FROM inbound_files WHERE order_id = of_order AND erased_at IS NULL
    UNION SELECT storage_key FROM inbound_mails WHERE order_id = of_order AND erased_at IS NULL
    ON CONFLICT DO NOTHING;
    UPDATE documents SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
    UPDATE inbound_files SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
    UPDATE inbound_mails SET erased_at = now(), has_html = false WHERE order_id = of_order AND erased_at IS NULL;
  END $$`;

/**
 * A mail that came after its order was masked loses its words whole: the values that could be looked for in it are erased,
 * so nobody knows which of them stand there.
 */
const lateWords = `
      UPDATE inbound_files f SET name = 'erased', verdict_note = NULL
      FROM inbound_mails m WHERE f.order_id = of_order AND m.id = f.mail_id AND m.erased_at IS NULL AND m.create_ts > masked;
      UPDATE inbound_mails SET sender = 'erased', subject = '', text = 'erased', note = NULL, not_kept = NULL, pin = NULL,
        message_id = encode(sha256(convert_to(message_id, 'UTF8')), 'hex')
      WHERE order_id = of_order AND erased_at IS NULL AND create_ts > masked;
      UPDATE activity SET note = 'erased'
      WHERE order_id = of_order AND action IN ('mail.read', 'mail.seen') AND create_ts > masked AND note <> 'erased';`;

/** Whether an order has nothing to lose: before, one erasure of a kind was the last; now the documents go as long as some come. */
const earlierDone = `EXISTS (SELECT FROM erasures WHERE order_id = of_order AND kind IN (what, 'person'))`;
const lateDone = `CASE what WHEN 'documents' THEN NOT EXISTS (
          SELECT FROM documents WHERE order_id = of_order AND erased_at IS NULL
          UNION ALL SELECT FROM inbound_mails WHERE order_id = of_order AND erased_at IS NULL)
        ELSE ${earlierDone} END`;

const entry = (done: string, words: string) => `
  CREATE OR REPLACE FUNCTION erase_by_age(of_order integer, what text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    o orders;
    frozen text;
    erasure integer;
    masked CONSTANT timestamptz := (SELECT min(create_ts) FROM erasures WHERE order_id = of_order AND kind IN ('masked', 'person'));
  BEGIN
    SELECT * INTO o FROM orders WHERE id = of_order AND doa < current_date - 28 FOR UPDATE;
    IF o.id IS NULL OR what NOT IN ('masked', 'documents')
      OR (${done}) THEN
      RETURN 'nothing';
    END IF;
    frozen := frozen_because(of_order);
    IF frozen IS NOT NULL THEN RETURN frozen; END IF;

    erasure := begin_erasure(of_order, what);
    IF what = 'masked' THEN
      PERFORM mask_order(o);
    ELSE${words}
      PERFORM erase_documents(of_order);
    END IF;
    PERFORM end_erasure(erasure, CASE what WHEN 'masked' THEN 'order.masked' ELSE 'documents.erased' END, 'System');
    RETURN 'done';
  END $$`;
