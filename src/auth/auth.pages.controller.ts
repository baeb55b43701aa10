import { Controller, Get } from '@nestjs/common';
import { Page } from '../page.js';
import { redirect } from '../platform/inertia/redirect.js';
import { routes } from '../shared/routes.js';
import { Open } from './allow.js';
import { CurrentStaff, type Staff } from './staff.js';

@Controller()
@Open()
export class AuthPagesController {
  /** The login for guests; who is signed in goes on to the dashboard (spec §2). */
  @Get()
  @Page('auth/login')
  login(@CurrentStaff() staff: Staff | undefined) {
    return staff ? redirect(routes.dashboard) : {};
  }
}
