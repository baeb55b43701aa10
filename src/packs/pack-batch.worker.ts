import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { BatchesService } from './batches.service.js';

@Works('pack.batch')
@Injectable()
export class PackBatchWorker implements JobWorker<'pack.batch'> {
  constructor(private readonly batches: BatchesService) {}

  work({ batchId }: JobData['pack.batch'], { last }: Attempt): Promise<void> {
    return this.batches.makeNow(batchId, last);
  }
}
