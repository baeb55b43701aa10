import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../jobs.js';
import { IdempotencyQueries } from './idempotency.queries.js';

@Works('idempotency.clear')
@Injectable()
export class IdempotencyClearWorker implements JobWorker<'idempotency.clear'> {
  constructor(private readonly queries: IdempotencyQueries) {}

  work(): Promise<void> {
    return this.queries.clear();
  }
}
