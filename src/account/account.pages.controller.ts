import { Controller, Get, Header, Param } from '@nestjs/common';
import { AuthService } from '../auth/auth.service.js';
import { Page } from '../page.js';
import { Allow, Open } from '../platform/allow.js';
import { redirect } from '../platform/inertia/redirect.js';
import { routes } from '../shared/routes.js';

@Controller()
export class AccountPagesController {
  constructor(private readonly auth: AuthService) {}

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
    if (await this.auth.isResetLinkGood(token)) return { token };
    const message = 'This link is no longer valid. Please ask for a new one.';
    return redirect(routes.forgot).flash({ toast: { type: 'error', message } });
  }
}
