import { Injectable } from '@nestjs/common';
import { ActivityService } from '../activity/activity.service.js';
import type { EntityManager } from 'typeorm';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import { Transactions } from '../database/transactions.js';
import { DraftsService } from '../drafts/drafts.service.js';
import { DisputesService } from '../disputes/disputes.service.js';
import { OrdersService } from '../orders/orders.service.js';
import type { AddRemark, RemarkEntry } from '../shared/remarks.js';
import { toRemark } from './remarks.present.js';
import { RemarksQueries } from './remarks.queries.js';

@Injectable()
export class RemarksService {
  constructor(
    private readonly queries: RemarksQueries,
    private readonly transactions: Transactions,
    private readonly orders: OrdersService,
    private readonly activity: ActivityService,
    private readonly drafts: DraftsService,
    private readonly disputes: DisputesService,
  ) {}

  /**
   * Adds a member's remark to an order, whoever holds it (docs/product.md#holds).
   * The first Chargeback flag sets `disputed_at`. It opens a dispute, unless one is under way (docs/product.md#disputes).
   * The other flags only annotate.
   * @throws Refused 404 for an unknown order.
   */
  async add(staff: Staff, { orderId, ...said }: AddRemark): Promise<RemarkEntry> {
    const order = await this.orders.find(orderId);
    return this.transactions.run(async (manager) => {
      const remark = await this.queries.add(
        {
          orderId: order.id,
          memberId: staff.id,
          remarkName: staff.name,
          remark: said.remark,
          whatsapp: said.whatsapp,
          telephone: said.telephone,
          statusRefund: said.statusRefund,
          voided: said.voided,
          chargeback: said.chargeBack,
          reportError: said.reportError,
        },
        manager,
      );
      await this.drafts.spend(staff, { form: 'remark', about: order.id }, said, manager);
      await this.activity.note(staff, { orderId: order.id, action: 'remark.added' }, manager);
      if (said.chargeBack) await this.noteChargeback(staff, order, manager);
      return toRemark(remark);
    });
  }

  private async noteChargeback(staff: Staff, order: Order, manager: EntityManager): Promise<void> {
    if (await this.queries.dispute(order.id, manager)) {
      await this.activity.note(staff, { orderId: order.id, action: 'order.disputed' }, manager);
    }
    await this.disputes.openBare(staff, order, manager);
  }

  /** The newest remarks on an order, newest first. */
  async ofOrder(orderId: number): Promise<RemarkEntry[]> {
    const remarks = await this.queries.ofOrder(orderId);
    return remarks.map(toRemark);
  }
}
