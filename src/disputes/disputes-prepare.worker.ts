import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { PreparingService } from './preparing.service.js';

@Works('disputes.prepare')
@Injectable()
export class DisputesPrepareWorker implements JobWorker<'disputes.prepare'> {
  constructor(private readonly preparing: PreparingService) {}

  work(): Promise<void> {
    return this.preparing.prepareDue();
  }
}
