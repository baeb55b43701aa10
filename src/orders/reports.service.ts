import { Injectable } from '@nestjs/common';
import type { CountryCount, ProcessedCount } from '../shared/answers/reports.js';
import type { Report } from '../shared/reports.js';
import { toCountryCount, toProcessedCount } from './reports.present.js';
import { ReportsQueries } from './reports.queries.js';

/**
 * Orders by nationality, and by the member who completed them (docs/product.md#reports). The search ignores case; rows
 * without orders are left out.
 */
@Injectable()
export class ReportsService {
  constructor(private readonly queries: ReportsQueries) {}

  /** Orders by nationality, for the days they came in; without deleted orders. `searchVal` searches code and name. */
  async countries({ searchVal, ...days }: Report): Promise<CountryCount[]> {
    const found = await this.queries.byCountry(days);
    return found.map(toCountryCount).filter((row) => holds(searchVal, row.citizenship_id, row.nationality));
  }

  /** Orders by the member who completed them, for the days of completion. `searchVal` searches the name. */
  async processed({ searchVal, ...days }: Report): Promise<ProcessedCount[]> {
    const found = await this.queries.byMember(days);
    return found.map(toProcessedCount).filter((row) => holds(searchVal, row.processed_by));
  }
}

function holds(text = '', ...fields: string[]): boolean {
  return fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
