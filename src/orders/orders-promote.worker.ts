import { Injectable, Logger } from '@nestjs/common';
import { type JobWorker, Works } from '../platform/jobs.js';
import { PromotionService } from './promotion.service.js';

@Works('orders.promote')
@Injectable()
export class OrdersPromoteWorker implements JobWorker<'orders.promote'> {
  private readonly log = new Logger('orders');

  constructor(private readonly promotion: PromotionService) {}

  async work(): Promise<void> {
    const promoted = await this.promotion.promoteDue();
    if (promoted > 0) this.log.log({ promoted }, 'future orders promoted');
  }
}
