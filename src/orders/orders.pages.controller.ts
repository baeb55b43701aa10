import { Controller, Get } from '@nestjs/common';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Param, Query } from '../platform/inertia/handler-inputs.js';
import { merge } from '../platform/inertia/props.js';
import { redirect } from '../platform/inertia/redirect.js';
import { Refused } from '../platform/reply.js';
import { allRowsBatch, pageSizes, searchLength } from '../shared/limits.js';
import { filtersIn } from '../shared/order-filters.js';
import { columnsOf, type QueueName, queueAt, queueRows, sortingOf } from '../shared/order-queues.js';
import { type ScreenQuery, screenQuery } from '../shared/orders.js';
import { can } from '../shared/permissions.js';
import { routes } from '../shared/routes.js';
import { FiltersService } from './filters.service.js';
import { ListsService } from './lists.service.js';

/** The dashboard, every queue's screen, and the months of Future Orders (docs/screens.md#screens). */
@Controller('admin')
@Allow('orders.work')
export class OrdersPagesController {
  constructor(
    private readonly lists: ListsService,
    private readonly filters: FiltersService,
  ) {}

  @Get()
  @Page('orders/dashboard')
  async dashboard(@CurrentStaff() staff: Staff) {
    const mayGiveBack = can(staff.type, 'orders.override-holder');
    const [soonest, oldHolds] = await Promise.all([this.lists.soonest(), mayGiveBack ? this.lists.oldHolds() : null]);
    return { soonest, oldHolds };
  }

  @Get('future-order')
  @Page('orders/future')
  async future() {
    return { tiles: await this.lists.months() };
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

  /**
   * The screen of a queue. A page number past the end redirects to the last page. With 'All' the rows come in batches,
   * each beginning after the last row of the batch before (docs/screens.md#screens).
   */
  private async screen(
    staff: Staff,
    queue: QueueName,
    { q = '', month, limit = staff.settings.perPage, rows = 0, ...from }: ScreenQuery,
  ) {
    const { sort, dir } = sortingOf(queue, from);
    const filters = filtersIn(from);
    const isAll = limit > pageSizes.at(-1)!;
    const page = isAll ? 1 : from.page;
    const after = isAll ? from.after : undefined;
    const size = isAll ? Math.max(allRowsBatch, rows) : limit;
    const offset = (page - 1) * size;
    const { data, total, more, among, next, goesOn } =
      q.length > searchLength
        ? nothing
        : await this.lists.list(
            staff,
            queue,
            { searchVal: q, month, ...filters },
            { offset, limit: size, cursor: after, sorting: { sort, dir } },
          );

    const lastPage = Math.max(1, Math.ceil(total / size));
    if (page > lastPage)
      return redirect(
        pathOf(queue, month, {
          page: lastPage,
          limit,
          q,
          sort,
          dir,
          ...filters,
          ...(from.columns && { columns: from.columns }),
        }),
      );
    return {
      queue,
      // An order whose refund date was set between two batches can come in both; the merge by id keeps it once.
      orders: goesOn ? merge(data, { matchOn: 'order_id' }) : data,
      next: isAll ? next : null,
      total,
      more,
      among,
      page,
      limit,
      sort,
      dir,
      search: q,
      month: month ?? null,
      filters: await this.filters.chosen(filters),
      columns: [...columnsOf(queue, from.columns?.split(',') ?? staff.settings.columns[queue])],
      chosenColumns: from.columns ?? null,
    };
  }
}

/** The result for a search text that is too long. */
const nothing = { data: [], total: 0, more: false, among: null, next: null, goesOn: false };

function pathOf(queue: QueueName, month: string | undefined, query: Record<string, string | number>): string {
  const { path } = queueRows[queue];
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${routes.queue(month ? `${path}/${month}` : path)}?${text}`;
}
