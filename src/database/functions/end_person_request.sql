-- Ends a confirmed request to erase a person when no order of the mailbox is left: erases what is about no order, and
-- the address itself (docs/people.md#a-persons-data). False when an order or a queued mail is left. Called by
-- src/retention/persons.queries.ts. The application may not change the tables of evidence: this function does so with
-- the rights of the owner, and does nothing else.
CREATE OR REPLACE FUNCTION end_person_request(request integer) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'public', 'pg_temp' AS $$
DECLARE
  asked person_requests;
  hidden text;
  erasure integer;
BEGIN
  SELECT * INTO asked FROM person_requests
  WHERE id = request AND confirmed_by IS NOT NULL AND done_at IS NULL AND withdrawn_at IS NULL FOR UPDATE;
  -- each part has its index (src/database/of-mailbox.ts)
  IF asked.id IS NULL OR EXISTS (SELECT FROM orders WHERE lower(contact_email_address) = asked.mailbox)
    OR EXISTS (SELECT FROM orders WHERE mailbox_of(contact_email_address) = asked.mailbox
      AND mailbox_of(contact_email_address) <> lower(contact_email_address))
    OR EXISTS (SELECT FROM orders WHERE lower(email) = asked.mailbox AND lower(email) <> lower(contact_email_address))
    OR EXISTS (SELECT FROM orders WHERE mailbox_of(email) = asked.mailbox AND mailbox_of(email) <> lower(email)
      AND lower(email) <> lower(contact_email_address))
    OR EXISTS (SELECT FROM mails WHERE order_id IS NULL AND member_id IS NULL AND mailbox_of(recipient) = asked.mailbox
      AND state = 'queued')
  THEN RETURN false; END IF;

  hidden := hidden_words(ARRAY[pattern_of(asked.address, false), pattern_of(asked.mailbox, false)]);
  erasure := begin_erasure(NULL, 'person');
  UPDATE erasures SET request_id = request WHERE id = erasure;
  -- as each mail spelled the address
  UPDATE activity a SET note = without_words(a.note, hidden_words(ARRAY[pattern_of(m.recipient, false)])) FROM mails m
  WHERE m.order_id IS NULL AND m.member_id IS NULL AND mailbox_of(m.recipient) = asked.mailbox
    AND a.order_id IS NULL
    AND a.action IN ('mail.queued', 'mail.sent', 'mail.delivered', 'mail.deferred', 'mail.bounced', 'mail.complained',
      'mail.failed', 'mail.retried', 'mail.switched')
    AND a.create_ts BETWEEN m.create_ts AND m.state_at + interval '1 minute'
    AND a.note <> without_words(a.note, hidden_words(ARRAY[pattern_of(m.recipient, false)]));
  UPDATE mail_events SET detail = '{}' WHERE detail <> '{}' AND mail_id IN (
    SELECT id FROM mails WHERE order_id IS NULL AND member_id IS NULL AND mailbox_of(recipient) = asked.mailbox);
  UPDATE mails SET recipient = 'erased', html = '', body = 'erased', failure = NULL
  WHERE order_id IS NULL AND member_id IS NULL AND mailbox_of(recipient) = asked.mailbox;
  UPDATE saved_views SET query = without_words(query, hidden) WHERE query <> without_words(query, hidden);
  UPDATE job_failures SET error = without_words(error, hidden) WHERE error <> without_words(error, hidden);
  UPDATE idempotency_keys SET answer = NULL WHERE answer::text <> without_words(answer::text, hidden);
  PERFORM end_erasure(erasure, 'person.erased', 'System');
  UPDATE person_requests SET done_at = now(), address = NULL WHERE id = request;
  RETURN true;
END;
$$;

-- the application alone, which gets the right by its role
REVOKE ALL ON FUNCTION end_person_request(integer) FROM PUBLIC;
