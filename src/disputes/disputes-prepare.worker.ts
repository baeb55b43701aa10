import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { BatchesService } from './batches.service.js';
import { PreparingService } from './preparing.service.js';

@Works('disputes.prepare')
@Injectable()
export class DisputesPrepareWorker implements JobWorker<'disputes.prepare'> {
  constructor(
    private readonly preparing: PreparingService,
    private readonly batches: BatchesService,
  ) {}

  async work(): Promise<void> {
    await this.batches.sweep();
    await this.preparing.prepareDue();
  }
}
