import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Erases a person: all orders of an address, asked by one Admin and confirmed by another (docs/people.md#a-persons-data).
 * `erase_person` and `end_person_request` do nothing else, with the rights of the owner.
 */
export class ErasePersons1765300100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [tables, byAge, rows, entry, end]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION end_person_request, erase_person, erase_rows_of_person, hold_of_person;
      DROP TRIGGER charge_views_append_only ON charge_views;
      DROP TRIGGER charge_views_not_emptied ON charge_views;
      CREATE TRIGGER charge_views_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON charge_views
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      DROP FUNCTION refuse_view_but_erasing;
      ALTER TABLE erasures DROP COLUMN request_id, DROP CONSTRAINT erasures_kind_check,
        ADD CONSTRAINT erasures_kind_check CHECK (kind IN ('masked', 'documents')) NOT VALID;
      DROP TABLE person_requests`);
  }
}

const tables = `
  CREATE TABLE person_requests (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- in lower case; null once everything is erased
    address text,
    -- what is shown of it then
    shown text NOT NULL,
    asked_by integer NOT NULL REFERENCES members,
    asked_at timestamptz NOT NULL DEFAULT now(),
    confirmed_by integer REFERENCES members CHECK (confirmed_by <> asked_by),
    confirmed_at timestamptz,
    withdrawn_by integer REFERENCES members,
    withdrawn_at timestamptz,
    done_at timestamptz,
    CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
    CHECK (address IS NOT NULL OR done_at IS NOT NULL OR withdrawn_at IS NOT NULL)
  );
  -- one open request of an address
  CREATE UNIQUE INDEX person_requests_open ON person_requests (address) WHERE done_at IS NULL AND withdrawn_at IS NULL;

  ALTER TABLE erasures ADD COLUMN request_id integer REFERENCES person_requests, ALTER COLUMN order_id DROP NOT NULL,
    DROP CONSTRAINT erasures_kind_check,
    ADD CONSTRAINT erasures_kind_check CHECK (kind IN ('masked', 'documents', 'person')) NOT VALID;
  CREATE INDEX erasures_of_request ON erasures (request_id) WHERE request_id IS NOT NULL;
  ALTER TABLE orders ALTER COLUMN passport_expiry DROP NOT NULL;

  -- of a look at the charge an erasure of its order takes address, place and device, and nothing else
  CREATE FUNCTION refuse_view_but_erasing() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE erasure integer := nullif(current_setting('retention.erasure', true), '')::integer;
  BEGIN
    IF TG_OP = 'DELETE' OR NOT EXISTS (SELECT FROM erasures WHERE id = erasure AND order_id = OLD.order_id AND activity_id IS NULL)
      OR (NEW.id, NEW.order_id, NEW.visitor_session_id, NEW.create_ts, NEW.ip, NEW.place, NEW.user_agent)
        IS DISTINCT FROM (OLD.id, OLD.order_id, OLD.visitor_session_id, OLD.create_ts, '', '', '') THEN
      RAISE EXCEPTION 'charge_views is append-only' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
  END $$;
  DROP TRIGGER charge_views_append_only ON charge_views;
  CREATE TRIGGER charge_views_append_only BEFORE UPDATE OR DELETE ON charge_views
    FOR EACH ROW EXECUTE FUNCTION refuse_view_but_erasing();
  CREATE TRIGGER charge_views_not_emptied BEFORE TRUNCATE ON charge_views
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()`;

// an erased person's order has nothing left to lose
const byAge = `
  CREATE OR REPLACE FUNCTION erase_by_age(of_order integer, what text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    o orders;
    frozen text;
    erasure integer;
  BEGIN
    SELECT * INTO o FROM orders WHERE id = of_order AND doa < current_date - 28 FOR UPDATE;
    IF o.id IS NULL OR what NOT IN ('masked', 'documents')
      OR EXISTS (SELECT FROM erasures WHERE order_id = of_order AND kind IN (what, 'person')) THEN RETURN 'nothing'; END IF;
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
  END $$`;

const rows = String.raw`
  -- everything about an order that says who the customer is
  CREATE FUNCTION erase_rows_of_person(o orders) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    own CONSTANT text := 'erased ' || o.id;
    kept CONSTANT text[] := '{order.refunded,pack.made,order.masked,documents.erased,order.erased,shop.sent-again}';
    hidden CONSTANT text := hidden_words(ARRAY[pattern_of(o.full_name, false), pattern_of(o.signature_name, false),
      pattern_of(o.contact_email_address, false), pattern_of(o.confirm_contact_email_address, false), pattern_of(o.email, false),
      pattern_of(o.purchase_ip, false), pattern_of(o.device_fingerprint, false)]);
  BEGIN
    INSERT INTO files_to_erase (storage_key)
    SELECT attachment_key FROM mails WHERE order_id = o.id AND kind = 'invoice' AND attachment_key IS NOT NULL ON CONFLICT DO NOTHING;
    PERFORM erase_documents(o.id);
    IF NOT EXISTS (SELECT FROM erasures WHERE order_id = o.id AND kind = 'masked') THEN PERFORM mask_order(o); END IF;
    PERFORM hide_words(o.id, hidden);

    UPDATE activity SET
      "from" = CASE action WHEN 'order.amended' THEN regexp_replace("from", '^(?!Status: )([^:\n]+): .*$', '\1: erased', 'gn')
        ELSE "from" END,
      "to" = CASE action WHEN 'order.amended' THEN regexp_replace("to", '^(?!Status: )([^:\n]+): .*$', '\1: erased', 'gn')
        WHEN 'document.overridden' THEN 'erased' ELSE "to" END,
      note = CASE WHEN note IS NULL OR action = ANY(kept) THEN note ELSE 'erased' END
    WHERE order_id = o.id AND (action IN ('order.amended', 'document.overridden') OR note <> 'erased' AND action <> ALL(kept));
    UPDATE remarks SET remark = 'erased' WHERE order_id = o.id;
    UPDATE mail_events SET detail = '{}' WHERE mail_id IN (SELECT id FROM mails WHERE order_id = o.id) AND detail <> '{}';
    UPDATE mails SET subject = 'erased', html = '', body = 'erased', failure = NULL, attachment_key = NULL, attachment_name = NULL,
      -- a mail to another address must not look like one to the order's
      recipient = CASE WHEN lower(recipient) = lower(o.contact_email_address) THEN own ELSE 'erased' END,
      question = CASE WHEN question IS NOT NULL THEN 'erased' END
    WHERE order_id = o.id;
    UPDATE inbound_mails SET sender = 'erased', subject = '', text = 'erased', note = NULL, not_kept = NULL, pin = NULL,
      message_id = encode(sha256(convert_to(message_id, 'UTF8')), 'hex') WHERE order_id = o.id;
    UPDATE inbound_files SET name = 'erased', verdict_note = NULL WHERE order_id = o.id;
    UPDATE documents SET customer_name = 'erased', verdict_note = NULL, override_reason = NULL WHERE order_id = o.id;
    UPDATE visitor_sessions SET ip = '', place = '', user_agent = '' WHERE order_id = o.id;
    UPDATE downloads SET ip = '', place = '', user_agent = '', browser = '', browser_version = '', os = '', device = '',
      device_type = '', label = '' WHERE order_id = o.id;
    UPDATE charge_views SET ip = '', place = '', user_agent = '' WHERE order_id = o.id;
    UPDATE order_requests SET text = 'erased ' || id, ip = '', place = '', user_agent = '' WHERE order_id = o.id;
    UPDATE disputes SET note = 'erased' WHERE order_id = o.id AND note IS NOT NULL;
    UPDATE stripe_answers SET evidence = '{}' WHERE dispute_id IN (SELECT id FROM disputes WHERE order_id = o.id);
    UPDATE invoices SET facts = jsonb_set(facts, '{customer}', '{"full_name": "erased", "contact_email_address": "erased"}')
    WHERE order_id = o.id;
    UPDATE webhook_tries SET answer = NULL
    WHERE answer IS NOT NULL AND delivery_id IN (SELECT id FROM webhook_deliveries WHERE order_id = o.id);
    UPDATE orders SET full_name = own, signature_name = NULL, contact_email_address = own, confirm_contact_email_address = own,
      email = own, sex = '', passport_expiry = NULL, dod = NULL, flight_detail = NULL, mode_of_travel = NULL,
      last_port_embarkation = NULL, purchase_ip = NULL, purchase_user_agent = NULL, device_fingerprint = NULL, browser_tz = NULL,
      card_fingerprint = NULL, submitted = jsonb_set(submitted, '{fields}', '[]'), checks = '{}', erased_at = now()
    WHERE id = o.id;
  END $$`;

const entry = `
  CREATE FUNCTION hold_of_person(o orders) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(frozen_because(o.id), CASE
      WHEN o.process_status NOT IN ('Completed', 'Refunds', 'Deleted') AND o.doa >= (now() AT TIME ZONE 'Asia/Kuala_Lumpur')::date
      THEN 'unfinished' END)
  $$;

  -- erases one order of a confirmed request
  CREATE FUNCTION erase_person(request integer, of_order integer) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    o orders;
    hold text;
    erasure integer;
  BEGIN
    SELECT orders.* INTO o FROM orders, person_requests r
    WHERE orders.id = of_order AND r.id = request AND r.confirmed_by IS NOT NULL AND r.done_at IS NULL AND r.withdrawn_at IS NULL
      AND r.address IN (lower(orders.contact_email_address), lower(orders.email)) FOR UPDATE OF orders;
    IF o.id IS NULL THEN RETURN 'nothing'; END IF;
    hold := hold_of_person(o);
    IF hold IS NOT NULL THEN RETURN hold; END IF;

    erasure := begin_erasure(of_order, 'person');
    UPDATE erasures SET request_id = request WHERE id = erasure;
    PERFORM erase_rows_of_person(o);
    PERFORM end_erasure(erasure, 'order.erased', 'System');
    RETURN 'done';
  END $$;
  REVOKE ALL ON FUNCTION erase_person FROM PUBLIC`;

const end = `
  -- when no order of the address is left: what is about no order, and the address itself
  CREATE FUNCTION end_person_request(request integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DECLARE
    asked person_requests;
    hidden text;
    erasure integer;
  BEGIN
    SELECT * INTO asked FROM person_requests
    WHERE id = request AND confirmed_by IS NOT NULL AND done_at IS NULL AND withdrawn_at IS NULL FOR UPDATE;
    IF asked.id IS NULL OR EXISTS (SELECT FROM orders WHERE lower(contact_email_address) = asked.address)
      OR EXISTS (SELECT FROM orders WHERE lower(email) = asked.address AND lower(email) <> lower(contact_email_address))
      OR EXISTS (SELECT FROM mails WHERE order_id IS NULL AND member_id IS NULL AND lower(recipient) = asked.address
        AND state = 'queued')
    THEN RETURN false; END IF;

    hidden := hidden_words(ARRAY[pattern_of(asked.address, false)]);
    erasure := begin_erasure(NULL, 'person');
    UPDATE erasures SET request_id = request WHERE id = erasure;
    UPDATE activity a SET note = without_words(a.note, hidden) FROM mails m
    WHERE m.order_id IS NULL AND m.member_id IS NULL AND lower(m.recipient) = asked.address
      AND a.order_id IS NULL AND a.action = ANY('{mail.queued,mail.sent,mail.delivered,mail.deferred,mail.bounced,mail.complained,mail.failed,mail.retried,mail.switched}') AND a.create_ts BETWEEN m.create_ts AND m.state_at + interval '1 minute'
      AND a.note <> without_words(a.note, hidden);
    UPDATE mail_events SET detail = '{}' WHERE detail <> '{}' AND mail_id IN (SELECT id FROM mails
      WHERE order_id IS NULL AND member_id IS NULL AND lower(recipient) = asked.address);
    UPDATE mails SET recipient = 'erased', html = '', body = 'erased', failure = NULL
    WHERE order_id IS NULL AND member_id IS NULL AND lower(recipient) = asked.address;
    UPDATE saved_views SET query = without_words(query, hidden) WHERE query <> without_words(query, hidden);
    UPDATE job_failures SET error = without_words(error, hidden) WHERE error <> without_words(error, hidden);
    UPDATE idempotency_keys SET answer = NULL WHERE answer::text <> without_words(answer::text, hidden);
    PERFORM end_erasure(erasure, 'person.erased', 'System');
    UPDATE person_requests SET done_at = now(), address = NULL WHERE id = request;
    RETURN true;
  END $$;
  REVOKE ALL ON FUNCTION end_person_request FROM PUBLIC`;
