import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { Keys } from '../platform/keys.js';
import { Sessions, tokenOf } from './sessions.js';
import type { Staff } from './staff.js';

/**
 * Authenticates a member by the token of the Authorization header, else by the session cookie; both name a row of
 * `sessions`.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    keys: Keys,
    private readonly sessions: Sessions,
  ) {
    super({
      jwtFromRequest: (request: unknown) => tokenOf(request as FastifyRequest),
      // The strategy's types allow bytes only; jsonwebtoken, which it calls, accepts key objects.
      secretOrKey: keys.secretOf('session') as unknown as Buffer,
      algorithms: ['HS256'],
      ignoreExpiration: true,
      passReqToCallback: true,
    });
  }

  /** The member of a valid session, else false. The row decides; the token itself has no expiry. */
  async validate(request: FastifyRequest): Promise<Staff | false> {
    return (await this.sessions.staffOf(request)) ?? false;
  }
}
