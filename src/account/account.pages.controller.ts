import { Controller, Get, Header } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import { FactorsService } from '../auth/factors.service.js';
import { OwnSessionsService } from '../auth/own-sessions.service.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Page } from '../platform/page.js';
import { Allow, Open } from '../platform/allow.js';
import { Param } from '../platform/inertia/handler-inputs.js';
import { redirect } from '../platform/inertia/redirect.js';
import { routes } from '../shared/routes.js';

@Controller()
export class AccountPagesController {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: OwnSessionsService,
    private readonly factors: FactorsService,
  ) {}

  @Get('admin/account')
  @Allow('account.own')
  @Page('account/security')
  async security(@CurrentStaff() staff: Staff) {
    const [sessions, factors] = await Promise.all([this.sessions.of(staff), this.factors.of(staff)]);
    return { sessions, factors };
  }

  @Get('admin/change-password')
  @Allow('account.own')
  @Page('auth/change-password')
  change() {
    return {};
  }

  @Get('forgot-password')
  @Open()
  @Page('auth/forgot')
  forgot() {
    return {};
  }

  @Get('reset-password/:token')
  @Open()
  @Header('Referrer-Policy', 'no-referrer')
  @Page('auth/reset')
  async reset(@Param('token') token: string) {
    const link = await this.auth.openLink(token);
    if (link.isGood) return { token, invited: link.invited };
    const to = link.canSignIn ? routes.login : routes.forgot;
    return redirect(to).flash({ toast: { type: 'error', message: link.message } });
  }
}
