-- What the statistics count on these days, a row for each (docs/orders.md#statistics). Called by count_statistics and
-- statistic_events, so that the counts of a day are what its lists show. Each row brings the facts of its order along,
-- so that no second look at the order is needed. Deleted orders are left out by who asks.
CREATE OR REPLACE FUNCTION statistic_facts(first_day date, last_day date)
  RETURNS TABLE(measure text, at timestamptz, order_id integer, member text, minutes integer, nationality text,
    landing_domain text, gateway_id integer, processing_mode text, process_status text)
  LANGUAGE sql STABLE AS $$
  SELECT 'received'::text, o.create_ts, o.id, ''::text, NULL::integer,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM orders o
    WHERE o.create_ts >= kl_begin(first_day) AND o.create_ts < kl_begin(last_day + 1)
  UNION ALL
  SELECT 'taken', a.create_ts, a.order_id, a.actor, NULL,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM activity a JOIN orders o ON o.id = a.order_id
    WHERE a.action IN ('order.assigned', 'order.leased') AND (a.action = 'order.leased' OR a.actor = a."to")
      AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
      AND NOT is_undone(a.order_id, a.id)
  UNION ALL
  SELECT 'submitted', a.create_ts, a.order_id, a.actor,
      greatest(0, floor(extract(epoch FROM a.create_ts - submittable_from(o)) / 60))::integer,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM activity a JOIN orders o ON o.id = a.order_id
    WHERE a.action = 'order.moved' AND a."to" = 'AwaitingGovt'
      AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
      AND NOT is_undone(a.order_id, a.id)
      AND NOT EXISTS (SELECT FROM activity f WHERE f.order_id = a.order_id AND f.id < a.id
        AND f.action = 'order.moved' AND f."to" = 'AwaitingGovt' AND NOT is_undone(f.order_id, f.id))
  UNION ALL
  SELECT 'cards', m.sent_at, m.order_id, m.sent_by,
      greatest(0, floor(extract(epoch FROM m.sent_at - submittable_from(o)) / 60))::integer,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM mails m JOIN orders o ON o.id = m.order_id CROSS JOIN LATERAL first_card(m.order_id) c
    WHERE m.kind IN ('approval', 'resend', 'upload', 'download-link') AND m.sent_at IS NOT NULL
      AND m.sent_at >= kl_begin(first_day) AND m.sent_at < kl_begin(last_day + 1) AND c.id = m.id
  UNION ALL
  SELECT 'completed', o.processed_at, o.id, coalesce(o.processed_by, ''), NULL,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM orders o
    WHERE o.processed_at IS NOT NULL
      AND o.processed_at >= kl_begin(first_day) AND o.processed_at < kl_begin(last_day + 1)
  UNION ALL
  -- A completed order without a mail on record is history of another system: when its card was sent is not known.
  SELECT CASE WHEN c.sent_at < kl_begin(o.doa) THEN 'in_time'
        WHEN c.sent_at IS NULL AND o.process_status = 'Completed' THEN 'unknown' ELSE 'late' END,
      kl_begin(o.doa), o.id, coalesce(c.sent_by, ''), NULL,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM orders o LEFT JOIN LATERAL first_card(o.id) c ON true
    WHERE o.doa >= first_day AND o.doa <= last_day AND o.process_status NOT IN ('Pending', 'Refunds')
  UNION ALL
  SELECT 'refunds', o.refund_date, o.id,
      coalesce((SELECT a.actor FROM activity a
        WHERE a.order_id = o.id AND a.action = 'order.refunded' ORDER BY a.id DESC LIMIT 1), ''), NULL,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM orders o
    WHERE o.refund_date >= kl_begin(first_day) AND o.refund_date < kl_begin(last_day + 1)
  UNION ALL
  SELECT 'bounces', m.state_at, m.order_id, m.sent_by, NULL,
      o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status
    FROM mails m JOIN orders o ON o.id = m.order_id
    WHERE m.state = 'bounced'
      AND m.state_at >= kl_begin(first_day) AND m.state_at < kl_begin(last_day + 1)
$$;
