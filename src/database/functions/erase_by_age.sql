-- Erases what is no longer needed of an old order: `masked` the personal data, `documents` the files
-- (docs/people.md#keeping-and-erasing). Returns 'done', 'nothing', or why the order is frozen. The application's
-- settings say what an old order may lose, but never within four weeks of the arrival. Called by
-- src/retention/retention.queries.ts. The application may not change the tables of evidence: this function does so with
-- the rights of the owner, and does nothing else.
CREATE OR REPLACE FUNCTION erase_by_age(of_order integer, what text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
  o orders;
  frozen text;
  erasure integer;
  masked CONSTANT timestamptz := (
    SELECT min(create_ts) FROM erasures WHERE order_id = of_order AND kind IN ('masked', 'person'));
BEGIN
  SELECT * INTO o FROM orders WHERE id = of_order AND doa < current_date - 28 FOR UPDATE;
  -- documents go as long as some come; the personal data go once, and an erased person's order has none left
  IF o.id IS NULL OR what NOT IN ('masked', 'documents')
    OR (CASE what WHEN 'documents' THEN NOT EXISTS (
        SELECT FROM documents WHERE order_id = of_order AND erased_at IS NULL
        UNION ALL SELECT FROM order_files WHERE order_id = of_order AND erased_at IS NULL
        UNION ALL SELECT FROM inbound_mails WHERE order_id = of_order AND erased_at IS NULL
        UNION ALL SELECT FROM inbound_files WHERE order_id = of_order AND erased_at IS NULL)
      ELSE EXISTS (SELECT FROM erasures WHERE order_id = of_order AND kind IN (what, 'person')) END) THEN
    RETURN 'nothing';
  END IF;
  frozen := frozen_because(of_order);
  IF frozen IS NOT NULL THEN RETURN frozen; END IF;

  erasure := begin_erasure(of_order, what);
  IF what = 'masked' THEN
    PERFORM mask_order(o);
  ELSE
    -- A mail that came after its order was masked loses its words whole: the values that could be looked for in it are
    -- erased, so nobody knows which of them it has.
    UPDATE inbound_files f SET name = 'erased', verdict_note = NULL FROM inbound_mails m
    WHERE f.order_id = of_order AND m.id = f.mail_id AND m.erased_at IS NULL AND m.create_ts > masked;
    UPDATE inbound_mails SET sender = 'erased', subject = '', text = 'erased', note = NULL, not_kept = NULL, pin = NULL,
      message_id = encode(sha256(convert_to(message_id, 'UTF8')), 'hex')
    WHERE order_id = of_order AND erased_at IS NULL AND create_ts > masked;
    UPDATE activity SET note = 'erased'
    WHERE order_id = of_order AND action IN ('mail.read', 'mail.seen') AND create_ts > masked AND note <> 'erased';
    PERFORM erase_documents(of_order);
  END IF;
  PERFORM end_erasure(erasure, CASE what WHEN 'masked' THEN 'order.masked' ELSE 'documents.erased' END, 'System');
  RETURN 'done';
END;
$$;

-- the application alone, which gets the right by its role
REVOKE ALL ON FUNCTION erase_by_age(integer, text) FROM PUBLIC;
