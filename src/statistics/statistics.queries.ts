import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';
import { literal, type Sql, sql } from '../database/sql.js';
import type { Brand } from '../shared/brands.js';
import { keptCodes, noCountry } from '../platform/nationality-codes.js';
import type { StatisticLine } from '../shared/statistics.js';
import { allStatisticMeasures, type StatisticDimension, type StatisticMeasure } from '../shared/statistics-tables.js';

/** The first and the last day, both inclusive, in Kuala Lumpur, `YYYY-MM-DD`. */
export type Days = { from: string; to: string };
/** A line without its name; the one of all orders has no value. */
export type CountedLine = Omit<StatisticLine, 'label' | 'value'> & { value: string | null };
/** What has this value of a dimension; a brand is all its domains. */
export type Part = { by: StatisticDimension; value: string };
export type FoundRow = {
  id: number;
  fullName: string;
  nationality: string;
  status: string;
  at: Date;
  member: string;
  minutes: number | null;
};

/** Reads the counts of the days and months (database/functions/*_statistics.sql); a job counts what has changed. */
@Injectable()
export class StatisticsQueries {
  constructor(
    private readonly database: DataSource,
    private readonly replica: Replica,
  ) {}

  /** The days of the period that are still to be counted, or counted again, the newest first. */
  uncounted({ from, to }: Days): Promise<{ day: string }[]> {
    return this.read(
      sql`SELECT to_char(day, 'YYYY-MM-DD') AS day FROM (${daysToCount(sql`day BETWEEN ${from}::date AND ${to}::date`)}) days
        ORDER BY days.day DESC`,
    );
  }

  /** A line for each value of the dimension, and one of all orders. */
  lines(days: Days, by: StatisticDimension, brands: readonly Brand[]): Promise<CountedLine[]> {
    const sums = literal(allStatisticMeasures.map((name) => `sum(k.${name})::int AS ${name}`).join(', '));
    const lines =
      by === 'day'
        ? sql`SELECT to_char(day, 'YYYY-MM-DD') AS key, d.* FROM (${countedDays(days, by)}) d`
        : sql`SELECT ${keyOf(by, brands)} AS key, c.* FROM (${counted(days, by)}) c`;
    return this.read(sql`
      WITH RECURSIVE months AS MATERIALIZED (${wholeMonths(days)}),
        keyed AS MATERIALIZED (${lines} UNION ALL SELECT NULL, c.* FROM (${counted(days, 'day')}) c),
        ${medians},
        sums AS (SELECT k.key, ${sums} FROM keyed k GROUP BY k.key)
      SELECT s.key AS value, ${columns('s')}, m.submit_median, m.card_median
      FROM sums s LEFT JOIN medians m ON m.key IS NOT DISTINCT FROM s.key`);
  }

  /**
   * On which days a number of the part was counted, the newest first.
   * @param fresh days that are counted here, because their counts have changed
   */
  daysOf(
    days: Days,
    measures: StatisticMeasure[],
    part: Part | undefined,
    brands: readonly Brand[],
    fresh: string[],
  ): Promise<{ day: string; n: number }[]> {
    const by = part?.by ?? 'day';
    const n = literal(measures.map((measure) => `c.${measure}`).join(' + '));
    const within = part && part.by !== 'day' ? sql`${keyOf(part.by, brands)} = ${part.value}` : sql`true`;
    return this.read(sql`
      SELECT to_char(day, 'YYYY-MM-DD') AS day, n::int FROM (
        SELECT c.day, sum(${n}) AS n FROM (${countedDays(days, by)}) c
        WHERE c.day <> ALL(${fresh}::date[]) AND ${within} GROUP BY c.day
        UNION ALL SELECT day, count(*) FROM (${happened(fresh, measures, part, brands)}) e GROUP BY day
      ) found WHERE n > 0 ORDER BY day DESC`);
  }

  /** What a number counts on these days, the newest first. */
  rows(
    days: string[],
    measures: StatisticMeasure[],
    part: Part | undefined,
    brands: readonly Brand[],
    { offset, limit }: { offset: number; limit: number },
  ): Promise<FoundRow[]> {
    return this.read(sql`
      SELECT id, full_name AS "fullName", nationality, process_status AS status, at, member, minutes
      FROM (${happened(days, measures, part, brands)}) e
      ORDER BY at DESC, id DESC OFFSET ${offset} LIMIT ${limit}`);
  }

  /** The gateways by the id that a line has. */
  gateways(): Promise<{ id: number; name: string }[]> {
    return this.database.query('SELECT id, gateway_name AS name FROM gateways ORDER BY id');
  }

  /** Counts the newest days that are to be counted, `most` of them. */
  async countDays(most: number): Promise<void> {
    const newest = sql`SELECT to_char(day, 'YYYY-MM-DD') AS day FROM (${daysToCount(sql`true`)}) days
      ORDER BY days.day DESC LIMIT ${most}`;
    const found = await this.database.query<{ day: string }[]>(...newest.asArguments);
    if (found.length === 0) return;
    await this.database.query('SELECT recount_statistics($1::date[])', [found.map(({ day }) => day)]);
  }

  /** Sums the newest months that have no sums, `most` of them. */
  async sumMonths(most: number): Promise<void> {
    await this.database.query('SELECT sum_statistic_months($1)', [most]);
  }

  private read<Row>(statement: Sql): Promise<Row[]> {
    const [text, values] = statement.asArguments;
    return this.replica.read([text, values], () => this.database.query(text, values));
  }
}

/** Days that were marked, and those from the first order on that were never counted. */
function daysToCount(within: Sql): Sql {
  return sql`SELECT DISTINCT day FROM statistic_marks WHERE ${within} UNION
    SELECT day FROM (SELECT day::date FROM generate_series(
      (SELECT kl_day(min(create_ts)) FROM orders)::timestamp, kl_day(now())::timestamp, interval '1 day') AS day) passed
    WHERE ${within} AND NOT EXISTS (SELECT FROM statistic_days s WHERE s.day = passed.day)`;
}

/** The months of the period that are summed. */
function wholeMonths({ from, to }: Days): Sql {
  return sql`SELECT month FROM statistic_months
    WHERE month >= ${from}::date AND (month + interval '1 month')::date <= ${to}::date + 1`;
}

/** The counts of a period by whole months, and by days at its ends: a row for each of them and value. */
function counted(days: Days, by: StatisticDimension): Sql {
  const { from, to } = days;
  const ends = sql`SELECT day::date FROM generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
    WHERE date_trunc('month', day)::date NOT IN (SELECT month FROM months)`;
  return sql`SELECT * FROM monthly_statistics WHERE dimension = ${dimensionOf(by)} AND month IN (SELECT month FROM months)
    UNION ALL SELECT * FROM daily_statistics WHERE dimension = ${dimensionOf(by)} AND day = ANY(ARRAY(${ends}))`;
}

/** The counts of the days, a row for each day and value. */
function countedDays({ from, to }: Days, by: StatisticDimension): Sql {
  return sql`SELECT * FROM daily_statistics
    WHERE dimension = ${dimensionOf(by)} AND day BETWEEN ${from}::date AND ${to}::date`;
}

/** What happened on the days, of the part, each with its order. */
function happened(days: string[], measures: StatisticMeasure[], part: Part | undefined, brands: readonly Brand[]): Sql {
  return sql`SELECT d.day, o.id, o.full_name, o.nationality, o.process_status, e.at, e.member, e.minutes
    FROM unnest(${days}::date[]) AS d (day) CROSS JOIN LATERAL statistic_events(d.day, d.day) e
      JOIN orders o ON o.id = e.order_id
    WHERE e.measure = ANY(${measures}) AND o.process_status <> 'Deleted' AND ${part ? isOf(part, brands) : sql`true`}`;
}

function dimensionOf(by: StatisticDimension): string {
  return by === 'day' ? 'all' : by;
}

/** As `count_statistics` has it. */
const domainOfOrder = literal(`regexp_replace(regexp_replace(lower(o.landing_domain), '^www\\.', ''), ':[0-9]+$', '')`);

/** The value of a line of the counts `c`: of brands, the key of the brand that has the domain; of countries, the kept code. */
function keyOf(by: StatisticDimension, brands: readonly Brand[]): Sql {
  if (by === 'country') return countryOf(sql`c.value`);
  return by === 'brand' ? brandOf(sql`c.value`, brands) : sql`c.value`;
}

/** The code that is kept for a nationality; a word that is none counts as unspecified (src/platform/nationality-codes.ts). */
function countryOf(nationality: Sql): Sql {
  return sql`coalesce(${JSON.stringify(Object.fromEntries(keptCodes))}::jsonb ->> ${nationality}, ${noCountry})`;
}

/** The brand of a landing domain; the first brand has every domain that no other one lists (src/shared/brands.ts). */
function brandOf(domain: Sql, brands: readonly Brand[]): Sql {
  const [first, ...others] = brands;
  const known = others.flatMap(({ key, domains }) => domains.map((domain) => ({ key, domain })));
  return sql`coalesce((SELECT b.key FROM unnest(${known.map(({ domain }) => domain)}::text[],
    ${known.map(({ key }) => key)}::text[]) AS b (domain, key) WHERE b.domain = ${domain} LIMIT 1), ${first!.key})`;
}

/** Whether what happened, `e`, and its order `o` are of the part. A day is among the days that were asked for. */
function isOf({ by, value }: Part, brands: readonly Brand[]): Sql {
  const conditions: Record<StatisticDimension, () => Sql> = {
    day: () => sql`true`,
    member: () => sql`e.member = ${value}`,
    country: () => sql`${countryOf(sql`o.nationality`)} = ${value}`,
    gateway: () => sql`coalesce(o.gateway_id::text, '') = ${value}`,
    mode: () => sql`o.processing_mode = ${value}`,
    brand: () => sql`${brandOf(domainOfOrder, brands)} = ${value}`,
  };
  return conditions[by]();
}

function columns(of: string): Sql {
  return literal(allStatisticMeasures.map((name) => `${of}.${name}`).join(', '));
}

/**
 * The medians of each key: the lower of the two in the middle. Nothing is sorted, because each row of `keyed` has its minutes
 * in order. The median lies between the smallest and the greatest of the rows' own medians. Each round halves this range:
 * `width_bucket` tells how many minutes of a row are not above the middle of the range.
 * `|| '{}'` reads a long array once, and not in each round.
 */
const medians = sql`
  times AS MATERIALIZED (
    SELECT dense_rank() OVER (ORDER BY key COLLATE "C", kind) AS id, key, kind, n, minutes || '{}' AS minutes
    FROM keyed, LATERAL (VALUES ('submit', submitted, submit_minutes), ('card', cards, card_minutes)) AS v (kind, n, minutes)
    WHERE n > 0),
  sought AS MATERIALIZED (
    SELECT id, min(key) AS key, min(kind) AS kind, (sum(n) + 1) / 2 AS rank, min(minutes[(n + 1) / 2]) AS low,
      max(minutes[(n + 1) / 2]) AS high
    FROM times GROUP BY id),
  halving (lows, highs) AS (
    SELECT array_agg(low ORDER BY id), array_agg(high ORDER BY id) FROM sought
    UNION ALL
    SELECT halved.* FROM halving h CROSS JOIN LATERAL (
      SELECT array_agg(CASE WHEN below < rank THEN (h.lows[id] + h.highs[id]) / 2 + 1 ELSE h.lows[id] END ORDER BY id),
        array_agg(CASE WHEN below >= rank THEN (h.lows[id] + h.highs[id]) / 2 ELSE h.highs[id] END ORDER BY id)
      FROM sought LEFT JOIN (
        SELECT id, sum(width_bucket((h.lows[id] + h.highs[id]) / 2, minutes)) AS below FROM times
        WHERE h.lows[id] < h.highs[id] GROUP BY id) counts USING (id)
    ) halved WHERE h.lows <> h.highs),
  medians AS MATERIALIZED (
    SELECT key, max(lows[id]) FILTER (WHERE kind = 'submit') AS submit_median,
      max(lows[id]) FILTER (WHERE kind = 'card') AS card_median
    FROM halving, sought WHERE lows = highs GROUP BY key)`;
