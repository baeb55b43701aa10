import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Page } from '../page.js';
import { Open } from '../platform/allow.js';
import { carryOn } from '../platform/inertia/carried.js';
import { redirect } from '../platform/inertia/redirect.js';
import { routes } from '../shared/routes.js';
import { CurrentStaff, type Staff } from './staff.js';

@Controller()
@Open()
export class AuthPagesController {
  /**
   * The login for guests; a signed-in member is redirected to the dashboard. Every end of a session leads to this page,
   * which makes the browser forget the staff pages in its history (docs/product.md#sessions-and-signing-in).
   */
  @Get()
  @Page('auth/login')
  login(@CurrentStaff() staff: Staff | undefined, @Req() request: FastifyRequest) {
    if (staff) return redirect(routes.dashboard);
    carryOn(request, { clearHistory: true });
    return {};
  }
}
