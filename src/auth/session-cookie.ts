import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { clearCookie, nextCookie, sessionCookie, setCookie } from '../platform/cookies.js';
import { Env } from '../platform/env.js';
import { Csrf } from './csrf.js';

const thirtyDays = 30 * 24 * 3600;

/** What a browser stores of a member's session. */
@Injectable()
export class SessionCookie {
  constructor(
    private readonly env: Env,
    private readonly csrf: Csrf,
  ) {}

  /** Stores the session's token, for thirty days when it is to be remembered, and a CSRF token bound to it. */
  set(reply: FastifyReply, token: string, isRemembered: boolean): void {
    setCookie(reply, this.env, sessionCookie, token, isRemembered ? thirtyDays : undefined);
    this.csrf.renew(reply, token);
  }

  /** Makes the browser forget the page that was wanted before the sign-in, because the sign-in is complete. */
  forgetWanted(reply: FastifyReply): void {
    clearCookie(reply, this.env, nextCookie);
  }

  /** Makes the browser forget the session: its cookie, the CSRF token bound to it, and cached staff pages. */
  clear(reply: FastifyReply): void {
    clearCookie(reply, this.env, sessionCookie);
    this.csrf.renew(reply, '');
    void reply.header('Clear-Site-Data', '"cache"');
  }
}
