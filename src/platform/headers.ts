import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isForVisitors } from '../shared/areas.js';
import type { Env } from './env.js';
import { areaOfRequest } from './request-area.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this answer's Content-Security-Policy. */
    nonce: string;
  }
}

/** Vite's development server, when `npm run dev` started one. */
export const viteServer = 'http://localhost:5173';

/** Gives every answer its headers: the request's id, what may be cached (shared/areas.ts), and what browsers must refuse. */
export async function setHeaders(fastify: FastifyInstance, env: Env): Promise<void> {
  fastify.decorateRequest('nonce', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    // 122 random bits, of those that Node draws for many at once
    request.nonce = randomUUID();
    void reply.header('X-Request-Id', request.id);
    if (areaOfRequest(request).cache === 'never') void reply.header('Cache-Control', 'private, no-store');
    void reply.header('Content-Security-Policy', policy(request, env));
    void reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    done();
  });
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // Off, because browsers warn on the console when a frame without this header, such as a mail's preview, was loaded
    // first.
    originAgentCluster: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: env.https && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
}

/**
 * The Content-Security-Policy: only our own sources, and inline scripts and styles only with the nonce. Visitor pages
 * also allow the translation widget (docs/visitors.md#visitors).
 */
function policy(request: FastifyRequest, env: Env): string {
  const { nonce } = request;
  const isVisitors = isForVisitors(areaOfRequest(request));
  const widget = isVisitors && env.TRANSLATE_WIDGET_URL ? translateSources(env.TRANSLATE_WIDGET_URL) : '';
  const vite = env.NODE_ENV === 'development' ? ` ${viteServer} ${viteServer.replace('http', 'ws')}` : '';
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${widget}${vite}`,
    `img-src 'self' data: blob:${widget}${vite}`,
    `font-src 'self'${widget}${vite}`,
    `connect-src 'self'${widget}${vite}`,
    `frame-src 'self' blob:${widget}`,
    "object-src 'self' blob:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function translateSources(widget: string): string {
  const origin = new URL(widget).origin;
  const google = origin.endsWith('.google.com')
    ? ' https://translate.googleapis.com https://translate-pa.googleapis.com https://www.gstatic.com https://www.google.com https://fonts.gstatic.com'
    : '';
  return ` ${origin}${google}`;
}
