import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { Keys } from '../platform/keys.js';
import { AuthQueries } from './auth.queries.js';
import { sessionCookie } from './cookies.js';
import type { Staff } from './staff.js';

/** What a session's token says: which row it is. Everything else is looked up. */
export type SessionToken = { sid: string };

/** Knows a member by the token of the Authorization header, else by the session cookie; both name one row of `sessions`. */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    keys: Keys,
    private readonly queries: AuthQueries,
  ) {
    super({
      jwtFromRequest: (request: unknown) => tokenOf(request as FastifyRequest),
      // its types know bytes alone, jsonwebtoken below it knows key objects
      secretOrKey: keys.secretOf('session') as unknown as Buffer,
      algorithms: ['HS256'],
      ignoreExpiration: true,
    });
  }

  /** The member of a session that is still good, else false; the row decides, the token doesn't expire by itself. */
  async validate({ sid }: SessionToken): Promise<Staff | false> {
    return (await this.queries.useSession(sid)) ?? false;
  }
}

/** The header, with or without `Bearer`, goes before the cookie (api: Common to every call). */
export function tokenOf(request: FastifyRequest): string | null {
  const sent = request.headers.authorization;
  if (sent) return sent.replace(/^Bearer\s+/i, '').trim();
  return request.cookies[sessionCookie] ?? null;
}
