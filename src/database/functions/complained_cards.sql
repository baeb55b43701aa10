-- The orders whose customer complained about the newest mail with the card, did not fetch the current card, and about
-- whose card no member said what became of it (docs/mail.md#customers-without-their-card). refresh_complaint and
-- fill_cards_complained keep them in the narrow table cards_complained: to find them among all complaints ever made
-- takes longer each year. The kinds of mail that bring a card are the ones of src/shared/mail-kinds.ts.
CREATE OR REPLACE VIEW complained_cards AS
SELECT o.id AS order_id, o.doa
FROM orders o LEFT JOIN LATERAL (SELECT max(id) AS id FROM documents WHERE order_id = o.id) d ON true
  JOIN LATERAL (
    SELECT state FROM mails WHERE order_id = o.id AND kind IN ('approval', 'resend', 'upload', 'download-link')
    ORDER BY id DESC LIMIT 1
  ) m ON m.state = 'complained'
WHERE o.process_status NOT IN ('Refunds', 'Deleted')
  AND NOT EXISTS (SELECT FROM card_outcomes c WHERE c.order_id = o.id AND c.doa = o.doa)
  AND NOT EXISTS (SELECT FROM downloads x WHERE x.order_id = o.id AND x.actor = 'customer' AND x.complete
    AND x.document_id = d.id AND x.document_id > coalesce(o.outdated_card, 0));
