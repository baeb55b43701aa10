import { Injectable } from '@nestjs/common';
import { customer } from '../activity/actor.js';
import { ActivityService } from '../activity/activity.service.js';
import type { Staff } from '../auth/staff.js';
import type { Order } from '../database/order.entity.js';
import type { VisitorOrigin } from '../database/noted-visitor.js';
import type { Neighbours } from '../database/beside.js';
import { HoldingService } from '../orders/holding.service.js';
import { PassportsService } from '../orders/passports.service.js';
import { Refused } from '../platform/reply.js';
import { Throttle } from '../platform/throttle.js';
import type { ChargeViewEntry, RequestEntry, WaitingRequest } from '../shared/answers/order-requests.js';
import { formatUtcMinute } from '../shared/dates.js';
import { requestsPerDay, sameViewSeconds } from '../shared/limits.js';
import type { AskRequest, RequestsQuery } from '../shared/order-requests.js';
import { toChargeView, toRequest, toWaiting } from './requests.present.js';
import { RequestsQueries } from './requests.queries.js';

/** What customers ask for on their order's page. A request changes nothing by itself (docs/visitors.md#requests). */
@Injectable()
export class RequestsService {
  constructor(
    private readonly queries: RequestsQueries,
    private readonly holding: HoldingService,
    private readonly activity: ActivityService,
    private readonly throttle: Throttle,
    private readonly passports: PassportsService,
  ) {}

  /**
   * Notes a customer's request. The same request while it is open stays one row.
   * @throws Refused 404 no such order; 409 a refund of an order that is in Refunds; 429 after 20 a day for one order.
   */
  async ask({ orderId, kind, text }: AskRequest, from: VisitorOrigin): Promise<void> {
    await this.throttle.count(`request:${orderId}`, requestsPerDay, 24 * 60);
    await this.holding.locked(orderId, async (order, manager) => {
      if (kind === 'refund' && isRefunded(order)) throw new Refused('This order is being refunded already.', 409);

      const asked = { orderId, kind, text: kind === 'refund' ? '' : (text ?? '') };
      if (!(await this.queries.add(asked, from, manager))) return;
      await this.activity.note(customer, { orderId, action: 'request.made', to: kind }, manager);
    });
  }

  /**
   * Marks a request as handled by this member.
   * @throws Refused 404 no such request; 409 handled before, or another member holds the order.
   */
  async handle(staff: Staff, requestId: number): Promise<void> {
    const known = await this.queries.requestById(requestId);
    if (!known) throw new Refused('Request not found', 404);

    await this.holding.changing(staff, known.orderId, {}, async (_order, manager) => {
      const { kind, orderId, handledAt, handledBy } = await this.queries.lockRequest(requestId, manager);
      if (handledAt) throw new Refused(`${handledBy} handled this request on ${formatUtcMinute(handledAt)}.`, 409);
      await this.queries.handle(requestId, staff.name, manager);
      await this.activity.note(staff, { orderId, action: 'request.handled', to: kind }, manager);
    });
  }

  /** The newest requests of an order, newest first. */
  async ofOrder(orderId: number): Promise<RequestEntry[]> {
    return (await this.queries.ofOrder(orderId)).map(toRequest);
  }

  /** A page of the requests that nobody has handled yet, the oldest first; how many there are, and of how many orders. */
  async waiting(
    staff: Staff,
    { page, limit }: RequestsQuery,
  ): Promise<{ rows: WaitingRequest[]; total: number; orders: number }> {
    const [rows, totals] = await Promise.all([
      this.queries.waiting((page - 1) * limit, limit),
      this.queries.waitingTotals(),
    ]);
    const ids = rows.map(({ orderId }) => orderId);
    const hide = await this.passports.hiderFor(staff, ids);
    return { rows: rows.map((row) => ({ ...toWaiting(row), text: hide(row.orderId, row.text) })), ...totals };
  }

  /** The open requests of other orders beside this one in the list; the oldest of this order unless `rowId` names one. */
  beside(orderId: number, rowId: number | undefined): Promise<Neighbours> {
    return this.queries.beside(orderId, rowId);
  }

  waitingCount(): Promise<number> {
    return this.queries.waitingCount();
  }

  /** Notes that the customer looked at what the charge is for; a reload within a minute is the same look. */
  noteView(orderId: number, from: VisitorOrigin): Promise<void> {
    return this.queries.view(orderId, from, sameViewSeconds);
  }

  /** The newest looks at what the charge is for, newest first. */
  async viewsOf(orderId: number): Promise<ChargeViewEntry[]> {
    return (await this.queries.viewsOf(orderId)).map(toChargeView);
  }
}

/** Whether the money is given back, or a member has decided so. */
function isRefunded({ processStatus, refundDate }: Order): boolean {
  return processStatus === 'Refunds' || refundDate !== null;
}
