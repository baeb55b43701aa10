import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { waitingRequestsPerPage } from '../shared/limits.js';
import { requestsScreenQuery } from '../shared/order-requests.js';
import { routes } from '../shared/routes.js';
import { RequestsService } from './requests.service.js';

/** What customers ask for and nobody has handled yet (docs/visitors.md#requests). */
@Controller('admin')
export class RequestsPagesController {
  constructor(private readonly requests: RequestsService) {}

  /** A page number past the end redirects to the last page. */
  @Get('requests')
  @Allow('requests.handle')
  @Page('requests/list')
  async list(
    @CurrentStaff() staff: Staff,
    @Query({ schema: requestsScreenQuery }) { page }: z.infer<typeof requestsScreenQuery>,
  ) {
    const limit = waitingRequestsPerPage;
    const { rows, total, orders } = await this.requests.waiting(staff, { page, limit });
    const last = Math.max(1, Math.ceil(total / limit));
    if (page > last) return redirect(last > 1 ? `${routes.requests}?page=${last}` : routes.requests);
    return { requests: rows, page, limit, total, orders };
  }
}
