import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { flashErrors } from '../platform/inertia/redirect.js';
import { type Report, report, type ReportQuery, reportQuery } from '../shared/reports.js';
import { ReportsService } from './reports.service.js';

/** The two reports' screens (docs/orders.md#reports). */
@Controller('admin')
export class ReportsPagesController {
  constructor(private readonly reports: ReportsService) {}

  @Get('country-order')
  @Allow('reports.country')
  @Page('orders/countries')
  countries(@Query({ schema: reportQuery }) query: ReportQuery, @Req() request: FastifyRequest) {
    return screen(query, request, (asked) => this.reports.countries(asked));
  }

  @Get('processed-order')
  @Allow('reports.processed')
  @Page('orders/processed')
  processed(@Query({ schema: reportQuery }) query: ReportQuery, @Req() request: FastifyRequest) {
    return screen(query, request, (asked) => this.reports.processed(asked));
  }
}

/** The input stays on the screen. Invalid input shows its error messages and no rows. */
async function screen<Row>(
  { fromDate, toDate, q }: ReportQuery,
  request: FastifyRequest,
  rowsOf: (asked: Report) => Promise<Row[]>,
) {
  const asked = report.safeParse({ searchVal: q, fromDate, toDate });
  if (asked.error) {
    flashErrors(request, Object.fromEntries(asked.error.issues.map(({ path, message }) => [String(path[0]), message])));
  }
  return { rows: asked.success ? await rowsOf(asked.data) : [], fromDate, toDate, search: q };
}
