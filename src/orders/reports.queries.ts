import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';
import type { CountedDay } from '../shared/days-of-page.js';

/** How many orders a nationality has, in total and by processing mode. */
export type CountryFacts = { code: string; count: number; standard: number; priority: number; future: number };
/** The orders of a country as they may be written, all or of one way of processing. */
export type OfCountry = { nationalities: string[]; mode: string | null };
export type CountedFacts = {
  id: number;
  fullName: string;
  mode: string;
  status: string;
  createTs: Date;
};
export type ProcessedFacts = { name: string; count: number };

/** Days `YYYY-MM-DD` in UTC, both inclusive; a missing day leaves that side open. */
type Days = { fromDate?: string; toDate?: string };

const within = "day BETWEEN coalesce($1::date, '-infinity') AND coalesce($2::date, 'infinity')";

/**
 * Reads the tallies, which triggers update with every change (database/functions/tally_*.sql). No report reads the orders;
 * only the list of what a number counts does.
 */
@Injectable()
export class ReportsQueries {
  constructor(
    private readonly database: DataSource,
    private readonly replica: Replica,
  ) {}

  /** Orders per nationality that came in on those days and are not deleted, the largest count first. */
  byCountry({ fromDate, toDate }: Days): Promise<CountryFacts[]> {
    return this.read(
      `SELECT nationality AS code, sum(n)::int AS count, ${sumOf('Standard Processing')} AS standard,
         ${sumOf('Priority Processing')} AS priority, ${sumOf('Future Order Processing')} AS future
       FROM country_tally WHERE ${within} GROUP BY nationality HAVING sum(n) <> 0 ORDER BY count DESC, nationality`,
      [fromDate, toDate],
    );
  }

  /** On which of these days orders of a country came in that are not deleted, and how many, the newest first. */
  daysOfCountry({ fromDate, toDate }: Days, { nationalities, mode }: OfCountry): Promise<CountedDay[]> {
    return this.read(
      `SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(n)::int AS n FROM country_tally
       WHERE ${within} AND nationality = ANY($3) AND processing_mode = coalesce($4, processing_mode)
       GROUP BY country_tally.day HAVING sum(n) <> 0 ORDER BY country_tally.day DESC`,
      [fromDate, toDate, nationalities, mode],
    );
  }

  /** These orders themselves, from the first of the days to the last, the newest first. */
  ofCountry(
    { fromDate, toDate }: Required<Days>,
    { nationalities, mode }: OfCountry,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<CountedFacts[]> {
    return this.read(
      `SELECT id, full_name AS "fullName", processing_mode AS mode, process_status AS status, create_ts AS "createTs"
       FROM orders
       WHERE process_status <> 'Deleted' AND nationality = ANY($3) AND processing_mode = coalesce($4, processing_mode)
         AND create_ts >= $1::date::timestamp AT TIME ZONE 'UTC' AND create_ts < ($2::date + 1)::timestamp AT TIME ZONE 'UTC'
       ORDER BY create_ts DESC, id DESC OFFSET $5 LIMIT $6`,
      [fromDate, toDate, nationalities, mode, offset, limit],
    );
  }

  /** Orders per member that were completed on those days, the largest count first. */
  byMember({ fromDate, toDate }: Days): Promise<ProcessedFacts[]> {
    return this.read(
      `SELECT processed_by AS name, sum(n)::int AS count
       FROM processed_tally WHERE ${within} GROUP BY processed_by HAVING sum(n) <> 0 ORDER BY count DESC, processed_by`,
      [fromDate, toDate],
    );
  }

  private read<Row>(sql: string, values: unknown[]): Promise<Row[]> {
    return this.replica.read([sql, values], () => this.database.query(sql, values));
  }
}

function sumOf(mode: string): string {
  return `coalesce(sum(n) FILTER (WHERE processing_mode = '${mode}'), 0)::int`;
}
