import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routes } from '../shared/routes.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body could not be parsed. ReplyInterceptor refuses the request for it after the guards. */
    unread?: Error;
  }
}

/** Amazon SNS posts its JSON to these as text/plain. */
const snsPaths: (string | undefined)[] = [routes.api.sesEvents, routes.api.inboundSes];

/**
 * Fastify parses bodies before the guards run, but a caller without permission must get 401 or 403 first
 * (docs/http-api.md#the-api). So a parse error is kept in `request.unread`, and ReplyInterceptor refuses it after the
 * guards. Only Amazon SNS may post text/plain, because it sends its JSON so.
 */
export function readBodiesLate(app: NestFastifyApplication, fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', {}, (request, body, done) => {
    void parse(request as FastifyRequest, body.toString(), (error, value) => {
      if (error) request.unread = error;
      done(null, value);
    });
  });
  fastify.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (!snsPaths.includes(request.routeOptions.url)) request.unread = unsupported();
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
