import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';
import { literal, type Sql, sql } from '../database/sql.js';
import type { Brand } from '../shared/brands.js';
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

/**
 * Reads the counts of the days (migration count-the-days). Days whose counts have changed since they were counted are
 * counted anew by the reading statement, when the caller names them.
 */
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

  /** A line for each value of the dimension, and one of all orders. @param fresh the days to count anew */
  lines(days: Days, by: StatisticDimension, brands: readonly Brand[], fresh: string[]): Promise<CountedLine[]> {
    const key = by === 'day' ? sql`to_char(c.day, 'YYYY-MM-DD')` : keyOf(by, brands);
    const sums = literal(allStatisticMeasures.map((name) => `sum(k.${name})::int AS ${name}`).join(', '));
    return this.read(sql`
      WITH keyed AS MATERIALIZED (SELECT ${key} AS key, c.* FROM (${counted(days, dimensionOf(by), fresh)}) c),
        sums AS (SELECT k.key, ${sums} FROM keyed k GROUP BY GROUPING SETS ((k.key), ()))
      SELECT s.key AS value, ${columns('s')}, m.submit_median, m.card_median
      FROM sums s LEFT JOIN (${medians}) m ON m.key IS NOT DISTINCT FROM s.key`);
  }

  /** On which days a number of the part was counted, the newest first. */
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
      SELECT to_char(c.day, 'YYYY-MM-DD') AS day, sum(${n})::int AS n
      FROM (${counted(days, dimensionOf(by), fresh)}) c WHERE ${within}
      GROUP BY c.day HAVING sum(${n}) > 0 ORDER BY c.day DESC`);
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
      SELECT o.id, o.full_name AS "fullName", o.nationality, o.process_status AS status, e.at, e.member, e.minutes
      FROM unnest(${days}::date[]) AS d (day) CROSS JOIN LATERAL statistic_events(d.day, d.day) e
        JOIN orders o ON o.id = e.order_id
      WHERE e.measure = ANY(${measures}) AND o.process_status <> 'Deleted' AND ${part ? isOf(part, brands) : sql`true`}
      ORDER BY e.at DESC, e.order_id DESC OFFSET ${offset} LIMIT ${limit}`);
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

/** The counts of the days, one row for each day and value. */
function counted({ from, to }: Days, dimension: string, fresh: string[]): Sql {
  return sql`SELECT * FROM daily_statistics
      WHERE dimension = ${dimension} AND day BETWEEN ${from}::date AND ${to}::date AND day <> ALL(${fresh}::date[])
    UNION ALL SELECT f.* FROM unnest(${fresh}::date[]) AS l (day), count_statistics(l.day, l.day) f
      WHERE f.dimension = ${dimension}`;
}

function dimensionOf(by: StatisticDimension): string {
  return by === 'day' ? 'all' : by;
}

/** As `count_statistics` has it. */
const domainOfOrder = literal(`regexp_replace(regexp_replace(lower(o.landing_domain), '^www\\.', ''), ':[0-9]+$', '')`);

/** The value of a line of the counts `c`: of brands, the key of the brand that has the domain. */
function keyOf(by: StatisticDimension, brands: readonly Brand[]): Sql {
  return by === 'brand' ? brandOf(sql`c.value`, brands) : sql`c.value`;
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
    country: () => sql`o.nationality = ${value}`,
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
 * The medians of each key, and of all: the lower of the two in the middle. Both kinds of minutes are laid beside each other
 * and sorted by key once: sorting is what this costs.
 */
const medians = sql`SELECT key, percentile_disc(0.5) WITHIN GROUP (ORDER BY submit) AS submit_median,
    percentile_disc(0.5) WITHIN GROUP (ORDER BY card) AS card_median
  FROM (SELECT k.key, unnest(k.submit_minutes) AS submit, unnest(k.card_minutes) AS card FROM keyed k) minutes
  GROUP BY GROUPING SETS ((key), ())`;
