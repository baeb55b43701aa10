-- Marks an order whose card differs from it or could not be read, and takes the mark away otherwise, so that lists show
-- it without reading the cards. Called by refresh_doubt_of_card and refresh_doubt_of_order. The verdict is that of the
-- current card, else of the newest one that came by mail, as in src/database/card-verdict.ts.
CREATE OR REPLACE FUNCTION refresh_card_doubt(of_order integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE doubt text;
BEGIN
  SELECT coalesce(
    (SELECT coalesce(d.verdict, 'not compared') FROM documents d
      WHERE d.order_id = o.id AND d.id > coalesce(o.outdated_card, 0) ORDER BY d.id DESC LIMIT 1),
    (SELECT coalesce(f.verdict, 'not compared') FROM inbound_files f
      WHERE f.order_id = o.id AND f.kind = 'card' ORDER BY f.id DESC LIMIT 1))
    INTO doubt FROM orders o WHERE o.id = of_order;
  DELETE FROM inbox_marks WHERE order_id = of_order AND mark IN ('differs', 'unreadable')
    AND mark IS DISTINCT FROM doubt;
  IF doubt IN ('differs', 'unreadable') THEN
    INSERT INTO inbox_marks (order_id, mark) VALUES (of_order, doubt) ON CONFLICT DO NOTHING;
  END IF;
END;
$$;
