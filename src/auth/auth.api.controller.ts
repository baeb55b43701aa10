import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answers } from '../platform/answers.js';
import { Env } from '../platform/env.js';
import { done, found } from '../platform/reply.js';
import { signedIn, staffInfo } from '../shared/answers/auth.js';
import { type Login, login } from '../shared/auth.js';
import { nothing } from '../shared/output.js';
import { routes } from '../shared/routes.js';
import { Allow, Open } from './allow.js';
import { AuthService } from './auth.service.js';
import { cookieOptions, nextCookie, sessionCookie } from './cookies.js';
import { Csrf } from './csrf.js';
import { CurrentStaff, type Staff } from './staff.js';

const thirtyDays = 30 * 24 * 3600;

/** Signing in and out (api: Auth and account). */
@Controller('api')
export class AuthApiController {
  constructor(
    private readonly auth: AuthService,
    private readonly csrf: Csrf,
    private readonly env: Env,
  ) {}

  @Post('admin/admin-login')
  @Open()
  @HttpCode(200)
  @Answers('Signs a member in: a token for API clients, and the session cookie.', signedIn, { refuses: [401] })
  async signIn(
    @Body({ schema: login }) input: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
    const jwtToken = await this.auth.signIn(input, origin);

    void reply.setCookie(sessionCookie, jwtToken, cookieOptions(this.env, input.remember ? thirtyDays : undefined));
    void reply.clearCookie(nextCookie, cookieOptions(this.env));
    this.csrf.renew(reply, jwtToken);
    return done('You are signed in', { jwtToken }).goTo(wantedPage(request));
  }

  @Post('admin/logout')
  @Allow('account.own')
  @HttpCode(200)
  @Answers('Ends this session: its token and its cookie.', nothing)
  async signOut(@CurrentStaff() staff: Staff, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.auth.signOut(staff);
    forget(reply, this.env, this.csrf);
    return done('You are signed out').goTo(routes.login);
  }

  @Get('user_info')
  @Allow('account.own')
  @Answers('The signed-in member.', staffInfo)
  who(@CurrentStaff() { id, name, email, type }: Staff) {
    return found({ id, name, email, type });
  }
}

/** The browser forgets the session: its cookie, the CSRF token bound to it, and what its cache holds of staff pages. */
export function forget(reply: FastifyReply, env: Env, csrf: Csrf): void {
  void reply.clearCookie(sessionCookie, cookieOptions(env));
  csrf.renew(reply, '');
  void reply.header('Clear-Site-Data', '"cache"');
}

/** Where the guest wanted to go before the sign-in: a staff page, or the dashboard. A file is no page to land on. */
function wantedPage(request: FastifyRequest): string {
  const wanted = request.cookies[nextCookie] ?? '';
  return /^\/admin(?!\/(?:export|mail-file)\/)(?:[/?]|$)/.test(wanted) ? wanted : routes.dashboard;
}
