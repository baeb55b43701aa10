-- The mail by which the order got its first card. The kinds of mail that bring a card are the ones of
-- src/shared/mail-kinds.ts. Called by statistic_facts.
CREATE OR REPLACE FUNCTION first_card(of_order integer) RETURNS TABLE (id integer, sent_at timestamptz, sent_by text)
  LANGUAGE sql STABLE AS $$
  SELECT m.id, m.sent_at, m.sent_by FROM mails m
  WHERE m.order_id = of_order AND m.kind IN ('approval', 'resend', 'upload', 'download-link') AND m.sent_at IS NOT NULL
  ORDER BY m.sent_at, m.id LIMIT 1
$$;
