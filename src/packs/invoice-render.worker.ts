import { Injectable } from '@nestjs/common';
import { type Attempt, type JobData, type JobWorker, Works } from '../platform/jobs.js';
import { InvoicesService } from './invoices.service.js';

@Works('invoice.render')
@Injectable()
export class InvoiceRenderWorker implements JobWorker<'invoice.render'> {
  constructor(private readonly invoices: InvoicesService) {}

  work({ mailId }: JobData['invoice.render'], attempt: Attempt): Promise<void> {
    return this.invoices.renderNow(mailId, attempt);
  }
}
