import { Injectable } from '@nestjs/common';
import type { CountryCount, ProcessedCount, Report } from '../shared/reports.js';
import { toCountryCount, toProcessedCount } from './reports.present.js';
import { ReportsQueries } from './reports.queries.js';

/** Where orders come from, and who completed them (api: Reports). The search ignores case; a row without orders is left out. */
@Injectable()
export class ReportsService {
  constructor(private readonly queries: ReportsQueries) {}

  /** Orders by nationality, by the day they came in; deleted ones left out. `searchVal` looks in code and name. */
  async countries({ searchVal, ...days }: Report): Promise<CountryCount[]> {
    const found = await this.queries.byCountry(days);
    return found.map(toCountryCount).filter((row) => holds(searchVal, row.citizenship_id, row.nationality));
  }

  /** Orders by the member who completed them, by the day of that. `searchVal` looks in the name. */
  async processed({ searchVal, ...days }: Report): Promise<ProcessedCount[]> {
    const found = await this.queries.byMember(days);
    return found.map(toProcessedCount).filter((row) => holds(searchVal, row.processed_by));
  }
}

function holds(text = '', ...fields: string[]): boolean {
  return fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
