import { Injectable } from '@nestjs/common';
import type { CountryCount, ProcessedCount } from '../shared/answers/reports.js';
import { nationalityCode, noCountry } from '../platform/nationality-codes.js';
import { Refused } from '../platform/reply.js';
import { daysOfPage } from '../shared/days-of-page.js';
import { countedPageSize } from '../shared/limits.js';
import { type CountedOrder, type CountryNumber, countryNumbers, type Report } from '../shared/reports.js';
import { toCountedOrder, toCountryCount, toProcessedCount } from './reports.present.js';
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

  /**
   * What a number of `countries` counts, the newest first, and the number. Only the days of the page are read.
   * @param code the country's, as `countries` has it; another one is refused
   */
  async ofCountry(
    days: Omit<Report, 'searchVal'>,
    code: string,
    number: CountryNumber,
    page: number,
  ): Promise<{ rows: CountedOrder[]; total: number }> {
    if (codeOf(code) !== code) throw new Refused('There is no such country.', 404);

    const written = (await this.queries.byCountry(days)).map((row) => row.code);
    const of = { nationalities: written.filter((one) => codeOf(one) === code), mode: countryNumbers[number].mode };
    const found = await this.queries.daysOfCountry(days, of);
    const total = found.reduce((sum, { n }) => sum + n, 0);
    const { days: read, ...rows } = daysOfPage(found, page, countedPageSize);
    if (read.length === 0) return { rows: [], total };
    const orders = await this.queries.ofCountry({ fromDate: read.at(-1)!, toDate: read[0]! }, of, rows);
    return { rows: orders.map(toCountedOrder), total };
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
    const code = codeOf(row.code);
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

/** The code under which a nationality is counted, however it was written. */
function codeOf(nationality: string): string {
  return nationalityCode(nationality) ?? noCountry;
}

function holds(text = '', ...fields: string[]): boolean {
  return fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
