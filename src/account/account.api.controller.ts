import { Controller, HttpCode, Post, UseFilters } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Allow, Open } from '../platform/allow.js';
import { SessionCookie } from '../auth/session-cookie.js';
import { CurrentStaff, type Staff } from '../auth/staff.js';
import { Answers } from '../platform/answers.js';
import { Body, Res } from '../platform/inertia/handler-inputs.js';
import { done } from '../platform/reply.js';
import { nothing } from '../shared/output.js';
import {
  type ChangePassword,
  changePassword,
  type ForgotPassword,
  forgotPassword,
  type ResetPassword,
  resetPassword,
} from '../shared/auth.js';
import { routes } from '../shared/routes.js';
import { AccountService } from './account.service.js';
import { AttemptedChangeFilter } from './attempted-change.filter.js';

/** A member's own password (docs/people.md#sessions-and-signing-in). */
@Controller('api/admin')
export class AccountApiController {
  constructor(
    private readonly account: AccountService,
    private readonly cookie: SessionCookie,
  ) {}

  @Post('change-password')
  @Allow('account.own')
  @UseFilters(AttemptedChangeFilter)
  @HttpCode(200)
  @Answers('Sets the member’s own password; every session of the member ends at once.', nothing, { session: true })
  async change(
    @CurrentStaff() staff: Staff,
    @Body({ schema: changePassword }) { newPassword }: ChangePassword,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.account.changePassword(staff, newPassword);
    this.cookie.clear(reply);
    return done('Password has been changed. Please sign in again.').goTo(routes.login);
  }

  @Post('forgot-password')
  @Open()
  @HttpCode(200)
  @Answers(
    'Mails a link to set a new password: single-use, 30 minutes. Answers alike for unknown addresses.',
    nothing,
    { session: true },
  )
  async forgot(@Body({ schema: forgotPassword }) { email }: ForgotPassword) {
    await this.account.sendResetLink(email);
    return done('If this address belongs to a team member, a link has been sent.').goTo(routes.login);
  }

  @Post('reset-password')
  @Open()
  @HttpCode(200)
  @Answers('Sets the password of the member a link was made for; every session of the member ends.', nothing, {
    refuses: [404],
    session: true,
  })
  async reset(
    @Body({ schema: resetPassword }) { token, newPassword }: ResetPassword,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.account.resetPassword(token, newPassword);
    this.cookie.clear(reply);
    return done('Password has been changed. Please sign in.').goTo(routes.login);
  }
}
