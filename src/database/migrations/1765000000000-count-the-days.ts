import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The kinds of mail that bring a card, as in 1764640000000-watch-cards. */
const cardMail = `kind IN ('approval', 'resend', 'upload', 'download-link')`;

/** The actions that change an order; an undo undoes the one before it. */
const changes = `'order.assigned', 'order.leased', 'order.lease-ended', 'order.released', 'order.moved', 'order.amended',
  'order.promoted', 'order.refunded', 'order.undone', 'transaction.saved'`;

/** Indexes for what happened on a day and has none. */
const indexes: Record<string, string> = {
  orders_completed: 'INDEX orders_completed ON orders (processed_at) WHERE processed_at IS NOT NULL',
  mails_with_card: `INDEX mails_with_card ON mails (sent_at) WHERE ${cardMail} AND sent_at IS NOT NULL`,
  mails_bounced: `INDEX mails_bounced ON mails (state_at) WHERE state = 'bounced'`,
};

/**
 * What happened on each day in Kuala Lumpur, counted once (docs/orders.md#statistics). Triggers mark the days whose counts
 * change; a job counts those again. So the counts of a day are what `statistic_events` finds, and nothing is added up twice.
 */
export class CountTheDays1765000000000 implements MigrationInterface {
  readonly transaction = false;

  /** An invalid index of an aborted run is dropped first. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, made] of Object.entries(indexes)) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE ${made.replace('INDEX', 'INDEX CONCURRENTLY')}`);
    }
    for (const statements of [tables, events, counts, marks, triggers]) await runner.query(statements);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER orders_statistics_in ON orders;
      DROP TRIGGER orders_statistics_change ON orders;
      DROP TRIGGER activity_statistics ON activity;
      DROP TRIGGER mails_statistics_in ON mails;
      DROP TRIGGER mails_statistics_change ON mails;
      DROP FUNCTION mark_new_orders, mark_changed_order, mark_activity, mark_mail, mark_order, mark_days, recount_statistics, count_statistics,
        statistic_events, is_undone, first_card, submittable_from, kl_day, kl_begin;
      DROP TABLE daily_statistics, statistic_days, statistic_marks;
      DROP INDEX ${Object.keys(indexes).join(', ')}`);
  }
}

const tables = `
  -- the counts of a day: of all orders (dimension 'all', value ''), and of those with each value of a dimension
  CREATE TABLE IF NOT EXISTS daily_statistics (
    dimension text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    received integer NOT NULL,
    taken integer NOT NULL,
    submitted integer NOT NULL,
    cards integer NOT NULL,
    completed integer NOT NULL,
    in_time integer NOT NULL,
    late integer NOT NULL,
    unknown integer NOT NULL,
    refunds integer NOT NULL,
    bounces integer NOT NULL,
    -- of each order that was submitted or got its card on the day, from when it could be submitted
    submit_minutes integer[] NOT NULL,
    card_minutes integer[] NOT NULL,
    PRIMARY KEY (dimension, day, value)
  );
  -- the days that were counted
  CREATE TABLE IF NOT EXISTS statistic_days (day date PRIMARY KEY);
  -- the days whose counts have changed since; the job removes the marks
  CREATE TABLE IF NOT EXISTS statistic_marks (day date NOT NULL);
  CREATE INDEX IF NOT EXISTS statistic_marks_day ON statistic_marks (day)`;

const events = `
  CREATE OR REPLACE FUNCTION kl_day(at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
    SELECT (at AT TIME ZONE 'Asia/Kuala_Lumpur')::date
  $$;
  CREATE OR REPLACE FUNCTION kl_begin(day date) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT day::timestamp AT TIME ZONE 'Asia/Kuala_Lumpur'
  $$;

  -- whether the next change of the order undid this one
  CREATE OR REPLACE FUNCTION is_undone(of_order integer, activity_id bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT coalesce((SELECT n.action = 'order.undone' FROM activity n
      WHERE n.order_id = of_order AND n.id > activity_id AND n.action IN (${changes}) ORDER BY n.id LIMIT 1), false)
  $$;

  -- the mail by which the order got its first card
  CREATE OR REPLACE FUNCTION first_card(of_order integer) RETURNS TABLE (id integer, sent_at timestamptz, sent_by text)
  LANGUAGE sql STABLE AS $$
    SELECT m.id, m.sent_at, m.sent_by FROM mails m
      WHERE m.order_id = of_order AND m.${cardMail} AND m.sent_at IS NOT NULL ORDER BY m.sent_at, m.id LIMIT 1
  $$;

  CREATE OR REPLACE FUNCTION submittable_from(o orders) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
    SELECT greatest(o.create_ts, o.paid_at, kl_begin(o.processing_date))
  $$;

  -- What the statistics count on these days, a row for each. Deleted orders are left out by who asks.
  CREATE OR REPLACE FUNCTION statistic_events(first_day date, last_day date)
  RETURNS TABLE (measure text, at timestamptz, order_id integer, member text, minutes integer) LANGUAGE sql STABLE AS $$
    SELECT 'received'::text, o.create_ts, o.id, ''::text, NULL::integer FROM orders o
      WHERE o.create_ts >= kl_begin(first_day) AND o.create_ts < kl_begin(last_day + 1)
    UNION ALL
    SELECT 'taken', a.create_ts, a.order_id, a.actor, NULL FROM activity a
      WHERE a.action IN ('order.assigned', 'order.leased') AND (a.action = 'order.leased' OR a.actor = a."to")
        AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
        AND NOT is_undone(a.order_id, a.id)
    UNION ALL
    SELECT 'submitted', a.create_ts, a.order_id, a.actor,
        greatest(0, floor(extract(epoch FROM a.create_ts - submittable_from(o)) / 60))::integer
      FROM activity a JOIN orders o ON o.id = a.order_id
      WHERE a.action = 'order.moved' AND a."to" = 'AwaitingGovt'
        AND a.create_ts >= kl_begin(first_day) AND a.create_ts < kl_begin(last_day + 1)
        AND NOT is_undone(a.order_id, a.id)
        AND NOT EXISTS (SELECT FROM activity f WHERE f.order_id = a.order_id AND f.id < a.id
          AND f.action = 'order.moved' AND f."to" = 'AwaitingGovt' AND NOT is_undone(f.order_id, f.id))
    UNION ALL
    SELECT 'cards', m.sent_at, m.order_id, m.sent_by,
        greatest(0, floor(extract(epoch FROM m.sent_at - submittable_from(o)) / 60))::integer
      FROM mails m JOIN orders o ON o.id = m.order_id CROSS JOIN LATERAL first_card(m.order_id) c
      WHERE m.${cardMail} AND m.sent_at IS NOT NULL
        AND m.sent_at >= kl_begin(first_day) AND m.sent_at < kl_begin(last_day + 1) AND c.id = m.id
    UNION ALL
    SELECT 'completed', o.processed_at, o.id, coalesce(o.processed_by, ''), NULL FROM orders o
      WHERE o.processed_at IS NOT NULL
        AND o.processed_at >= kl_begin(first_day) AND o.processed_at < kl_begin(last_day + 1)
    UNION ALL
    -- One that was completed without a mail on record is history of an older system.
    SELECT CASE WHEN c.sent_at < kl_begin(o.doa) THEN 'in_time'
          WHEN c.sent_at IS NULL AND o.process_status = 'Completed' THEN 'unknown' ELSE 'late' END,
        kl_begin(o.doa), o.id, coalesce(c.sent_by, ''), NULL
      FROM orders o LEFT JOIN LATERAL first_card(o.id) c ON true
      WHERE o.doa >= first_day AND o.doa <= last_day AND o.process_status NOT IN ('Pending', 'Refunds')
    UNION ALL
    SELECT 'refunds', o.refund_date, o.id, coalesce((SELECT a.actor FROM activity a
          WHERE a.order_id = o.id AND a.action = 'order.refunded' ORDER BY a.id DESC LIMIT 1), ''), NULL
      FROM orders o WHERE o.refund_date >= kl_begin(first_day) AND o.refund_date < kl_begin(last_day + 1)
    UNION ALL
    SELECT 'bounces', m.state_at, m.order_id, m.sent_by, NULL FROM mails m
      WHERE m.state = 'bounced' AND m.order_id IS NOT NULL
        AND m.state_at >= kl_begin(first_day) AND m.state_at < kl_begin(last_day + 1)
  $$`;

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

const counts = `
  -- The rows of daily_statistics for these days.
  CREATE OR REPLACE FUNCTION count_statistics(first_day date, last_day date) RETURNS SETOF daily_statistics
  LANGUAGE sql STABLE AS $$
    SELECT d.dimension, kl_day(e.at), d.value,
      ${measures.map((measure) => `count(*) FILTER (WHERE e.measure = '${measure}')::integer`).join(',\n      ')},
      coalesce(array_agg(e.minutes) FILTER (WHERE e.measure = 'submitted'), '{}'),
      coalesce(array_agg(e.minutes) FILTER (WHERE e.measure = 'cards'), '{}')
    FROM statistic_events(first_day, last_day) e JOIN orders o ON o.id = e.order_id
      CROSS JOIN LATERAL (VALUES ('all', ''), ('member', e.member), ('country', o.nationality),
        ('brand', regexp_replace(regexp_replace(lower(o.landing_domain), '^www\\.', ''), ':[0-9]+$', '')),
        ('gateway', coalesce(o.gateway_id::text, '')), ('mode', o.processing_mode)) AS d (dimension, value)
    WHERE o.process_status <> 'Deleted'
    GROUP BY 1, 2, 3
  $$;

  -- Counts these days again. The marks go before the rows are read: what is committed later leaves a new one.
  CREATE OR REPLACE FUNCTION recount_statistics(days date[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1765000000);
    DELETE FROM statistic_marks WHERE day = ANY(days);
    DELETE FROM daily_statistics WHERE day = ANY(days);
    INSERT INTO daily_statistics SELECT c.* FROM unnest(days) AS d (day), count_statistics(d.day, d.day) c;
    INSERT INTO statistic_days SELECT unnest(days) ON CONFLICT DO NOTHING
  $$`;

const marks = `
  CREATE OR REPLACE FUNCTION mark_days(VARIADIC days date[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO statistic_marks SELECT DISTINCT day FROM unnest(days) AS day WHERE day <= kl_day(now())
  $$;

  -- every day on which something of the order is counted
  CREATE OR REPLACE FUNCTION mark_order(changed integer) RETURNS void LANGUAGE sql AS $$
    SELECT mark_days(VARIADIC ARRAY(
      SELECT unnest(ARRAY[kl_day(create_ts), doa, kl_day(processed_at), kl_day(refund_date)]) FROM orders WHERE id = changed
      UNION SELECT kl_day(create_ts) FROM activity
        WHERE order_id = changed AND action IN ('order.assigned', 'order.leased', 'order.moved')
      UNION SELECT unnest(ARRAY[kl_day(sent_at), kl_day(state_at)]) FROM mails WHERE order_id = changed))
  $$;

  CREATE OR REPLACE FUNCTION mark_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM mark_days(VARIADIC ARRAY(SELECT DISTINCT day FROM added,
      unnest(ARRAY[kl_day(create_ts), doa, kl_day(processed_at), kl_day(refund_date)]) AS day WHERE day IS NOT NULL));
    RETURN NULL;
  END $$;

  CREATE OR REPLACE FUNCTION mark_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF (OLD.processed_at, OLD.processed_by, OLD.refund_date) IS DISTINCT FROM
      (NEW.processed_at, NEW.processed_by, NEW.refund_date) THEN
      PERFORM mark_days(kl_day(OLD.processed_at), kl_day(NEW.processed_at), kl_day(OLD.refund_date),
        kl_day(NEW.refund_date));
    END IF;
    -- the statuses that tell whether a card came in time
    IF (OLD.doa, CASE WHEN OLD.process_status IN ('Pending', 'Completed', 'Refunds') THEN OLD.process_status END)
      IS DISTINCT FROM
      (NEW.doa, CASE WHEN NEW.process_status IN ('Pending', 'Completed', 'Refunds') THEN NEW.process_status END) THEN
      PERFORM mark_days(OLD.doa, NEW.doa);
    END IF;
    IF (OLD.nationality, OLD.landing_domain, OLD.gateway_id, OLD.processing_mode, submittable_from(OLD),
        OLD.process_status = 'Deleted') IS DISTINCT FROM
      (NEW.nationality, NEW.landing_domain, NEW.gateway_id, NEW.processing_mode, submittable_from(NEW),
        NEW.process_status = 'Deleted') THEN
      PERFORM mark_order(NEW.id);
    END IF;
    RETURN NULL;
  END $$;

  -- An undo undoes what was counted on the day of the change before it.
  CREATE OR REPLACE FUNCTION mark_activity() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.action IN ('order.undone', 'order.refunded') THEN
      PERFORM mark_order(NEW.order_id);
    ELSE
      PERFORM mark_days(kl_day(NEW.create_ts));
    END IF;
    RETURN NULL;
  END $$;

  -- The mail, and whether the card came in time.
  CREATE OR REPLACE FUNCTION mark_mail() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      PERFORM mark_days(kl_day(OLD.sent_at), kl_day(OLD.state_at));
      -- the first card may be that of another mail now
      IF OLD.sent_at IS NOT NULL AND OLD.sent_at IS DISTINCT FROM NEW.sent_at THEN PERFORM mark_order(NEW.order_id); END IF;
    END IF;
    PERFORM mark_days(kl_day(NEW.sent_at), kl_day(NEW.state_at), (SELECT doa FROM orders WHERE id = NEW.order_id));
    RETURN NULL;
  END $$`;

const triggers = `
  CREATE OR REPLACE TRIGGER orders_statistics_in AFTER INSERT ON orders REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION mark_new_orders();
  CREATE OR REPLACE TRIGGER orders_statistics_change AFTER UPDATE ON orders FOR EACH ROW
    WHEN ((OLD.process_status, OLD.doa, OLD.processed_at, OLD.processed_by, OLD.refund_date, OLD.nationality,
        OLD.landing_domain, OLD.gateway_id, OLD.processing_mode, OLD.create_ts, OLD.paid_at, OLD.processing_date)
      IS DISTINCT FROM
      (NEW.process_status, NEW.doa, NEW.processed_at, NEW.processed_by, NEW.refund_date, NEW.nationality,
        NEW.landing_domain, NEW.gateway_id, NEW.processing_mode, NEW.create_ts, NEW.paid_at, NEW.processing_date))
    EXECUTE FUNCTION mark_changed_order();
  CREATE OR REPLACE TRIGGER activity_statistics AFTER INSERT ON activity FOR EACH ROW
    WHEN (NEW.action IN ('order.assigned', 'order.leased', 'order.undone', 'order.refunded')
      OR NEW.action = 'order.moved' AND NEW."to" = 'AwaitingGovt') EXECUTE FUNCTION mark_activity();
  CREATE OR REPLACE TRIGGER mails_statistics_in AFTER INSERT ON mails FOR EACH ROW
    WHEN (NEW.order_id IS NOT NULL AND (NEW.sent_at IS NOT NULL OR NEW.state = 'bounced')) EXECUTE FUNCTION mark_mail();
  CREATE OR REPLACE TRIGGER mails_statistics_change AFTER UPDATE OF state, sent_at, state_at ON mails FOR EACH ROW
    WHEN (NEW.order_id IS NOT NULL AND (OLD.sent_at IS DISTINCT FROM NEW.sent_at
      OR 'bounced' IN (OLD.state, NEW.state))) EXECUTE FUNCTION mark_mail()`;
