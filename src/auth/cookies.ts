import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from '../platform/env.js';

export const sessionCookie = 'session';
export const visitorCookie = 'visitor';
/** Where a guest wanted to go; the sign-in leads there. */
export const nextCookie = 'next';

/** How our cookies are set: out of scripts' reach, same site, Secure behind HTTPS (decisions: Staff). */
export function cookieOptions(env: Env, maxAgeSeconds?: number): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: env.https, maxAge: maxAgeSeconds };
}
