import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { flashErrors } from '../platform/inertia/redirect.js';
import { nationalityName } from '../shared/countries.js';
import {
  type CountryOrdersQuery,
  countryOrdersQuery,
  type Report,
  report,
  type ReportQuery,
  reportQuery,
} from '../shared/reports.js';
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

  @Get('country-order/orders')
  @Allow('orders.history')
  @Page('orders/country')
  async ofCountry(@Query({ schema: countryOrdersQuery }) query: CountryOrdersQuery, @Req() request: FastifyRequest) {
    const { country, number, page } = query;
    const asked = daysOf(query, request);
    const found = asked ? await this.reports.ofCountry(asked, country, number, page) : { rows: [], total: 0 };
    return { country: nationalityName(country), ...found, query };
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
  const asked = daysOf({ fromDate, toDate, q }, request);
  return { rows: asked ? await rowsOf(asked) : [], fromDate, toDate, search: q };
}

/** What was asked for; undefined when it is invalid, and then the next page says why. */
function daysOf({ q: searchVal, ...days }: Partial<ReportQuery>, request: FastifyRequest): Report | undefined {
  const { data, error } = report.safeParse({ searchVal, fromDate: days.fromDate, toDate: days.toDate });
  if (error)
    flashErrors(request, Object.fromEntries(error.issues.map(({ path, message }) => [String(path[0]), message])));
  return data;
}
