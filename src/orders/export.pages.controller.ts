import { Readable } from 'node:stream';
import { Controller, Get } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Allow, FreshFactor } from '../platform/allow.js';
import { Param, Query, Res } from '../platform/inertia/handler-inputs.js';
import { Refused } from '../platform/reply.js';
import { sendFile } from '../platform/send-file.js';
import { searchLength } from '../shared/limits.js';
import { filtersIn } from '../shared/order-filters.js';
import { columnsOf, isQueueName, newestFirst, type QueueName, queueRows, sortingOf } from '../shared/order-queues.js';
import { exportedNames } from '../shared/exported-fields.js';
import { type ExportQuery, exportQuery } from '../shared/orders.js';
import { toCsv } from './export.present.js';
import { ListsService } from './lists.service.js';

@Controller('admin/export')
@Allow('orders.work')
export class ExportPagesController {
  constructor(private readonly lists: ListsService) {}

  /**
   * All rows of a queue's screen for this query, as a CSV file; with `form=yes` what the authority's form asks for, too. It is
   * streamed while the rows are read.
   */
  @Get(':queue')
  @FreshFactor()
  async csv(
    @CurrentStaff() staff: Staff,
    @Param('queue') name: string,
    @Query({ schema: exportQuery }) { q, month, form, ...chosen }: ExportQuery,
    @Res() reply: FastifyReply,
  ) {
    if (q && q.length > searchLength) throw new Refused(`A search has ${searchLength} letters at most.`, 422);

    const sorting = isQueueName(name) ? sortingOf(name, chosen) : newestFirst;
    const batches = await this.lists.exportAll(
      staff,
      name,
      { searchVal: q, month, ...filtersIn(chosen) },
      sorting,
      form,
    );
    const queue = name as QueueName;
    const columns = columnsOf(queue, chosen.columns?.split(',') ?? staff.settings.columns[queue]);
    const today = new Date().toISOString().slice(0, 10);
    const file = { name: `${queueRows[queue].path}-${today}.csv`, type: 'text/csv; charset=utf-8' };
    return sendFile(
      reply,
      file,
      Readable.from(toCsv(columns, form ? exportedNames : [], batches), { objectMode: false }),
    );
  }
}
