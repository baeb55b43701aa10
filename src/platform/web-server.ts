import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import files from '@fastify/static';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { isForVisitors } from '../shared/areas.js';
import { uploadBytes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import { limitBodies } from './body-limits.js';
import { compressAnswers } from './compression.js';
import { boundConnections } from './connections.js';
import type { Env } from './env.js';
import { parseQuery } from './inertia/query-parser.js';
import { observeRequest } from './metrics.js';
import { networkOf } from './network.js';
import { clientFolder } from './paths.js';
import { areaOfRequest } from './request-area.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this answer's Content-Security-Policy. */
    nonce: string;
    /** Why the body could not be parsed. ReplyInterceptor refuses the request for it after the guards. */
    unread?: Error;
  }
}

/** Vite's development server, when `npm run dev` started one. */
export const viteServer = 'http://localhost:5173';

/** Fastify with bounded bodies, the trusted proxies of the settings, and random request ids. */
export function makeAdapter(env: Env): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    bodyLimit: 1024 * 1024,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 1000, ignoreTrailingSlash: true },
    // A request line may hold an absolute URL (RFC 9112, 3.2.2). Only its path and query are kept, because routes and
    // areas are found by the path.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/',
    // A path that can't be decoded is answered here, because Fastify calls no hook and no filter for it.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply
        .code(404)
        .headers({ 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' })
        .send({ status: 0, message: 'There is no such path.', data: null, ref: request.id });
    },
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    // Bodies have limits of their own (body-limits.ts).
    requestTimeout: 0,
    http: { headersTimeout: 60_000 },
    keepAliveTimeout: 65_000,
  });
}

/**
 * Answers what Node rejects before Fastify sees it: bytes that are no HTTP request, too long a head, or a request that
 * doesn't arrive in time.
 */
function refuseUnreadable({ code }: ClientError, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;

  const { status, message } = unreadable[code] ?? { status: '400 Bad Request', message: 'This is no HTTP request.' };
  const ref = randomUUID();
  const body = JSON.stringify({ status: 0, message, data: null, ref });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${ref}`,
    'Connection: close',
  ];
  if (socket.writable && !isAnswered(socket)) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

type ClientError = { code: string };
const tooLate: ClientError = { code: 'ERR_HTTP_REQUEST_TIMEOUT' };

/** The last request of each connection, and its response. */
const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

/** Whether the response of the connection's current request has begun, so that a second one must not be written. */
function isAnswered(socket: Socket): boolean {
  const last = exchanges.get(socket);
  if (!last?.response.headersSent) return false;
  return !last.request.complete || !last.response.writableFinished;
}

const unreadable: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'This request is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'This request took too long.' },
};

/** Identifies a request's caller for the rate limit. */
export type Callers = {
  /** Whether a member or a visitor with a valid session sent the request. */
  isKnown(request: FastifyRequest): Promise<boolean>;
  /** The key that a shop's requests are counted under; undefined without a valid intake key. */
  keyOf(request: FastifyRequest): Promise<string | undefined>;
};

async function countedBy(request: FastifyRequest, callers: Callers): Promise<string> {
  const key = areaOfRequest(request).limit === 'shop' ? await callers.keyOf(request) : undefined;
  return key ?? networkOf(request.ip);
}

async function isNotCounted(request: FastifyRequest, callers: Callers): Promise<boolean> {
  const { limit } = areaOfRequest(request);
  return limit === 'none' || (limit === 'network' && (await callers.isKnown(request)));
}

/** Registers the plug-ins and hooks that every request passes, in the order it passes them. */
export async function equip(app: NestFastifyApplication, env: Env, log: Logger, callers: Callers) {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();

  fastify.decorateRequest('nonce', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    request.nonce = randomBytes(16).toString('base64');
    void reply.header('X-Request-Id', request.id);
    if (areaOfRequest(request).cache === 'never') void reply.header('Cache-Control', 'private, no-store');
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    writeDown(request, reply, log);
    done();
  });

  fastify.server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
  closeSwiftly(fastify, env.MAX_CONNECTIONS);
  limitBodies(fastify.server, ({ socket }) => refuseUnreadable(tooLate, socket));
  readBodiesLate(app, fastify);
  await compressAnswers(fastify, env);
  await fastify.register(cookie);
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
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('Content-Security-Policy', policy(request, env));
    void reply.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
    done();
  });
  await fastify.register(rateLimit, {
    max: env.REQUESTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: (request) => countedBy(request, callers),
    allowList: (request) => isNotCounted(request, callers),
    errorResponseBuilder: (_request, { ttl }) =>
      Object.assign(new Error('Too many requests'), { statusCode: 429, retryAfter: Math.ceil(ttl / 1000) }),
  });
  // The plug-in counts requests of routes only. Unknown paths are counted here, because they are answered by a page, too.
  const count = fastify.rateLimit();
  fastify.addHook('onRequest', async function (request, reply) {
    if (request.is404) await count.call(this, request, reply);
  });
  await fastify.register(multipart, {
    limits: { files: 1, fileSize: uploadBytes, fields: 20, fieldSize: 10_000, parts: 22, headerPairs: 100 },
  });
  if (env.NODE_ENV !== 'development') {
    await fastify.register(files, {
      root: join(clientFolder, 'assets'),
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      decorateReply: false,
    });
  }
}

/**
 * Ends idle connections while the server closes, which otherwise waits for them. Node counts two kinds of idle
 * connections as busy: those that browsers open in advance and never use, and those whose last answer was sent after the
 * closing began.
 */
function closeSwiftly(fastify: FastifyInstance, most: number): void {
  const { server } = fastify;
  const endUnused = boundConnections(server, most);

  fastify.addHook('preClose', (done) => {
    endUnused();
    const sweep = setInterval(() => server.closeIdleConnections(), 50).unref();
    server.once('close', () => clearInterval(sweep));
    done();
  });
}

/**
 * Fastify parses bodies before the guards run, but a caller without permission must get 401 or 403 first
 * (docs/product.md#the-api). So a parse error is kept in `request.unread`, and ReplyInterceptor refuses it after the
 * guards. Only Amazon SNS may post text/plain, because it sends its JSON so.
 */
function readBodiesLate(app: NestFastifyApplication, fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', {}, (request, body, done) => {
    void parse(request as FastifyRequest, body.toString(), (error, value) => {
      if (error) request.unread = error;
      done(null, value);
    });
  });
  fastify.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.url !== routes.api.sesEvents) request.unread = unsupported();
    done(null, body);
  });
  fastify.addContentTypeParser('*', (request, _stream, done) => {
    request.unread = unsupported();
    done(null);
  });
}

function unsupported(): Error {
  return Object.assign(new Error('Unsupported media type'), { statusCode: 415 });
}

/**
 * The Content-Security-Policy: only our own sources, and inline scripts and styles only with the nonce. Visitor pages
 * also allow the translation widget (docs/product.md#visitors).
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

/** Logs one line for each request: route, status, duration and the member's id, never its query or body. */
function writeDown(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const route = request.routeOptions.url ?? 'unknown';
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  if (areaOfRequest(request).limit === 'none') return;

  const level = reply.statusCode >= 500 ? 'error' : 'info';
  const member = (request as { user?: { id: number } }).user?.id;
  log[level]({ ref: request.id, method: request.method, route, status: reply.statusCode, ms, member }, 'request');
}
