import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import { system } from '../activity/actor.js';
import { kualaLumpurToday } from '../shared/dates.js';
import { enteringToday } from './changes.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';

@Injectable()
export class PromotionService {
  constructor(
    private readonly queries: OrdersQueries,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
  ) {}

  /**
   * Promotes every Future order whose processing date has begun in Kuala Lumpur. It is idempotent, and after a pause it
   * promotes all orders that became due meanwhile (docs/orders.md#submission-window).
   * @returns how many orders it promoted
   */
  async promoteDue(): Promise<number> {
    const today = kualaLumpurToday();
    let promoted = 0;
    for (;;) {
      const ids = await this.queries.due(today, 500);
      for (const id of ids) promoted += (await this.promote(id, today)) ? 1 : 0;
      if (ids.length < 500) return promoted;
    }
  }

  private promote(orderId: number, today: string): Promise<boolean> {
    return this.holding.locked(orderId, async (order, manager) => {
      if (order.processStatus !== 'Future' || order.processingDate > today) return false;

      const processStatus = enteringToday(order);
      await this.queries.change(order, { processStatus }, system.name, manager);
      const promotion = { orderId, action: 'order.promoted' as const, from: 'Future', to: processStatus };
      await this.activity.note(system, promotion, manager);
      return true;
    });
  }
}
