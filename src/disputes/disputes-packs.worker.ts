import { Injectable } from '@nestjs/common';
import { type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { BatchesService } from './batches.service.js';

@Works('disputes.packs')
@Injectable()
export class DisputesPacksWorker implements JobWorker<'disputes.packs'> {
  constructor(private readonly batches: BatchesService) {}

  work({ batchId }: JobData['disputes.packs']): Promise<void> {
    return this.batches.makeNow(batchId);
  }
}
