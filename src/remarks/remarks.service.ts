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

/** What a member says about an order. */
type Said = Omit<AddRemark, 'orderId' | 'chargeBack'> & { chargeBack?: boolean };

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
   * Adds a member's remark to an order, whoever holds it (docs/orders.md#holds).
   * The first Chargeback flag sets `disputed_at`. It opens a dispute, unless one is under way (docs/disputes.md#disputes).
   * The other flags only annotate.
   * @throws Refused 404 for an unknown order.
   */
  async add(staff: Staff, { orderId, ...said }: AddRemark): Promise<RemarkEntry> {
    const order = await this.orders.find(orderId);
    return this.transactions.run(async (manager) => {
      const remark = await this.addTo(staff, order, said, manager);
      await this.drafts.spend(staff, { form: 'remark', about: order.id }, said, manager);
      if (said.chargeBack) await this.noteChargeback(staff, order, manager);
      return remark;
    });
  }

  /** Adds a remark in the caller's transaction. Its flags only annotate: a chargeback is noted by `add` alone. */
  async addTo(
    staff: Staff,
    { id: orderId }: Order,
    { remark, whatsapp, telephone, statusRefund, voided, chargeBack = false, reportError }: Said,
    manager: EntityManager,
  ): Promise<RemarkEntry> {
    const flags = { whatsapp, telephone, statusRefund, voided, chargeback: chargeBack, reportError };
    const row = { orderId, memberId: staff.id, remarkName: staff.name, remark, ...flags };
    const added = await this.queries.add(row, manager);
    await this.activity.note(staff, { orderId, action: 'remark.added' }, manager);
    return toRemark(added);
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
