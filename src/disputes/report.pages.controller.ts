import { Controller, Get, Header, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { csvRows } from '../platform/csv.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { flashErrors } from '../platform/inertia/redirect.js';
import {
  type DisputeReportQuery,
  disputeReportQuery,
  type DisputeReportScreen,
  disputeReportScreen,
  type ReportRowsQuery,
  reportRowsQuery,
} from '../shared/dispute-report.js';
import { reportTable } from './report.present.js';
import { reportPageSize, ReportService } from './report.service.js';

/** The report of disputes, the rows behind each of its numbers, and the report as CSV (docs/disputes.md#dispute-report). */
@Controller('admin')
@Allow('disputes.report')
export class ReportPagesController {
  constructor(private readonly reports: ReportService) {}

  @Get('dispute-report')
  @Page('disputes/report')
  async report(
    @Query({ schema: disputeReportScreen }) { fromDate, toDate, by }: DisputeReportScreen,
    @Req() request: FastifyRequest,
  ) {
    const asked = disputeReportQuery.safeParse({ fromDate, toDate });
    if (asked.error) {
      flashErrors(
        request,
        Object.fromEntries(asked.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    }
    return {
      report: await this.reports.report(asked.data ?? { fromDate: undefined, toDate: undefined }),
      asked: { fromDate, toDate, by },
    };
  }

  @Get('dispute-report/disputes')
  @Page('disputes/report-rows')
  async rows(@Query({ schema: reportRowsQuery }) query: ReportRowsQuery) {
    const { rows, total } = await this.reports.rows(query);
    return { name: this.reports.nameOf(query), rows, total, query, limit: reportPageSize };
  }

  @Get('export/dispute-report')
  @FreshFactor()
  @Header('Cache-Control', 'private, no-store')
  async csv(@CurrentStaff() staff: Staff, @Query({ schema: disputeReportQuery }) query: DisputeReportQuery) {
    const report = await this.reports.exported(staff, query);
    return new StreamableFile(Buffer.from(`\uFEFF${csvRows(reportTable(report))}`), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="dispute-report-${report.fromDate}-${report.toDate}.csv"`,
    });
  }
}
