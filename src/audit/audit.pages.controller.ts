import { Readable } from 'node:stream';
import { Controller, Get } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Query, Res } from '../platform/inertia/handler-inputs.js';
import { sendFile } from '../platform/send-file.js';
import { type AuditQuery, auditQuery } from '../shared/audit.js';
import { AuditAlarmsService } from './audit-alarms.service.js';
import { AuditService } from './audit.service.js';

/** Who did what, and who saw what; with `alarms`, what Admins were warned of (docs/people.md#audit). */
@Controller('admin')
@Allow('audit.see')
export class AuditPagesController {
  constructor(
    private readonly audit: AuditService,
    private readonly alarms: AuditAlarmsService,
  ) {}

  @Get('audit')
  @Page('audit/rows')
  async rows(@Query({ schema: auditQuery }) query: AuditQuery) {
    if (query.alarms !== undefined) {
      const { alarms, next } = await this.alarms.page(query.before);
      return { rows: [], alarms, next, members: [], query };
    }
    const [{ rows, next }, members] = await Promise.all([this.audit.page(query), this.audit.members()]);
    return { rows, alarms: null, next, members, query };
  }

  /** All rows of the screen's filters, as a CSV file. It is streamed while the rows are read. */
  @Get('export/audit')
  @FreshFactor()
  async csv(
    @CurrentStaff() staff: Staff,
    @Query({ schema: auditQuery }) query: AuditQuery,
    @Res() reply: FastifyReply,
  ) {
    const rows = await this.audit.csv(staff, query);
    const file = { name: `audit-${new Date().toISOString().slice(0, 10)}.csv`, type: 'text/csv; charset=utf-8' };
    return sendFile(reply, file, Readable.from(rows, { objectMode: false }));
  }
}
