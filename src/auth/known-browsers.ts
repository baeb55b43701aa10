import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions } from '../platform/cookies.js';
import { Env } from '../platform/env.js';
import { Keys } from '../platform/keys.js';
import { routes } from '../shared/routes.js';

const halfAYear = 180 * 24 * 3600;

/**
 * Browsers that signed in as a member before. Such a browser has a signed cookie for that member, and its failed tries
 * have a count of their own (docs/people.md#sessions-and-signing-in). The cookie does not authenticate.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly env: Env,
    private readonly keys: Keys,
  ) {}

  /** The id of the request's browser; undefined when it never signed in as this member. */
  idOf({ cookies }: FastifyRequest, memberId: number): string | undefined {
    const [id = '', signature = ''] = (cookies[nameOf(memberId)] ?? '').split('.');
    return this.keys.verify('browser', `${memberId}.${id}`, signature) ? id : undefined;
  }

  /** Marks the browser as known; call it after a sign-in as this member. */
  remember(request: FastifyRequest, reply: FastifyReply, memberId: number): void {
    const id = this.idOf(request, memberId) ?? randomBytes(18).toString('base64url');
    const value = `${id}.${this.keys.sign('browser', `${memberId}.${id}`)}`;
    // The path of the sign-in, because only the sign-in reads the cookie.
    void reply.setCookie(nameOf(memberId), value, { ...cookieOptions(this.env, halfAYear), path: routes.api.login });
  }
}

function nameOf(memberId: number): string {
  return `known-${memberId}`;
}
