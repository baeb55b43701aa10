import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { MacrosService } from '../macros/macros.service.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { callSheetQuery } from '../shared/call-sheet.js';
import { callsPerPage } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import { CallSheetService } from './call-sheet.service.js';

@Controller('admin')
@Allow('orders.call')
export class CallSheetPagesController {
  constructor(
    private readonly sheet: CallSheetService,
    private readonly macros: MacrosService,
  ) {}

  /** A page number past the end redirects to the last page. */
  @Get('call-sheet')
  @Page('call-sheet/list')
  async list(
    @CurrentStaff() staff: Staff,
    @Query({ schema: callSheetQuery }) { page }: z.infer<typeof callSheetQuery>,
  ) {
    const [{ rows, total }, macros] = await Promise.all([this.sheet.list(staff, page), this.macros.of(staff)]);
    const last = Math.max(1, Math.ceil(total / callsPerPage));
    if (page > last) return redirect(last > 1 ? `${routes.callSheet}?page=${last}` : routes.callSheet);
    return { rows, macros, page, limit: callsPerPage, total };
  }
}
