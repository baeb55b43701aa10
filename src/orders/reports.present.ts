import { nationalityName } from '../shared/countries.js';
import type { CountryCount, ProcessedCount } from '../shared/answers/reports.js';
import type { CountryFacts, ProcessedFacts } from './reports.queries.js';

export function toCountryCount({ code, count, standard, priority, future }: CountryFacts): CountryCount {
  return {
    nationality: nationalityName(code),
    citizenship_id: code,
    count,
    standard_count: standard,
    priority_count: priority,
    future_count: future,
  };
}

export function toProcessedCount({ name, count }: ProcessedFacts): ProcessedCount {
  return { processed_by: name, count };
}
