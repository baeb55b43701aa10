import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { PersonsService } from './persons.service.js';
import { RetentionService } from './retention.service.js';

@Works('retention.erase')
@Injectable()
export class RetentionEraseWorker implements JobWorker<'retention.erase'> {
  constructor(
    private readonly retention: RetentionService,
    private readonly persons: PersonsService,
  ) {}

  async work(): Promise<void> {
    await this.retention.run();
    await this.persons.goOn();
  }
}
