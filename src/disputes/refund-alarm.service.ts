import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActivityService } from '../activity/activity.service.js';
import { system } from '../activity/actor.js';
import type { Dispute } from '../database/dispute.entity.js';
import type { Order } from '../database/order.entity.js';
import { MailService } from '../mail/mail.service.js';
import { Env } from '../platform/env.js';
import { formatUtcMinute } from '../shared/dates.js';
import { isPartRefund, money } from '../shared/money.js';
import { encodeOrderId } from '../shared/order-id.js';
import { partOf } from '../shared/refunds.js';
import { routes } from '../shared/routes.js';

/** Warns of a dispute whose order was refunded, or in part: the money may leave twice (docs/disputes.md#disputes). */
@Injectable()
export class RefundAlarmService {
  constructor(
    private readonly activity: ActivityService,
    private readonly mail: MailService,
    private readonly env: Env,
  ) {}

  /**
   * Mails every Admin, in the transaction that opens the dispute, so once. The sweep of mails sends them, because nobody
   * here knows when that transaction ends.
   * @param name how the timeline names the dispute
   */
  async raise(order: Order, { amount, currency }: Dispute, name: string, manager: EntityManager): Promise<void> {
    const given = partOf(order.refundAmount, order.amount, order.currency);
    if (!order.refundDate && !given) return;
    const isPart = isPartRefund(order.refundAmount, order.amount) || !order.refundDate;
    const when = order.refundDate ? formatUtcMinute(order.refundDate) : 'an earlier day';
    const note = isPart ? `${name}, ${given} was given back` : `${name}, refunded on ${when}`;
    await this.activity.note(system, { orderId: order.id, action: 'dispute.on-refunded', note }, manager);
    const extra = {
      number: String(order.id),
      amount: money(amount ?? order.amount, amount ? currency : order.currency) ?? 'not known',
      when,
      what: isPart ? (given ?? '') : '',
      how: name,
      link: `${this.env.publicUrl}${routes.order(encodeOrderId(order.id))}#disputes`,
    };
    await this.mail.writeToMembers('disputes.refund-disputed', 'dispute-refunded', extra, manager);
  }
}
