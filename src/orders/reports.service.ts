import { Injectable } from '@nestjs/common';
import type { CountryCount, ProcessedCount } from '../shared/answers/reports.js';
import { nationalityCode, noCountry } from '../platform/nationality-codes.js';
import type { Report } from '../shared/reports.js';
import { toCountryCount, toProcessedCount } from './reports.present.js';
import { type CountryFacts, ReportsQueries } from './reports.queries.js';

/**
 * Orders by nationality, and by the member who completed them (docs/orders.md#reports). The search ignores case; rows
 * without orders are left out.
 */
@Injectable()
export class ReportsService {
  constructor(private readonly queries: ReportsQueries) {}

  /**
   * Orders by nationality, for the days they came in; without deleted orders. What is no country counts as unspecified
   * (docs/form.md#lookups). `searchVal` searches code and name.
   */
  async countries({ searchVal, ...days }: Report): Promise<CountryCount[]> {
    const found = byNationality(await this.queries.byCountry(days));
    return found.map(toCountryCount).filter((row) => holds(searchVal, row.citizenship_id, row.nationality));
  }

  /** Orders by the member who completed them, for the days of completion. `searchVal` searches the name. */
  async processed({ searchVal, ...days }: Report): Promise<ProcessedCount[]> {
    const found = await this.queries.byMember(days);
    return found.map(toProcessedCount).filter((row) => holds(searchVal, row.processed_by));
  }
}

/** Adds up the rows whose codes mean the same nationality; all words that are none make one row. The largest count is first. */
function byNationality(rows: CountryFacts[]): CountryFacts[] {
  const found = new Map<string, CountryFacts>();
  for (const row of rows) {
    const code = nationalityCode(row.code) ?? noCountry;
    const { count, standard, priority, future } = found.get(code) ?? { count: 0, standard: 0, priority: 0, future: 0 };
    found.set(code, {
      code,
      count: count + row.count,
      standard: standard + row.standard,
      priority: priority + row.priority,
      future: future + row.future,
    });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

function holds(text = '', ...fields: string[]): boolean {
  return fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
