-- Takes these words out of every text about an order; a row without them is not written. Called by mask_order and
-- erase_rows_of_person.
CREATE OR REPLACE FUNCTION hide_words(of_order integer, hidden text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE remarks SET remark = without_words(remark, hidden)
  WHERE order_id = of_order AND remark <> without_words(remark, hidden);
  UPDATE mails SET subject = without_words(subject, hidden), html = without_words(html, hidden),
    body = without_words(body, hidden), question = without_words(question, hidden)
  WHERE order_id = of_order AND (subject, html, body, question) IS DISTINCT FROM
    (without_words(subject, hidden), without_words(html, hidden), without_words(body, hidden),
      without_words(question, hidden));
  UPDATE inbound_mails SET subject = without_words(subject, hidden), text = without_words(text, hidden),
    note = without_words(note, hidden), not_kept = without_words(not_kept, hidden)
  WHERE order_id = of_order AND (subject, text, note, not_kept) IS DISTINCT FROM
    (without_words(subject, hidden), without_words(text, hidden), without_words(note, hidden),
      without_words(not_kept, hidden));
  UPDATE inbound_files SET name = without_words(name, hidden), verdict_note = without_words(verdict_note, hidden)
  WHERE order_id = of_order AND (name, verdict_note) IS DISTINCT FROM
    (without_words(name, hidden), without_words(verdict_note, hidden));
  UPDATE order_requests SET text = without_words(text, hidden)
  WHERE order_id = of_order AND text <> without_words(text, hidden);
  UPDATE documents SET verdict_note = without_words(verdict_note, hidden),
    override_reason = without_words(override_reason, hidden)
  WHERE order_id = of_order AND (verdict_note, override_reason) IS DISTINCT FROM
    (without_words(verdict_note, hidden), without_words(override_reason, hidden));
  UPDATE refunds SET reason = without_words(reason, hidden)
  WHERE order_id = of_order AND reason <> without_words(reason, hidden);
  UPDATE disputes SET note = without_words(note, hidden)
  WHERE order_id = of_order AND note <> without_words(note, hidden);
  UPDATE stripe_answers SET evidence = without_words(evidence, hidden)
  WHERE dispute_id IN (SELECT id FROM disputes WHERE order_id = of_order)
    AND evidence <> without_words(evidence, hidden);
  UPDATE stripe_events SET dispute = without_words(dispute, hidden)
  WHERE case_id IN (SELECT case_id FROM disputes WHERE order_id = of_order)
    AND dispute <> without_words(dispute, hidden);
  UPDATE activity SET "from" = without_words("from", hidden), "to" = without_words("to", hidden),
    note = without_words(note, hidden), changes = changes_without_words(changes, hidden)
  WHERE order_id = of_order AND ("from", "to", note, changes) IS DISTINCT FROM
    (without_words("from", hidden), without_words("to", hidden), without_words(note, hidden),
      changes_without_words(changes, hidden));
END;
$$;
