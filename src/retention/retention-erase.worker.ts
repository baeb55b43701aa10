import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { RetentionService } from './retention.service.js';

@Works('retention.erase')
@Injectable()
export class RetentionEraseWorker implements JobWorker<'retention.erase'> {
  constructor(private readonly retention: RetentionService) {}

  work(): Promise<void> {
    return this.retention.run();
  }
}
