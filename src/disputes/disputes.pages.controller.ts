import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { BatchesService } from '../packs/batches.service.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { disputesScreenQuery } from '../shared/disputes.js';
import { routes } from '../shared/routes.js';
import { CasesService } from './cases.service.js';

/** The disputes' screen (docs/disputes.md#disputes). */
@Controller('admin')
export class DisputesPagesController {
  constructor(
    private readonly cases: CasesService,
    private readonly batches: BatchesService,
  ) {}

  /** A page number past the end redirects to the last page. */
  @Get('disputes')
  @Allow('disputes.see')
  @Page('disputes/list')
  async list(
    @CurrentStaff() staff: Staff,
    @Query({ schema: disputesScreenQuery }) query: z.infer<typeof disputesScreenQuery>,
  ) {
    const { state, page, limit } = query;
    const [{ rows, total }, waiting, batch] = await Promise.all([
      this.cases.list(query),
      this.cases.waiting(),
      this.batches.lastOf(staff, 'disputes'),
    ]);
    const last = Math.max(1, Math.ceil(total / limit));
    if (page > last) return redirect(`${routes.disputes}?${new URLSearchParams({ state, page: String(last) })}`);
    return { disputes: rows, state, page, limit, total, waiting, batch };
  }
}
