import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from './env.js';

export const sessionCookie = 'session';
export const visitorCookie = 'visitor';
/** Cookie with the page that a guest asked for; the sign-in redirects there. */
export const nextCookie = 'next';

/** Options of our cookies: HttpOnly, SameSite, Secure behind HTTPS (docs/product.md#sessions-and-signing-in). */
export function cookieOptions(env: Env, maxAgeSeconds?: number): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: env.https, maxAge: maxAgeSeconds };
}
