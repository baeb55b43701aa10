-- Erases everything about an order that says who the customer is, also what a cardholder told the bank
-- (docs/people.md#a-persons-data). What a refund was stays, whole or in part; why one failed is a text about the
-- customer, and goes. Called by erase_person.
CREATE OR REPLACE FUNCTION erase_rows_of_person(o orders) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT text := 'erased ' || o.id;
  -- the actions whose notes stay
  kept CONSTANT text[] :=
    '{order.refunded,refund.part,pack.made,order.masked,documents.erased,order.erased,shop.sent-again}';
  hidden CONSTANT text := hidden_words(ARRAY[pattern_of(o.full_name, false), pattern_of(o.signature_name, false),
    pattern_of(o.contact_email_address, false), pattern_of(o.confirm_contact_email_address, false),
    pattern_of(o.email, false), pattern_of(o.purchase_ip, false), pattern_of(o.device_fingerprint, false)]);
BEGIN
  INSERT INTO files_to_erase (storage_key)
  SELECT attachment_key FROM mails WHERE order_id = o.id AND kind = 'invoice' AND attachment_key IS NOT NULL
  ON CONFLICT DO NOTHING;
  PERFORM erase_documents(o.id);
  IF NOT EXISTS (SELECT FROM erasures WHERE order_id = o.id AND kind = 'masked') THEN PERFORM mask_order(o); END IF;
  PERFORM hide_words(o.id, hidden);
  PERFORM remove_copies(o.id); -- members may have made new ones since the order was masked

  UPDATE activity SET
    changes = changes_erased(changes, (SELECT array_agg(field) FROM jsonb_object_keys(changes) AS field)),
    "to" = CASE action WHEN 'document.overridden' THEN 'erased' ELSE "to" END,
    note = CASE WHEN note IS NULL OR action = ANY(kept) THEN note ELSE 'erased' END
  WHERE order_id = o.id
    AND (action IN ('order.amended', 'document.overridden') OR note <> 'erased' AND action <> ALL(kept));
  UPDATE remarks SET remark = 'erased' WHERE order_id = o.id;
  UPDATE mail_events SET detail = '{}' WHERE mail_id IN (SELECT id FROM mails WHERE order_id = o.id) AND detail <> '{}';
  UPDATE mails SET subject = 'erased', html = '', body = 'erased', failure = NULL, attachment_key = NULL,
    attachment_name = NULL,
    -- a mail to another address must not look like one to the order's
    recipient = CASE WHEN lower(recipient) = lower(o.contact_email_address) THEN own ELSE 'erased' END,
    question = CASE WHEN question IS NOT NULL THEN 'erased' END
  WHERE order_id = o.id;
  UPDATE inbound_mails SET sender = 'erased', subject = '', text = 'erased', note = NULL, not_kept = NULL, pin = NULL,
    message_id = encode(sha256(convert_to(message_id, 'UTF8')), 'hex')
  WHERE order_id = o.id;
  UPDATE inbound_files SET name = 'erased', verdict_note = NULL WHERE order_id = o.id;
  UPDATE documents SET customer_name = 'erased', verdict_note = NULL, override_reason = NULL WHERE order_id = o.id;
  UPDATE visitor_sessions SET ip = '', place = '', user_agent = '' WHERE order_id = o.id;
  UPDATE downloads SET ip = '', place = '', user_agent = '', browser = '', browser_version = '', os = '', device = '',
    device_type = '', label = ''
  WHERE order_id = o.id;
  UPDATE charge_views SET ip = '', place = '', user_agent = '' WHERE order_id = o.id;
  UPDATE corrections SET ip = '', place = '', user_agent = '' WHERE order_id = o.id;
  UPDATE order_requests SET text = 'erased ' || id, ip = '', place = '', user_agent = '' WHERE order_id = o.id;
  UPDATE refunds SET reason = 'erased' WHERE order_id = o.id AND reason IS NOT NULL;
  UPDATE order_charges SET card_fingerprint = NULL WHERE order_id = o.id;
  UPDATE disputes SET note = 'erased' WHERE order_id = o.id AND note IS NOT NULL;
  UPDATE stripe_answers SET evidence = '{}' WHERE dispute_id IN (SELECT id FROM disputes WHERE order_id = o.id);
  UPDATE stripe_events SET dispute = dispute - 'issuer_evidence'
  WHERE case_id IN (SELECT case_id FROM disputes WHERE order_id = o.id) AND dispute->'issuer_evidence' IS NOT NULL;
  UPDATE invoices
  SET facts = jsonb_set(facts, '{customer}', '{"full_name": "erased", "contact_email_address": "erased"}')
  WHERE order_id = o.id;
  UPDATE webhook_tries SET answer = NULL
  WHERE answer IS NOT NULL AND delivery_id IN (SELECT id FROM webhook_deliveries WHERE order_id = o.id);
  UPDATE orders SET full_name = own, signature_name = NULL, contact_email_address = own,
    confirm_contact_email_address = own, email = own, sex = '', passport_expiry = NULL, dod = NULL,
    flight_detail = NULL, mode_of_travel = NULL, last_port_embarkation = NULL, embarkation_country = NULL,
    purchase_ip = NULL, purchase_user_agent = NULL, device_fingerprint = NULL, browser_tz = NULL,
    card_fingerprint = NULL, submitted = jsonb_set(submitted, '{fields}', '[]'), checks = '{}', erased_at = now()
  WHERE id = o.id;
END;
$$;
