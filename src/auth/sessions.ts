import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../platform/cookies.js';
import { KnownSessions } from '../platform/known-sessions.js';
import { AuthQueries } from './auth.queries.js';
import type { Staff } from './staff.js';

/** The content of a session's token: the id of its row. Everything else is read from the database. */
export type SessionToken = { sid: string };

/** Finds the member's session that a request names. */
@Injectable()
export class Sessions {
  private readonly known: KnownSessions<Staff>;

  constructor(
    private readonly jwt: JwtService,
    private readonly queries: AuthQueries,
  ) {
    this.known = new KnownSessions((id) => queries.useSession(id));
  }

  /** The member of the request's session if it is still valid, else undefined. */
  staffOf(request: FastifyRequest): Promise<Staff | undefined> {
    return this.known.callerOf(request, this.idOf(request));
  }

  /** Whether the request has a valid session and so is exempt from the rate limit. */
  isGood(request: FastifyRequest): Promise<boolean> {
    return this.known.isGood(request, this.idOf(request));
  }

  /** Those of the given sessions that are still valid; doesn't mark them as used. */
  goodAmong(ids: string[]): Promise<Set<string>> {
    return this.queries.goodSessions(ids);
  }

  private idOf(request: FastifyRequest): string | undefined {
    const token = tokenOf(request);
    if (!token) return undefined;
    try {
      const { sid } = this.jwt.verify<Partial<SessionToken>>(token, { algorithms: ['HS256'] });
      return typeof sid === 'string' ? sid : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Prefers the header, with or without `Bearer`, to the cookie (docs/product.md#the-api). */
export function tokenOf(request: FastifyRequest): string | null {
  const sent = request.headers.authorization;
  if (sent) return sent.replace(/^Bearer\s+/i, '').trim();
  return request.cookies[sessionCookie] ?? null;
}
