import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.js';

export const sessionCookie = 'session';
export const visitorCookie = 'visitor';
/** Cookie with the page that a guest asked for; the sign-in redirects there. */
export const nextCookie = 'next';

type OwnCookie = typeof sessionCookie | typeof visitorCookie | typeof nextCookie;
const ownCookies: OwnCookie[] = [sessionCookie, visitorCookie, nextCookie];

/** Options of our cookies: HttpOnly, SameSite, Secure behind HTTPS (docs/people.md#sessions-and-signing-in). */
export function cookieOptions(env: Env, maxAgeSeconds?: number): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: env.https, maxAge: maxAgeSeconds };
}

/**
 * A cookie's name in the browser. Behind HTTPS it begins with `__Host-`: browsers then take it from this host alone, so
 * that no other subdomain can plant one.
 */
export function cookieName(env: Pick<Env, 'https'>, name: string): string {
  return env.https ? `__Host-${name}` : name;
}

/** Sets one of our cookies; without `maxAgeSeconds` it ends with the browser. */
export function setCookie(reply: FastifyReply, env: Env, name: OwnCookie, value: string, maxAgeSeconds?: number): void {
  void reply.setCookie(cookieName(env, name), value, cookieOptions(env, maxAgeSeconds));
}

export function clearCookie(reply: FastifyReply, env: Env, name: OwnCookie): void {
  void reply.clearCookie(cookieName(env, name), cookieOptions(env));
}

/** Puts our cookies under their plain names, and drops what a browser sends under these names itself. Only for HTTPS. */
export function readHostCookies({ cookies }: FastifyRequest): void {
  for (const name of ownCookies) {
    const value = cookies[`__Host-${name}`];
    if (value === undefined) delete cookies[name];
    else cookies[name] = value;
  }
}
