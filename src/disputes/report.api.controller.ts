import { Controller, Get } from '@nestjs/common';
import { Allow } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { withData } from '../platform/reply.js';
import { disputeReport, type DisputeReportQuery, disputeReportQuery } from '../shared/dispute-report.js';
import { ReportService } from './report.service.js';

@Controller('api/admin')
@Allow('disputes.report')
export class ReportApiController {
  constructor(private readonly report: ReportService) {}

  @Get('dispute-report')
  @Answers('How disputes ended, by month, network, reason, brand and gateway.', disputeReport)
  async all(@Query({ schema: disputeReportQuery }) query: DisputeReportQuery) {
    return withData(await this.report.report(query));
  }
}
