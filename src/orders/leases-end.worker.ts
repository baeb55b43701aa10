import { Injectable, Logger } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { NextOrderService } from './next-order.service.js';

@Works('leases.end')
@Injectable()
export class LeasesEndWorker implements JobWorker<'leases.end'> {
  private readonly log = new Logger('orders');

  constructor(private readonly next: NextOrderService) {}

  async work(): Promise<void> {
    const ended = await this.next.endLeases();
    if (ended > 0) this.log.log({ ended }, 'leases ended');
  }
}
