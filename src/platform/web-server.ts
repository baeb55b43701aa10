import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import files from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { uploadBytes } from '../shared/limits.js';
import { limitBodies } from './body-limits.js';
import { assetsFolder, ClientFiles } from './client-files.js';
import { compressAnswers } from './compression.js';
import { boundConnections, closeSwiftly } from './connections.js';
import { readHostCookies } from './cookies.js';
import type { Env } from './env.js';
import { setHeaders } from './headers.js';
import { readBodiesLate } from './late-bodies.js';
import { observeRequest } from './metrics.js';
import { networkOf } from './network.js';
import { areaOfRequest } from './request-area.js';
import { noteExchanges, refuseUnreadable } from './web-adapter.js';

/** Identifies a request's caller for the rate limit. */
type Callers = {
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

  await setHeaders(fastify, env);
  fastify.addHook('onResponse', (request, reply, done) => {
    writeDown(request, reply, log);
    done();
  });

  noteExchanges(fastify.server);
  closeSwiftly(fastify, boundConnections(fastify.server, env.MAX_CONNECTIONS));
  limitBodies(fastify.server, ({ socket }) => refuseUnreadable({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket));
  readBodiesLate(app, fastify);
  await compressAnswers(fastify, env);
  await fastify.register(cookie);
  if (env.https) {
    fastify.addHook('onRequest', (request, _reply, done) => {
      readHostCookies(request);
      done();
    });
  }
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
    const otherBuilds = app.get(ClientFiles);
    await fastify.register(
      async (assets) => {
        assets.setNotFoundHandler((request, reply) => otherBuilds.answer(request, reply));
        await assets.register(files, {
          root: assetsFolder,
          preCompressed: true,
          immutable: true,
          maxAge: '1y',
          index: false,
          decorateReply: false,
        });
      },
      { prefix: '/assets' },
    );
  }
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
