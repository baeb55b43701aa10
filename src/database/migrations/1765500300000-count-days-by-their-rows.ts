import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of mail that bring a card, as in 1764640000000-watch-cards. */
const cardMail = `kind IN ('approval', 'resend', 'upload', 'download-link')`;

/** What the counts distinguish, of the order `o`. */
const facts = 'o.nationality, o.landing_domain, o.gateway_id, o.processing_mode, o.process_status';

/**
 * Counts a day from rows that bring their order's facts along, and not by a second look at the order of each; and stores
 * the counts of a day by dimension, so that a period by country reads the pages of countries alone. The counts are the
 * same (docs/orders.md#statistics).
 */
export class CountDaysByTheirRows1765500300000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(functions);
    // Sorts the days that are counted already. 0.4 million rows of 400 days take some seconds; statistics wait so long.
    await runner.query('CLUSTER daily_statistics USING daily_statistics_pkey');
    await runner.query('ANALYZE daily_statistics');
  }

  /** The functions before count the same, so they need not come back. */
  async down(): Promise<void> {}
}

const measures = [
  'received',
  'taken',
  'submitted',
  'cards',
  'completed',
  'in_time',
  'late',
  'unknown',
  'refunds',
  'bounces',
];

const functions = `
  CREATE OR REPLACE FUNCTION statistic_facts(first_day date, last_day date)
  RETURNS TABLE (measure text, at timestamptz, order_id integer, member text, minutes integer, nationality text,
    landing_domain text, gateway_id integer, processing_mode text, process_status text) LANGUAGE sql STABLE AS $$
    SELECT 'received'::text, o.create_ts, o.id, ''::text, NULL::integer, ${facts} FROM orders o
      WHERE o.create_ts >= kl_begin(first_day) AND o.create_ts < kl_begin(last_day + 1)
    UNION ALL
    SELECT 'taken', a.create_ts, a.order_id, a.actor, NULL, ${facts}
      FROM activity a JOIN orders o ON o.id = a.order_id
      WHERE a.action IN ('order.assigned', 'order.leased') AND (a.action = 'order.leased' OR a.actor = a."to")
        AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
        AND NOT is_undone(a.order_id, a.id)
    UNION ALL
    SELECT 'submitted', a.create_ts, a.order_id, a.actor,
        greatest(0, floor(extract(epoch FROM a.create_ts - submittable_from(o)) / 60))::integer, ${facts}
      FROM activity a JOIN orders o ON o.id = a.order_id
      WHERE a.action = 'order.moved' AND a."to" = 'AwaitingGovt'
        AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
        AND NOT is_undone(a.order_id, a.id)
        AND NOT EXISTS (SELECT FROM activity f WHERE f.order_id = a.order_id AND f.id < a.id
          AND f.action = 'order.moved' AND f."to" = 'AwaitingGovt' AND NOT is_undone(f.order_id, f.id))
    UNION ALL
    SELECT 'cards', m.sent_at, m.order_id, m.sent_by,
        greatest(0, floor(extract(epoch FROM m.sent_at - submittable_from(o)) / 60))::integer, ${facts}
      FROM mails m JOIN orders o ON o.id = m.order_id CROSS JOIN LATERAL first_card(m.order_id) c
      WHERE m.${cardMail} AND m.sent_at IS NOT NULL
        AND m.sent_at >= kl_begin(first_day) AND m.sent_at < kl_begin(last_day + 1) AND c.id = m.id
    UNION ALL
    SELECT 'completed', o.processed_at, o.id, coalesce(o.processed_by, ''), NULL, ${facts} FROM orders o
      WHERE o.processed_at IS NOT NULL
        AND o.processed_at >= kl_begin(first_day) AND o.processed_at < kl_begin(last_day + 1)
    UNION ALL
    -- One that was completed without a mail on record is history of an older system.
    SELECT CASE WHEN c.sent_at < kl_begin(o.doa) THEN 'in_time'
          WHEN c.sent_at IS NULL AND o.process_status = 'Completed' THEN 'unknown' ELSE 'late' END,
        kl_begin(o.doa), o.id, coalesce(c.sent_by, ''), NULL, ${facts}
      FROM orders o LEFT JOIN LATERAL first_card(o.id) c ON true
      WHERE o.doa >= first_day AND o.doa <= last_day AND o.process_status NOT IN ('Pending', 'Refunds')
    UNION ALL
    SELECT 'refunds', o.refund_date, o.id, coalesce((SELECT a.actor FROM activity a
          WHERE a.order_id = o.id AND a.action = 'order.refunded' ORDER BY a.id DESC LIMIT 1), ''), NULL, ${facts}
      FROM orders o WHERE o.refund_date >= kl_begin(first_day) AND o.refund_date < kl_begin(last_day + 1)
    UNION ALL
    SELECT 'bounces', m.state_at, m.order_id, m.sent_by, NULL, ${facts}
      FROM mails m JOIN orders o ON o.id = m.order_id
      WHERE m.state = 'bounced'
        AND m.state_at >= kl_begin(first_day) AND m.state_at < kl_begin(last_day + 1)
  $$;

  CREATE OR REPLACE FUNCTION statistic_events(first_day date, last_day date)
  RETURNS TABLE (measure text, at timestamptz, order_id integer, member text, minutes integer) LANGUAGE sql STABLE AS $$
    SELECT measure, at, order_id, member, minutes FROM statistic_facts(first_day, last_day)
  $$;

  -- The rows of daily_statistics for these days.
  CREATE OR REPLACE FUNCTION count_statistics(first_day date, last_day date) RETURNS SETOF daily_statistics
  LANGUAGE sql STABLE AS $$
    SELECT d.dimension, kl_day(e.at), d.value,
      ${measures.map((measure) => `count(*) FILTER (WHERE e.measure = '${measure}')::integer`).join(',\n      ')},
      coalesce(array_agg(e.minutes) FILTER (WHERE e.measure = 'submitted'), '{}'),
      coalesce(array_agg(e.minutes) FILTER (WHERE e.measure = 'cards'), '{}')
    FROM statistic_facts(first_day, last_day) e
      CROSS JOIN LATERAL (VALUES ('all', ''), ('member', e.member), ('country', e.nationality),
        ('brand', regexp_replace(regexp_replace(lower(e.landing_domain), '^www\\.', ''), ':[0-9]+$', '')),
        ('gateway', coalesce(e.gateway_id::text, '')), ('mode', e.processing_mode)) AS d (dimension, value)
    WHERE e.process_status <> 'Deleted'
    GROUP BY 1, 2, 3
  $$;

  -- As in 1765000000000-count-the-days, each dimension's rows beside each other.
  CREATE OR REPLACE FUNCTION recount_statistics(days date[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1765000000);
    DELETE FROM statistic_marks WHERE day = ANY(days);
    DELETE FROM daily_statistics WHERE day = ANY(days);
    INSERT INTO daily_statistics SELECT c.* FROM unnest(days) AS d (day), count_statistics(d.day, d.day) c
      ORDER BY c.dimension, c.day, c.value;
    INSERT INTO statistic_days SELECT unnest(days) ON CONFLICT DO NOTHING
  $$`;
