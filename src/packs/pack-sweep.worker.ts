import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { BatchesService } from './batches.service.js';
import { InvoicesService } from './invoices.service.js';
import { PacksService } from './packs.service.js';

@Works('pack.sweep')
@Injectable()
export class PackSweepWorker implements JobWorker<'pack.sweep'> {
  constructor(
    private readonly batches: BatchesService,
    private readonly packs: PacksService,
    private readonly invoices: InvoicesService,
  ) {}

  async work(): Promise<void> {
    await this.batches.sweep();
    await this.packs.sweep();
    await this.invoices.sweep();
  }
}
