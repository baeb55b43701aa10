import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Replica } from '../database/replica.js';

/** How many orders a nationality has, in total and by processing mode. */
export type CountryFacts = { code: string; count: number; standard: number; priority: number; future: number };
export type ProcessedFacts = { name: string; count: number };

/** Days `YYYY-MM-DD` in UTC, both inclusive; a missing day leaves that side open. */
type Days = { fromDate?: string; toDate?: string };

const within = "day BETWEEN coalesce($1::date, '-infinity') AND coalesce($2::date, 'infinity')";

/** Reads the tallies, which triggers update with every change (database/functions/tally_*.sql). No report reads the orders. */
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
