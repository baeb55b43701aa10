import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { TalliesQueries } from './tallies.queries.js';

@Works('tallies.fold')
@Injectable()
export class TalliesFoldWorker implements JobWorker<'tallies.fold'> {
  constructor(private readonly queries: TalliesQueries) {}

  work(): Promise<void> {
    return this.queries.fold();
  }
}
