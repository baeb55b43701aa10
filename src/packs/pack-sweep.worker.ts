import { Injectable } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { InvoicesService } from './invoices.service.js';
import { PacksService } from './packs.service.js';

@Works('pack.sweep')
@Injectable()
export class PackSweepWorker implements JobWorker<'pack.sweep'> {
  constructor(
    private readonly packs: PacksService,
    private readonly invoices: InvoicesService,
  ) {}

  async work(): Promise<void> {
    await this.packs.sweep();
    await this.invoices.sweep();
  }
}
