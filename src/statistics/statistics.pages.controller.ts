import { Controller, Get, Header, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { flashErrors } from '../platform/inertia/redirect.js';
import { Page } from '../platform/page.js';
import {
  type StatisticRowsQuery,
  statisticRowsQuery,
  type StatisticsPeriod,
  statisticsPeriod,
  type StatisticsQuery,
  statisticsQuery,
} from '../shared/statistics.js';
import { StatisticsService } from './statistics.service.js';

/** The numbers of each day, what each of them counts, and the numbers as CSV (docs/orders.md#statistics). */
@Controller('admin')
@Allow('statistics.see')
export class StatisticsPagesController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get('statistics')
  @Page('statistics/overview')
  async overview(
    @Query({ schema: statisticsQuery }) { fromDate, toDate, by }: StatisticsQuery,
    @Req() request: FastifyRequest,
  ) {
    const { period, errors } = periodOf({ fromDate, toDate });
    if (errors) flashErrors(request, errors);
    const [statistics, before] = await Promise.all([
      this.statistics.statistics(period, by),
      this.statistics.before(period),
    ]);
    return { statistics, before, asked: { fromDate, toDate } };
  }

  @Get('statistics/orders')
  @Page('statistics/orders')
  async orders(@Query({ schema: statisticRowsQuery }) query: StatisticRowsQuery) {
    const asked = { measure: query.measure, by: query.by, value: query.value };
    const { rows, total } = await this.statistics.rows(periodOf(query).period, asked, query.page);
    return { name: await this.statistics.nameOf(asked), rows, total, query };
  }

  @Get('export/statistics')
  @FreshFactor()
  @Header('Cache-Control', 'private, no-store')
  async csv(
    @CurrentStaff() staff: Staff,
    @Query({ schema: statisticsQuery }) { fromDate, toDate, by }: StatisticsQuery,
  ) {
    const text = await this.statistics.csv(staff, periodOf({ fromDate, toDate }).period, by);
    return new StreamableFile(Buffer.from(text), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="statistics-${new Date().toISOString().slice(0, 10)}.csv"`,
    });
  }
}

/** The period that was asked for. When it is none, the usual one, and why. */
function periodOf({ fromDate, toDate }: { fromDate: string; toDate: string }): {
  period: StatisticsPeriod;
  errors?: Record<string, string>;
} {
  const { data, error } = statisticsPeriod.safeParse({ fromDate, toDate });
  if (data) return { period: data };
  const errors = Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message]));
  return { period: { fromDate: undefined, toDate: undefined }, errors };
}
