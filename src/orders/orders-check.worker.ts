import { Injectable, Logger } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { ChecksService } from './checks.service.js';

@Works('orders.check')
@Injectable()
export class OrdersCheckWorker implements JobWorker<'orders.check'> {
  private readonly log = new Logger('orders');

  constructor(private readonly checks: ChecksService) {}

  async work(): Promise<void> {
    const written = await this.checks.checkAll();
    if (written > 0) this.log.log({ written }, 'checks of orders changed');
  }
}
