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
import { uploadBytes } from '../shared/limits.js';
import { routes } from '../shared/routes.js';
import type { Env } from './env.js';
import { parseQuery } from './inertia/query-parser.js';
import { observeRequest } from './metrics.js';
import { clientFolder } from './paths.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The nonce of this answer's Content-Security-Policy. */
    nonce: string;
    /** Why the body could not be read; who passes the doors is refused for it. */
    unread?: Error;
  }
}

/** Vite's development server, when `npm run dev` started one. */
export const viteServer = 'http://localhost:5173';

/** Fastify as this product needs it: bounded bodies, trusted proxies by name, request ids of its own making. */
export function makeAdapter(env: Env): FastifyAdapter {
  return new FastifyAdapter({
    logger: false,
    genReqId: () => randomUUID(),
    trustProxy: env.TRUSTED_PROXIES.length > 0 ? env.TRUSTED_PROXIES : false,
    bodyLimit: 1024 * 1024,
    routerOptions: { querystringParser: parseQuery, maxParamLength: 1000, ignoreTrailingSlash: true },
    // As proxies are asked (RFC 9112, 3.2.2): routes and rules go by the path, so the rest is taken off before them.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*/i, '') || '/',
    // A path that can't even be decoded reaches no hook and no filter.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      void reply
        .code(404)
        .headers({ 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff' })
        .send({ status: 0, message: 'There is no such path.', data: null, ref: request.id });
    },
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
  });
}

/** Answers bytes that are no HTTP request, too long a head, or one that doesn't come to its end: no other code sees them. */
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

type ClientError = Error & { code: string };

/** The request that came last on a connection, and its answer. */
const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

/** Whether a request on this connection is being answered, or was before its body proved unreadable: it gets no second answer. */
function isAnswered(socket: Socket): boolean {
  const last = exchanges.get(socket);
  if (!last?.response.headersSent) return false;
  return !last.request.complete || !last.response.writableFinished;
}

const unreadable: Record<string, { status: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: '431 Request Header Fields Too Large', message: 'This request is too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', message: 'This request took too long.' },
};

/** Registers the plug-ins and hooks that every request passes, in the order it passes them. */
export async function equip(
  app: NestFastifyApplication,
  env: Env,
  log: Logger,
  isSigned: (request: FastifyRequest) => boolean,
) {
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance();

  fastify.decorateRequest('nonce', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    request.nonce = randomBytes(16).toString('base64');
    void reply.header('X-Request-Id', request.id);
    if (isPersonal(request.url)) void reply.header('Cache-Control', 'private, no-store');
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    writeDown(request, reply, log);
    done();
  });

  fastify.server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
  closeSwiftly(fastify);
  readBodiesLate(app, fastify);
  await fastify.register(cookie);
  await fastify.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // a browser warns on the console when a frame without it, such as a mail's preview, came first
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
    allowList: (request) => isFree(request.url) || isSigned(request),
    errorResponseBuilder: (_request, { ttl }) =>
      Object.assign(new Error('Too many requests'), { statusCode: 429, retryAfter: Math.ceil(ttl / 1000) }),
  });
  // The plug-in counts by route; what has none costs a page as well.
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
 * A server that closes waits for every connection that isn't idle, and Node takes two kinds for busy that aren't: those that
 * browsers open in advance and never use, and those whose last answer went out after the closing began.
 */
function closeSwiftly(fastify: FastifyInstance): void {
  const { server } = fastify;
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));

  fastify.addHook('preClose', (done) => {
    for (const socket of unused) socket.destroy();
    const sweep = setInterval(() => server.closeIdleConnections(), 50).unref();
    server.once('close', () => clearInterval(sweep));
    done();
  });
}

/**
 * Bodies are read before anybody looks who sends them, but who may not call is told that first (api: order of refusal). So what
 * is wrong with a body waits for the doors: ReplyInterceptor refuses it. Amazon SNS posts its JSON as text/plain; nobody else may.
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
    if (request.url !== routes.api.sesEvents) request.unread = unsupported();
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
 * No script, style, frame or request that a page of ours didn't ask for; nothing inline but what carries the nonce.
 * Visitor pages also let the translation widget in (decisions: Visitors).
 */
function policy({ nonce, url }: FastifyRequest, env: Env): string {
  const isVisitors = /^\/(?:track-order|get-new-order-details)(?:\/|$|\?)/.test(url);
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

/** What tells of people, or opens an account: no cache keeps it, not even the browser's own on a shared computer. */
function isPersonal(url: string): boolean {
  return /^\/(?:api|admin|uploads|get-new-order-details|reset-password)(?:[/?]|$)/.test(url);
}

/** What is never counted: files anybody may have, and the checks of those who run the product. */
function isFree(url: string): boolean {
  return /^\/(?:assets\/|(?:healthz|readyz|metrics)(?:\?|$))/.test(url);
}

/** One line a request: its route, never its query or what it carried. */
function writeDown(request: FastifyRequest, reply: FastifyReply, log: Logger): void {
  const route = request.routeOptions.url ?? 'unknown';
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  observeRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  if (isFree(request.url)) return;

  const level = reply.statusCode >= 500 ? 'error' : 'info';
  log[level]({ ref: request.id, method: request.method, route, status: reply.statusCode, ms }, 'request');
}
