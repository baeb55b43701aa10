-- The orders whose card is due, with the newest mail that should have brought it (docs/orders.md#standing): no provider
-- took the newest mail with the card, or it came back; the customer did not download the current card; and no member
-- said what became of it. Read by refresh_card and fill_cards_due, which keep `cards_due`. The kinds are the mails that
-- bring a card (src/shared/mail-kinds.ts; test/standing/standing.test.ts compares the two).
CREATE OR REPLACE VIEW undelivered_cards AS
SELECT o.id AS order_id, o.doa, least(o.processing_date, o.doa - 1) AS listed_from,
  m.id AS mail_id, m.state AS mail_state, m.state_at AS mail_at
FROM orders o LEFT JOIN LATERAL (SELECT max(id) AS id FROM documents WHERE order_id = o.id) d ON true
  LEFT JOIN LATERAL (
    SELECT id, state, state_at, document_id FROM mails
    WHERE order_id = o.id AND kind IN ('approval', 'resend', 'upload', 'download-link') ORDER BY id DESC LIMIT 1
  ) m ON true
WHERE o.process_status NOT IN ('Refunds', 'Deleted')
  AND NOT EXISTS (SELECT FROM card_outcomes c WHERE c.order_id = o.id AND c.doa = o.doa)
  -- a card that is older than the amendment of its order is none
  AND (m.state IS NULL OR m.state NOT IN ('sent', 'delivered', 'complained')
    OR coalesce(m.document_id, d.id) <= o.outdated_card)
  AND NOT EXISTS (SELECT FROM downloads x WHERE x.order_id = o.id AND x.actor = 'customer' AND x.complete
    AND x.document_id = d.id AND x.document_id > coalesce(o.outdated_card, 0));
