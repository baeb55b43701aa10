import { Controller, Get, Post, Req } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Allow, Halfway, Open } from '../platform/allow.js';
import { Answers } from '../platform/answers.js';
import { nextCookie } from '../platform/cookies.js';
import { Body, Res } from '../platform/inertia/handler-inputs.js';
import { done, Reply, withData } from '../platform/reply.js';
import { passkeyOptions, signedIn, staffInfo } from '../shared/answers/auth.js';
import { areaOf } from '../shared/areas.js';
import { type FactorProof, factorProof, type Login, login, type PasskeySignIn, passkeySignIn } from '../shared/auth.js';
import { nothing } from '../shared/output.js';
import { routes } from '../shared/routes.js';
import { KnownBrowsers } from './known-browsers.js';
import { PasskeysService } from './passkeys.service.js';
import { SessionCookie } from './session-cookie.js';
import { type SignedIn, SignInService } from './sign-in.service.js';
import { CurrentStaff, type Staff } from './staff.js';

/** Signing in and out (docs/people.md#sessions-and-signing-in). */
@Controller('api')
export class AuthApiController {
  constructor(
    private readonly signIns: SignInService,
    private readonly passkeys: PasskeysService,
    private readonly cookie: SessionCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('admin/admin-login')
  @Open()
  @Answers('Signs a member in: a token for API clients, and the session cookie.', signedIn, {
    refuses: [401],
    session: true,
  })
  async signIn(
    @Body({ schema: login }) input: Login,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.begun(await this.signIns.signIn(input, request), input.remember, request, reply);
  }

  @Post('admin/admin-login/passkey-options')
  @Open()
  @Answers(
    'What a browser needs to sign with a passkey: with a session of its member, else of anybody.',
    passkeyOptions,
    {
      refuses: [409],
      session: true,
    },
  )
  async options(@CurrentStaff() staff: Staff | undefined) {
    return withData({ ...(await this.passkeys.options(staff?.id ?? null)) });
  }

  @Post('admin/admin-login/passkey')
  @Open()
  @Answers('Signs a member in by a passkey alone.', signedIn, { refuses: [401], session: true })
  async signInByPasskey(
    @Body({ schema: passkeySignIn }) input: PasskeySignIn,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.begun(await this.signIns.signInByPasskey(input, request), input.remember, request, reply);
  }

  @Post('admin/admin-login/factor')
  @Allow('account.own')
  @Halfway()
  @Answers('Proves the second factor: it completes the sign-in, or makes the proof fresh for ten minutes.', nothing, {
    session: true,
  })
  async prove(
    @CurrentStaff() staff: Staff,
    @Body({ schema: factorProof }) proof: FactorProof,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    await this.signIns.prove(staff, proof, request);
    this.browsers.remember(request, reply, staff.id);
    this.cookie.forgetWanted(reply);
    return done('Confirmed').goTo(wantedPage(request));
  }

  @Post('admin/logout')
  @Allow('account.own')
  @Halfway()
  @Answers('Ends this session: its token and its cookie.', nothing, { session: true })
  async signOut(@CurrentStaff() staff: Staff, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.signIns.signOut(staff);
    this.cookie.clear(reply);
    return done('You are signed out').goTo(routes.login);
  }

  @Get('user_info')
  @Allow('account.own')
  @Answers('The signed-in member.', staffInfo)
  who(@CurrentStaff() { id, name, email, type }: Staff) {
    return withData({ id, name, email, type });
  }

  /** Answers a begun session. A browser is known as the member's once the second factor is proven, too. */
  private begun(
    { memberId, token: jwtToken, missing }: SignedIn,
    remember: boolean,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    this.cookie.set(reply, jwtToken, remember);
    // The login's page asks for the missing step: a toast would say no more.
    if (missing) return new Reply('One step is missing', { jwtToken, missing }, {}, null).goTo(routes.login);

    this.browsers.remember(request, reply, memberId);
    this.cookie.forgetWanted(reply);
    return done('You are signed in', { jwtToken }).goTo(wantedPage(request));
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
