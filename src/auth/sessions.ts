import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import type { FastifyRequest } from 'fastify';
import { sessionCookie } from '../platform/cookies.js';
import { KnownSessions } from '../platform/known-sessions.js';
import { AuthQueries } from './auth.queries.js';
import type { Staff } from './staff.js';

/** The content of a session's token: the id of its row. Everything else is read from the database. */
export type SessionToken = { sid: string };

/** How many verified tokens are remembered. */
const mostVerified = 10_000;

/** Finds the member's session that a request names. */
@Injectable()
export class Sessions {
  private readonly known: KnownSessions<Staff>;
  /** The session id that a request's token names: the token is verified once. */
  private readonly ids = new WeakMap<FastifyRequest, string | undefined>();
  /** The session ids of verified tokens: a signature stays what it is, and the session's row is read for each request. */
  private readonly verified = new Map<string, string>();

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

  /** The member of a session that is still valid and complete, else undefined. */
  async memberOf(sessionId: string): Promise<Staff | undefined> {
    const staff = await this.queries.useSession(sessionId);
    return staff?.missing === null ? staff : undefined;
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
    if (!this.ids.has(request)) this.ids.set(request, this.idIn(tokenOf(request)));
    return this.ids.get(request);
  }

  private idIn(token: string | null): string | undefined {
    if (!token) return undefined;
    const known = this.verified.get(token);
    if (known !== undefined) return known;
    try {
      const { sid } = this.jwt.verify<Partial<SessionToken>>(token, { algorithms: ['HS256'] });
      if (typeof sid !== 'string') return undefined;
      if (this.verified.size >= mostVerified) this.verified.clear();
      this.verified.set(token, sid);
      return sid;
    } catch {
      return undefined;
    }
  }
}

/** Prefers the header, with or without `Bearer`, to the cookie (docs/http-api.md#the-api). */
export function tokenOf(request: FastifyRequest): string | null {
  const sent = request.headers.authorization;
  if (sent) return sent.replace(/^Bearer\s+/i, '').trim();
  return request.cookies[sessionCookie] ?? null;
}
