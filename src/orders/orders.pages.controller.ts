import { Controller, Get, Param, Query } from '@nestjs/common';
import { Allow } from '../auth/allow.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../page.js';
import { redirect } from '../platform/inertia/redirect.js';
import { Refused } from '../platform/reply.js';
import { type QueueName, queueAt } from '../shared/order-queues.js';
import { type ScreenQuery, screenQuery } from '../shared/orders.js';
import { OrdersService } from './orders.service.js';

/** The dashboard, every queue's screen, and the months of Future Orders (spec §2). */
@Controller('admin')
@Allow('orders.work')
export class OrdersPagesController {
  constructor(private readonly orders: OrdersService) {}

  @Get()
  @Page('orders/dashboard')
  dashboard() {
    return {};
  }

  @Get('future-order')
  @Page('orders/future')
  async future() {
    return { tiles: await this.orders.months() };
  }

  @Get('future-order/:month')
  @Page('orders/queue')
  month(
    @CurrentStaff() staff: Staff,
    @Param('month') month: string,
    @Query({ schema: screenQuery }) query: ScreenQuery,
  ) {
    return this.screen(staff, 'futureOrder', { ...query, month: screenQuery.shape.month.parse(month) });
  }

  @Get(':queue')
  @Page('orders/queue')
  queue(
    @CurrentStaff() staff: Staff,
    @Param('queue') path: string,
    @Query({ schema: screenQuery }) query: ScreenQuery,
  ) {
    const queue = queueAt(path);
    if (!queue) throw new Refused('This page does not exist.', 404);
    return this.screen(staff, queue, { ...query, month: undefined });
  }

  /** A page that colleagues emptied falls back to the last one there is. */
  private async screen(staff: Staff, queue: QueueName, { q = '', page, sort, dir, month, ...query }: ScreenQuery) {
    const limit = query.limit ?? 10;
    const start = (page - 1) * limit;
    const { data, total, more } = await this.orders.search(
      staff,
      { folderName: queue, searchVal: q, start, end: start + limit, month, userName: undefined },
      { sort, dir },
    );
    const lastPage = Math.max(1, Math.ceil(total / limit));
    if (page > lastPage) return redirect(pathOf(queue, month, { page: lastPage, limit, q, sort, dir }));
    return { queue, orders: data, total, more, page, limit, sort, dir, search: q, month: month ?? null };
  }
}

function pathOf(queue: QueueName, month: string | undefined, query: Record<string, string | number>): string {
  const { path } = { path: queue === 'futureOrder' ? `future-order/${month}` : queue };
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `/admin/${path}?${text}`;
}
