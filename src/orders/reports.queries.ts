import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Orders of one nationality, by its code and the way they are processed. */
export type CountryFacts = { code: string; count: number; standard: number; priority: number; future: number };
export type ProcessedFacts = { name: string; count: number };

/** Days `YYYY-MM-DD` in UTC, both inclusive; an absent one leaves that side open. */
export type Days = { fromDate?: string; toDate?: string };

const within = "day BETWEEN coalesce($1::date, '-infinity') AND coalesce($2::date, 'infinity')";

/** Sums of the tallies that triggers keep with every change (database/migrations): no report reads the orders. */
@Injectable()
export class ReportsQueries {
  constructor(private readonly database: DataSource) {}

  /** Orders that came in on those days and are not deleted, most first. */
  byCountry({ fromDate, toDate }: Days): Promise<CountryFacts[]> {
    return this.database.query(
      `SELECT nationality AS code, sum(n)::int AS count, ${sumOf('Standard Processing')} AS standard,
         ${sumOf('Priority Processing')} AS priority, ${sumOf('Future Order Processing')} AS future
       FROM country_tally WHERE ${within} GROUP BY nationality HAVING sum(n) <> 0 ORDER BY count DESC, nationality`,
      [fromDate, toDate],
    );
  }

  /** Orders completed on those days by each member, most first. */
  byMember({ fromDate, toDate }: Days): Promise<ProcessedFacts[]> {
    return this.database.query(
      `SELECT processed_by AS name, sum(n)::int AS count
       FROM processed_tally WHERE ${within} GROUP BY processed_by HAVING sum(n) <> 0 ORDER BY count DESC, processed_by`,
      [fromDate, toDate],
    );
  }
}

function sumOf(mode: string): string {
  return `coalesce(sum(n) FILTER (WHERE processing_mode = '${mode}'), 0)::int`;
}
