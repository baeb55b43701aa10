import { Controller, Post } from '@nestjs/common';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Body } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { countryCount, processedCount } from '../shared/answers/reports.js';
import { type Report, report } from '../shared/reports.js';
import { ReportsService } from './reports.service.js';

/** The two reports (docs/orders.md#reports). */
@Controller('api/admin')
export class ReportsApiController {
  constructor(private readonly reports: ReportsService) {}

  @Post('get-country-order-list')
  @Allow('reports.country')
  @Answers('Orders by nationality and by how they are processed.', countryCount.array())
  async countries(@Body({ schema: report }) input: Report) {
    return withData(await this.reports.countries(input));
  }

  @Post('get-processed-by-count')
  @Allow('reports.processed')
  @Answers('Orders by the member who completed them.', processedCount.array())
  async processed(@Body({ schema: report }) input: Report) {
    return withData(await this.reports.processed(input));
  }
}
