import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookie, visitorCookie } from '../platform/cookies.js';
import { Env } from '../platform/env.js';
import { Keys, same } from '../platform/keys.js';
import { Refused } from '../platform/reply.js';
import { areaOfRequest } from '../platform/request-area.js';

export const csrfCookie = 'XSRF-TOKEN';

const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * CSRF protection by a double-submit token. It is signed and bound to the session, so that neither another site nor
 * another subdomain's cookie can forge it (docs/people.md#sessions-and-signing-in). Pages get it as a readable cookie
 * and repeat it in the header, or in a plain form's `_csrf`.
 */
@Injectable()
export class Csrf {
  constructor(
    private readonly env: Env,
    private readonly keys: Keys,
  ) {}

  /** @throws Refused 403 for an unsafe request without the token that is authenticated by a cookie or is a plain form. */
  check(request: FastifyRequest): void {
    if (!unsafe.has(request.method) || !areaOfRequest(request).csrf) return;
    if (request.headers['sec-fetch-site'] === 'cross-site') throw refused();
    if (request.headers.authorization || !this.ridesOnCookie(request)) return;

    const cookie = request.cookies[csrfCookie];
    const proof = header(request) ?? field(request);
    if (!cookie || !proof || !same(cookie, unmasked(proof)) || !this.isOurs(request, cookie)) throw refused();
  }

  /**
   * The token for this page's forms, masked anew for each answer; sets it as a cookie when the request has none for its
   * session.
   */
  tokenFor(request: FastifyRequest, reply: FastifyReply): string {
    const known = request.cookies[csrfCookie];
    return masked(known && this.isOurs(request, known) ? known : this.renew(reply, sessionOf(request)));
  }

  /** A new token for a session that begins or ends; `session` is its cookie's value, empty for a guest. */
  renew(reply: FastifyReply, session: string): string {
    const nonce = randomBytes(18).toString('base64url');
    const token = `${nonce}.${this.keys.sign('csrf', `${nonce}.${session}`)}`;
    void reply.setCookie(csrfCookie, token, { path: '/', sameSite: 'lax', secure: this.env.https });
    return token;
  }

  private isOurs(request: FastifyRequest, token: string): boolean {
    const [nonce = '', signature = ''] = token.split('.');
    return this.keys.verify('csrf', `${nonce}.${sessionOf(request)}`, signature);
  }

  private ridesOnCookie(request: FastifyRequest): boolean {
    const plainForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded');
    return plainForm || Boolean(request.cookies[sessionCookie] ?? request.cookies[visitorCookie]);
  }
}

/**
 * The token XORed with random bytes, which stand before it. Pages are compressed, and the size of a compressed page that
 * repeats a request's text would tell a constant token letter by letter (BREACH).
 */
function masked(token: string): string {
  const pad = randomBytes(token.length);
  return `${pad.toString('base64url')}~${xor(pad, Buffer.from(token)).toString('base64url')}`;
}

/** The token in a proof; a proof without mask is the cookie's value, which pages repeat in the header. */
function unmasked(proof: string): string {
  const [pad = '', hidden] = proof.split('~');
  return hidden === undefined ? proof : xor(Buffer.from(pad, 'base64url'), Buffer.from(hidden, 'base64url')).toString();
}

function xor(pad: Buffer, bytes: Buffer): Buffer {
  return bytes.map((byte, at) => byte ^ (pad[at] ?? 0)) as Buffer;
}

function sessionOf(request: FastifyRequest): string {
  return request.cookies[sessionCookie] ?? '';
}

function header(request: FastifyRequest): string | undefined {
  const sent = request.headers['x-xsrf-token'];
  if (typeof sent !== 'string') return undefined;
  try {
    return decodeURIComponent(sent);
  } catch {
    return undefined;
  }
}

function field(request: FastifyRequest): string | undefined {
  const body = request.body as { _csrf?: unknown } | undefined;
  return typeof body?._csrf === 'string' ? body._csrf : undefined;
}

function refused(): Refused {
  return new Refused('This page is out of date. Please reload it and try again.', 403);
}
