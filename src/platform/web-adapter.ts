import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from './env.js';
import { parseQuery } from './inertia/query-parser.js';

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
export function refuseUnreadable({ code }: ClientError, socket: Socket): void {
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

/** The last request of each connection, and its response. */
const exchanges = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>();

export function noteExchanges(server: Server): void {
  server.on('request', (request, response) => exchanges.set(request.socket, { request, response }));
}

/** Whether no other request came by this connection after the one that the response answers. */
export function isLastOn(socket: Socket, response: ServerResponse): boolean {
  return exchanges.get(socket)?.response === response;
}

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
