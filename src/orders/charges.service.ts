import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { Refused } from '../platform/reply.js';
import { HoldingService } from './holding.service.js';
import { OrdersQueries } from './orders.queries.js';
import { RefundsQueries } from './refunds.queries.js';
import { RefundsService } from './refunds.service.js';

/** What a member writes about the charge that paid an order (docs/disputes.md#charges). */
@Injectable()
export class ChargesService {
  constructor(
    private readonly queries: RefundsQueries,
    private readonly orders: OrdersQueries,
    private readonly refunds: RefundsService,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
  ) {}

  /**
   * Saves transaction id and merchant name; the activity keeps the old values. Returns the order's new version.
   * @throws Refused 403, 404, 409 as every change; 409 for the id of a further charge that was given back.
   */
  saveTransaction(
    staff: Staff,
    orderId: number,
    { transactionId, merchantName }: { transactionId: string; merchantName: string },
    version?: number | null,
  ): Promise<number> {
    return this.holding.changing(staff, orderId, { version }, async (order, manager) => {
      if (await this.queries.hasRefundOf(orderId, transactionId, manager)) {
        throw new Refused(`${transactionId} is another charge of this order, which was given back`, 409);
      }
      const from = describe(order.transactionId, order.merchantName);
      await this.orders.change(order, { transactionId, merchantName }, staff.name, manager);
      const to = describe(transactionId, merchantName);
      await this.activity.note(staff, { orderId, action: 'transaction.saved', from, to }, manager);
      await this.refunds.closeIfGiven(staff, order, manager);
      await this.drafts.spend(staff, { form: 'transaction', about: orderId }, { transactionId, merchantName }, manager);
      return order.version;
    });
  }
}

function describe(transactionId: string | null, merchantName: string | null): string | undefined {
  return [transactionId, merchantName].filter(Boolean).join(' · ') || undefined;
}
