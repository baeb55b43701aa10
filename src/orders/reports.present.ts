import { nationalityName } from '../shared/countries.js';
import type { CountryCount, ProcessedCount } from '../shared/answers/reports.js';
import { encodeOrderId } from '../shared/order-id.js';
import type { OrderStatus } from '../shared/order-statuses.js';
import type { CountedOrder } from '../shared/reports.js';
import type { CountedFacts, CountryFacts, ProcessedFacts } from './reports.queries.js';

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

export function toCountedOrder({ id, fullName, mode, status, createTs }: CountedFacts): CountedOrder {
  return {
    order_id: id,
    encoded_id: encodeOrderId(id),
    full_name: fullName,
    processing_mode: mode,
    process_status: status as OrderStatus,
    create_ts: createTs.toISOString(),
  };
}

export function toProcessedCount({ name, count }: ProcessedFacts): ProcessedCount {
  return { processed_by: name, count };
}
