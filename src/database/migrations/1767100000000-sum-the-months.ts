import type { MigrationInterface, QueryRunner } from 'typeorm';

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

/**
 * Sums the counts of each whole month, and stores the minutes of a row in order, so that a long period reads few rows and
 * its medians are found without sorting (docs/orders.md#statistics).
 */
export class SumTheMonths1767100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // no day is counted meanwhile, so none is left with minutes that are not in order
    await runner.query('SELECT pg_advisory_xact_lock(1765000000)');
    await runner.query(tables);
    await runner.query(functions);
    // every row, so that those of a dimension stay beside each other
    await runner.query(`UPDATE daily_statistics SET
      submit_minutes = ARRAY(SELECT m FROM unnest(submit_minutes) m ORDER BY m),
      card_minutes = ARRAY(SELECT m FROM unnest(card_minutes) m ORDER BY m)`);
  }

  /** Minutes in order serve the version before, too. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(recountOfBefore);
    await runner.query(`DROP FUNCTION sum_statistic_months, month_statistics`);
    await runner.query(`DROP TABLE monthly_statistics, statistic_months`);
  }
}

const tables = `
  -- the sums of a month's days; the job adds a month when all its days are counted, and a day that is counted again takes
  -- its month away
  CREATE TABLE monthly_statistics (
    dimension text NOT NULL,
    month date NOT NULL,
    value text NOT NULL,
    ${measures.map((measure) => `${measure} integer NOT NULL`).join(',\n    ')},
    -- as those of a day, the shortest first
    submit_minutes integer[] NOT NULL,
    card_minutes integer[] NOT NULL,
    PRIMARY KEY (dimension, month, value)
  );
  -- the months that were summed
  CREATE TABLE statistic_months (month date PRIMARY KEY)`;

const recount = (alsoMonths: string) => `
  -- As in 1765500300000-count-days-by-their-rows.
  CREATE OR REPLACE FUNCTION recount_statistics(days date[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1765000000);
    DELETE FROM statistic_marks WHERE day = ANY(days);
    DELETE FROM daily_statistics WHERE day = ANY(days);
    INSERT INTO daily_statistics SELECT c.* FROM unnest(days) AS d (day), count_statistics(d.day, d.day) c
      ORDER BY c.dimension, c.day, c.value;
    ${alsoMonths}INSERT INTO statistic_days SELECT unnest(days) ON CONFLICT DO NOTHING
  $$`;

const recountOfBefore = recount('');

const functions = `
  -- As in 1765500300000-count-days-by-their-rows, with the minutes in order.
  CREATE OR REPLACE FUNCTION count_statistics(first_day date, last_day date) RETURNS SETOF daily_statistics
  LANGUAGE sql STABLE AS $$
    SELECT d.dimension, kl_day(e.at), d.value,
      ${measures.map((measure) => `count(*) FILTER (WHERE e.measure = '${measure}')::integer`).join(',\n      ')},
      coalesce(array_agg(e.minutes ORDER BY e.minutes) FILTER (WHERE e.measure = 'submitted'), '{}'),
      coalesce(array_agg(e.minutes ORDER BY e.minutes) FILTER (WHERE e.measure = 'cards'), '{}')
    FROM statistic_facts(first_day, last_day) e
      CROSS JOIN LATERAL (VALUES ('all', ''), ('member', e.member), ('country', e.nationality),
        ('brand', regexp_replace(regexp_replace(lower(e.landing_domain), '^www\\.', ''), ':[0-9]+$', '')),
        ('gateway', coalesce(e.gateway_id::text, '')), ('mode', e.processing_mode)) AS d (dimension, value)
    WHERE e.process_status <> 'Deleted'
    GROUP BY 1, 2, 3
  $$;

  -- The rows of monthly_statistics for the month that begins on this day: the sums of its days.
  CREATE FUNCTION month_statistics(of_month date) RETURNS SETOF monthly_statistics LANGUAGE sql STABLE AS $$
    SELECT d.dimension, of_month, d.value,
      -- a day has a row for each of its minutes, and counts with the first of them
      ${measures.map((measure) => `sum(d.${measure}) FILTER (WHERE m.n IS NULL OR m.n = 1)::integer`).join(',\n      ')},
      coalesce(array_agg(m.submit ORDER BY m.submit) FILTER (WHERE m.submit IS NOT NULL), '{}'),
      coalesce(array_agg(m.card ORDER BY m.card) FILTER (WHERE m.card IS NOT NULL), '{}')
    FROM daily_statistics d
      LEFT JOIN LATERAL unnest(d.submit_minutes, d.card_minutes) WITH ORDINALITY AS m (submit, card, n) ON true
    WHERE d.day >= of_month AND d.day < of_month + interval '1 month'
    GROUP BY d.dimension, d.value
  $$;

  -- Sums the newest of the past months whose days are all counted and that have no sums.
  CREATE FUNCTION sum_statistic_months(most integer) RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1765000000);
    WITH found AS (
      INSERT INTO statistic_months
      SELECT month FROM (SELECT date_trunc('month', day)::date AS month, count(*) AS days FROM statistic_days GROUP BY 1) counted
      WHERE days = (month + interval '1 month')::date - month AND month < date_trunc('month', kl_day(now()))
        AND NOT EXISTS (SELECT FROM statistic_months s WHERE s.month = counted.month)
      ORDER BY month DESC LIMIT most RETURNING month
    )
    INSERT INTO monthly_statistics SELECT s.* FROM found, month_statistics(found.month) s
      ORDER BY s.dimension, s.month, s.value
  $$;
  ${recount(`DELETE FROM monthly_statistics WHERE month IN (SELECT date_trunc('month', day)::date FROM unnest(days) AS day);
    DELETE FROM statistic_months WHERE month IN (SELECT date_trunc('month', day)::date FROM unnest(days) AS day);
    `)}`;
