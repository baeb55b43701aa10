import { Controller, Get } from '@nestjs/common';
import type { z } from 'zod';
import { Allow } from '../platform/allow.js';
import { Query } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { Page } from '../platform/page.js';
import { unmatchedPerPage } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import { unmatchedScreenQuery } from '../shared/unmatched.js';
import { UnmatchedService } from './unmatched.service.js';

/** What came in and fits no single order (docs/mail.md#without-an-order). */
@Controller('admin')
export class UnmatchedPagesController {
  constructor(private readonly unmatched: UnmatchedService) {}

  /** A page number past the end redirects to the last page. */
  @Get('unmatched')
  @Allow('unmatched.work')
  @Page('unmatched/list')
  async list(@Query({ schema: unmatchedScreenQuery }) { page, aside }: z.infer<typeof unmatchedScreenQuery>) {
    const limit = unmatchedPerPage;
    const { rows, total } = await this.unmatched.list({ page, limit, aside });
    const last = Math.max(1, Math.ceil(total / limit));
    if (page > last) return redirect(routes.unmatchedPage(aside, last));
    return { entries: rows, aside, page, limit, total };
  }
}
