import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { DataChecksService } from './data-checks.service.js';

@Works('data.check')
@Injectable()
export class DataCheckWorker implements JobWorker<'data.check'> {
  constructor(private readonly checks: DataChecksService) {}

  work(): Promise<void> {
    return this.checks.run();
  }
}
