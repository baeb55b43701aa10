import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow, Open } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { nextCookie } from '../platform/cookies.js';
import { done, withData } from '../platform/reply.js';
import { signedIn, staffInfo } from '../shared/answers/auth.js';
import { areaOf } from '../shared/areas.js';
import { type Login, login } from '../shared/auth.js';
import { nothing } from '../shared/output.js';
import { routes } from '../shared/routes.js';
import { AuthService } from './auth.service.js';
import { KnownBrowsers } from './known-browsers.js';
import { SessionCookie } from './session-cookie.js';
import { CurrentStaff, type Staff } from './staff.js';

/** Signing in and out (docs/product.md#sessions-and-signing-in). */
@Controller('api')
export class AuthApiController {
  constructor(
    private readonly auth: AuthService,
    private readonly cookie: SessionCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('admin/admin-login')
  @Open()
  @HttpCode(200)
  @Answers('Signs a member in: a token for API clients, and the session cookie.', signedIn, {
    refuses: [401],
    session: true,
  })
  async signIn(
    @Body({ schema: login }) input: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { memberId, token: jwtToken } = await this.auth.signIn(input, request);

    this.cookie.set(reply, jwtToken, input.remember);
    this.browsers.remember(request, reply, memberId);
    return done('You are signed in', { jwtToken }).goTo(wantedPage(request));
  }

  @Post('admin/logout')
  @Allow('account.own')
  @HttpCode(200)
  @Answers('Ends this session: its token and its cookie.', nothing, { session: true })
  async signOut(@CurrentStaff() staff: Staff, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.auth.signOut(staff);
    this.cookie.clear(reply);
    return done('You are signed out').goTo(routes.login);
  }

  @Get('user_info')
  @Allow('account.own')
  @Answers('The signed-in member.', staffInfo)
  who(@CurrentStaff() { id, name, email, type }: Staff) {
    return withData({ id, name, email, type });
  }
}

/** The staff page that the guest asked for before the sign-in, else the dashboard. A file is not accepted as the target. */
function wantedPage(request: FastifyRequest): string {
  const wanted = request.cookies[nextCookie] ?? '';
  const { callers, answers } = areaOf(undefined, wanted);
  // Compares the unparsed text, because a browser takes what follows two slashes for a host.
  const isPage = wanted.startsWith('/admin') && callers.includes('staff') && answers === 'page';
  return isPage ? wanted : routes.dashboard;
}
