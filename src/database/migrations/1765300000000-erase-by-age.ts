import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Erases what is no longer needed of old orders (docs/people.md#keeping-and-erasing). The application may not change the
 * tables of evidence: it calls `erase_by_age`, which does nothing but this, with the rights of the owner.
 */
export class EraseByAge1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [columns, tables, activity, words, parts, entry]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION erase_by_age, mask_order, erase_documents, hide_words, begin_erasure, end_erasure, frozen_because,
        hidden_words, pattern_of, without_words(text, text), without_words(jsonb, text);
      DROP TRIGGER activity_append_only ON activity;
      DROP TRIGGER activity_not_emptied ON activity;
      CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON activity
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP FUNCTION refuse_change_but_erasing, activity_content;
      DROP TABLE retention_frozen, retention_runs, files_to_erase, erased_activity, erasures;
      DROP TRIGGER orders_card_verdicts ON orders;
      CREATE TRIGGER orders_card_verdicts AFTER UPDATE ON orders FOR EACH ROW
        WHEN ((OLD.passport_no, OLD.full_name, OLD.doa) IS DISTINCT FROM (NEW.passport_no, NEW.full_name, NEW.doa))
        EXECUTE FUNCTION forget_card_verdicts();
      ALTER TABLE inbound_files DROP COLUMN erased_at;
      ALTER TABLE inbound_mails DROP COLUMN erased_at;
      ALTER TABLE documents DROP COLUMN erased_at;
      ALTER TABLE orders DROP COLUMN erased_at`);
  }
}

const columns = `
  ALTER TABLE orders ADD COLUMN erased_at timestamptz, ALTER COLUMN dob DROP NOT NULL;
  ALTER TABLE documents ADD COLUMN erased_at timestamptz;
  ALTER TABLE inbound_mails ADD COLUMN erased_at timestamptz;
  ALTER TABLE inbound_files ADD COLUMN erased_at timestamptz;
  -- a masked order is no amended one: its cards are not compared anew
  DROP TRIGGER orders_card_verdicts ON orders;
  CREATE TRIGGER orders_card_verdicts AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((OLD.passport_no, OLD.full_name, OLD.doa) IS DISTINCT FROM (NEW.passport_no, NEW.full_name, NEW.doa)
      AND OLD.erased_at IS NOT DISTINCT FROM NEW.erased_at)
    EXECUTE FUNCTION forget_card_verdicts()`;

const tables = `
  -- what was erased of an order, and when
  CREATE TABLE erasures (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id integer NOT NULL REFERENCES orders,
    kind text NOT NULL CHECK (kind IN ('masked', 'documents')),
    create_ts timestamptz NOT NULL DEFAULT now(),
    -- the row of the activity that tells it; null while the erasure runs
    activity_id bigint,
    UNIQUE (order_id, kind)
  );
  -- the rows of the activity that lost words, with the hash of what stands there now
  CREATE TABLE erased_activity (
    activity_id bigint NOT NULL,
    erasure_id integer NOT NULL REFERENCES erasures,
    sha256 text NOT NULL,
    PRIMARY KEY (activity_id, erasure_id)
  );
  CREATE INDEX erased_activity_of_erasure ON erased_activity (erasure_id);
  -- files whose rows say that they are erased, until they are
  CREATE TABLE files_to_erase (storage_key text PRIMARY KEY, create_ts timestamptz NOT NULL DEFAULT now());

  CREATE TABLE retention_runs (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    began_at timestamptz NOT NULL DEFAULT now(),
    -- null while it runs, and when it was cut off
    ended_at timestamptz,
    masked integer NOT NULL DEFAULT 0,
    documents integer NOT NULL DEFAULT 0,
    files integer NOT NULL DEFAULT 0,
    frozen integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0
  );
  -- the first orders of each run that were left as they are, and why
  CREATE TABLE retention_frozen (
    run_id integer NOT NULL REFERENCES retention_runs,
    order_id integer NOT NULL REFERENCES orders,
    reason text NOT NULL,
    PRIMARY KEY (run_id, order_id)
  )`;

const activity = `
  -- every column of a row as one text; the chain of hashes covers it
  CREATE FUNCTION activity_content(a activity) RETURNS text LANGUAGE sql STABLE
    RETURN jsonb_build_array(a.id, a.order_id, a.member_id, a.actor, a.action, a."from", a."to", a.note,
      (extract(epoch FROM a.create_ts) * 1000000)::bigint)::text;

  -- words may be taken out of a row by an erasure of its order that runs in this transaction, and nothing else
  CREATE FUNCTION refuse_change_but_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE erasure integer := nullif(current_setting('retention.erasure', true), '')::integer;
  BEGIN
    IF TG_OP = 'DELETE' OR NOT EXISTS (SELECT FROM erasures WHERE id = erasure AND order_id IS NOT DISTINCT FROM OLD.order_id AND activity_id IS NULL)
      OR (NEW.id, NEW.order_id, NEW.member_id, NEW.actor, NEW.action, NEW.create_ts)
        IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.member_id, OLD.actor, OLD.action, OLD.create_ts) THEN
      RAISE EXCEPTION 'activity is append-only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    INSERT INTO erased_activity (activity_id, erasure_id, sha256)
    VALUES (OLD.id, erasure, encode(sha256(convert_to(activity_content(NEW), 'UTF8')), 'hex'))
    ON CONFLICT (activity_id, erasure_id) DO UPDATE SET sha256 = excluded.sha256;
    RETURN NEW;
  END $$;
  DROP TRIGGER activity_append_only ON activity;
  CREATE TRIGGER activity_append_only BEFORE UPDATE OR DELETE ON activity
    FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasing();
  CREATE TRIGGER activity_not_emptied BEFORE TRUNCATE ON activity
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;

const words = String.raw`
  -- a pattern that finds a value in any spelling: with other marks between its parts; null for a short one. Of a number each
  -- character is a part. § stands for what may be between two parts.
  CREATE FUNCTION pattern_of(value text, is_number boolean) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN length(regexp_replace(value, '[^[:alnum:]]', '', 'g')) >= 5 THEN array_to_string(
      CASE WHEN is_number THEN regexp_split_to_array(regexp_replace(value, '[^[:alnum:]]+', '', 'g'), '')
        ELSE array_remove(regexp_split_to_array(value, '[^[:alnum:]]+'), '') END,
      CASE WHEN is_number THEN '§{0,2}' ELSE '§{1,3}' END) END
  $$;
  -- one pattern for all of them; null when there is none
  CREATE FUNCTION hidden_words(patterns text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT '(?<![[:alnum:]])(?:' || nullif(array_to_string(array_remove(patterns, NULL), '|'), '') || ')(?![[:alnum:]])'
  $$;
  CREATE FUNCTION without_words(words text, hidden text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN hidden IS NULL THEN words
      ELSE regexp_replace(words, replace(hidden, '§', '[^[:alnum:]]'), '…', 'gi') END
  $$;
  -- of JSON no mark that divides its texts is part of a value
  CREATE FUNCTION without_words(doc jsonb, hidden text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN hidden IS NULL THEN doc
      ELSE regexp_replace(doc::text, replace(hidden, '§', '[^[:alnum:]"\\{}:]'), '…', 'gi')::jsonb END
  $$`;

const parts = String.raw`
  -- why nothing of an order may be erased now; null when it may
  CREATE FUNCTION frozen_because(of_order integer) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE
      WHEN EXISTS (SELECT FROM disputes WHERE order_id = of_order AND state IN ('inquiry', 'open', 'submitted')) THEN 'dispute'
      WHEN EXISTS (SELECT FROM orders WHERE id = of_order AND process_status = 'Refunds' AND refund_date IS NULL)
        OR EXISTS (SELECT FROM order_requests WHERE order_id = of_order AND kind = 'refund' AND handled_at IS NULL) THEN 'refund'
      WHEN EXISTS (SELECT FROM mails WHERE order_id = of_order AND state = 'queued')
        OR EXISTS (SELECT FROM packs WHERE order_id = of_order AND state = 'queued')
        OR EXISTS (SELECT FROM inbound_mails WHERE order_id = of_order AND kind = 'unread') THEN 'at work'
    END
  $$;

  CREATE FUNCTION begin_erasure(of_order integer, what text) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE erasure integer;
  BEGIN
    INSERT INTO erasures (order_id, kind) VALUES (of_order, what) RETURNING id INTO erasure;
    PERFORM set_config('retention.erasure', erasure::text, true);
    RETURN erasure;
  END $$;
  -- tells it in the activity, with the hash of the rows that lost words
  CREATE FUNCTION end_erasure(erasure integer, action text, by text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE told bigint;
  BEGIN
    INSERT INTO activity (order_id, actor, action, note)
    SELECT e.order_id, by, end_erasure.action, (SELECT count(*) || ' rows of the activity lost words, SHA-256 ' ||
        encode(sha256(convert_to(string_agg(a.activity_id || ' ' || a.sha256, E'\n' ORDER BY a.activity_id), 'UTF8')), 'hex')
      FROM erased_activity a WHERE a.erasure_id = e.id HAVING count(*) > 0)
    FROM erasures e WHERE e.id = erasure RETURNING id INTO told;
    UPDATE erasures SET activity_id = told WHERE id = erasure;
    PERFORM set_config('retention.erasure', '', true);
  END $$;

  -- takes these words out of every text about an order; a row without them is not written
  CREATE FUNCTION hide_words(of_order integer, hidden text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE remarks SET remark = without_words(remark, hidden)
    WHERE order_id = of_order AND remark <> without_words(remark, hidden);
    UPDATE mails SET subject = without_words(subject, hidden), html = without_words(html, hidden),
      body = without_words(body, hidden), question = without_words(question, hidden)
    WHERE order_id = of_order AND (subject, html, body, question) IS DISTINCT FROM (without_words(subject, hidden),
      without_words(html, hidden), without_words(body, hidden), without_words(question, hidden));
    UPDATE inbound_mails SET subject = without_words(subject, hidden), text = without_words(text, hidden),
      note = without_words(note, hidden), not_kept = without_words(not_kept, hidden)
    WHERE order_id = of_order AND (subject, text, note, not_kept) IS DISTINCT FROM (without_words(subject, hidden),
      without_words(text, hidden), without_words(note, hidden), without_words(not_kept, hidden));
    UPDATE inbound_files SET name = without_words(name, hidden), verdict_note = without_words(verdict_note, hidden)
    WHERE order_id = of_order
      AND (name, verdict_note) IS DISTINCT FROM (without_words(name, hidden), without_words(verdict_note, hidden));
    UPDATE order_requests SET text = without_words(text, hidden)
    WHERE order_id = of_order AND text <> without_words(text, hidden);
    UPDATE documents SET verdict_note = without_words(verdict_note, hidden), override_reason = without_words(override_reason, hidden)
    WHERE order_id = of_order AND (verdict_note, override_reason)
      IS DISTINCT FROM (without_words(verdict_note, hidden), without_words(override_reason, hidden));
    UPDATE disputes SET note = without_words(note, hidden) WHERE order_id = of_order AND note <> without_words(note, hidden);
    UPDATE stripe_answers SET evidence = without_words(evidence, hidden)
    WHERE dispute_id IN (SELECT id FROM disputes WHERE order_id = of_order) AND evidence <> without_words(evidence, hidden);
    UPDATE stripe_events SET dispute = without_words(dispute, hidden)
    WHERE case_id IN (SELECT case_id FROM disputes WHERE order_id = of_order) AND dispute <> without_words(dispute, hidden);
    UPDATE activity SET "from" = without_words("from", hidden), "to" = without_words("to", hidden), note = without_words(note, hidden)
    WHERE order_id = of_order AND ("from", "to", note)
      IS DISTINCT FROM (without_words("from", hidden), without_words("to", hidden), without_words(note, hidden));
  END $$;

  -- the passport number but for its end, the birth date, the address of the stay and the telephone number
  CREATE FUNCTION mask_order(o orders) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    lines CONSTANT text := '^(Date of Birth|Accommodation of Stay|Address in Malaysia|State|Postcode|City|Phone Number): (?!erased$).*$';
    fields CONSTANT text[] := '{Passport No.,Date of Birth,Mobile No.,Accommodation of Stay,Address,State,Postcode,City}';
    end_of CONSTANT text := right(o.passport_no, least(4, length(o.passport_no) / 2));
  BEGIN
    UPDATE activity SET "from" = regexp_replace("from", lines, '\1: erased', 'gn'), "to" = regexp_replace("to", lines, '\1: erased', 'gn')
    WHERE order_id = o.id AND action = 'order.amended' AND ("from" ~ ('(?n)' || lines) OR "to" ~ ('(?n)' || lines));
    PERFORM hide_words(o.id, hidden_words(ARRAY[pattern_of(o.passport_no, true), pattern_of(o.mrz, false),
      pattern_of(to_char(o.dob, 'YYYY-MM-DD'), false), pattern_of(to_char(o.dob, 'DD-MM-YYYY'), false),
      pattern_of(to_char(o.dob, 'MM-DD-YYYY'), false), pattern_of(o.phone_number, true),
      pattern_of(o.address, false), pattern_of(o.accommodation_of_stay, false)]));
    DELETE FROM drafts WHERE about = o.id AND form <> 'member';
    UPDATE orders SET passport_no = 'erased ' || id || ' …' || end_of, mrz = NULL, dob = NULL, accommodation_of_stay = NULL,
      address = NULL, state = NULL, post_code = NULL, city = NULL, phone_code = '', phone_number = '', erased_at = now(),
      submitted = jsonb_set(submitted, '{fields}', (SELECT coalesce(jsonb_agg(CASE WHEN field ->> 'label' = ANY(fields)
        THEN jsonb_set(field, '{value}', '"erased"') ELSE field END ORDER BY place), '[]')
        FROM jsonb_array_elements(submitted -> 'fields') WITH ORDINALITY AS f (field, place)))
    WHERE id = o.id;
  END $$;

  -- cards, mails as they came in, and their attachments: the rows and hashes stay, the files are to be removed
  CREATE FUNCTION erase_documents(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO files_to_erase (storage_key)
    SELECT storage_key FROM documents WHERE order_id = of_order
    UNION SELECT storage_key FROM inbound_files WHERE order_id = of_order
    UNION SELECT storage_key FROM inbound_mails WHERE order_id = of_order
    ON CONFLICT DO NOTHING;
    UPDATE documents SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
    UPDATE inbound_files SET erased_at = now() WHERE order_id = of_order AND erased_at IS NULL;
    UPDATE inbound_mails SET erased_at = now(), has_html = false WHERE order_id = of_order AND erased_at IS NULL;
  END $$`;

/** What an old order still may lose is decided by the application's settings, but never before four weeks after the arrival. */
const entry = `
  CREATE FUNCTION erase_by_age(of_order integer, what text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    o orders;
    frozen text;
    erasure integer;
  BEGIN
    SELECT * INTO o FROM orders WHERE id = of_order AND doa < current_date - 28 FOR UPDATE;
    IF o.id IS NULL OR EXISTS (SELECT FROM erasures WHERE order_id = of_order AND kind = what) THEN RETURN 'nothing'; END IF;
    frozen := frozen_because(of_order);
    IF frozen IS NOT NULL THEN RETURN frozen; END IF;

    erasure := begin_erasure(of_order, what);
    IF what = 'masked' THEN
      PERFORM mask_order(o);
    ELSE
      PERFORM erase_documents(of_order);
    END IF;
    PERFORM end_erasure(erasure, CASE what WHEN 'masked' THEN 'order.masked' ELSE 'documents.erased' END, 'System');
    RETURN 'done';
  END $$;
  REVOKE ALL ON FUNCTION erase_by_age FROM PUBLIC`;
