import { Controller, Get, Header, Headers } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { Open } from '../platform/allow.js';
import { Sends } from '../platform/answers.js';
import { Query, Res } from '../platform/inertia/handler-inputs.js';
import { docsPage } from './docs-page.js';
import { docsStyle } from './docs-style.js';
import { type ApiRoute, describeApi, type OpenApi } from './openapi.js';

const style = '/api/docs.css';
const docsQuery = z.object({ q: z.string().trim().max(100).catch('').describe('What to look for, on the page.') });

/** The description of the API, as JSON and as a page. */
@Controller('api')
@Open()
export class ApiDocsController {
  private readonly routes: ApiRoute[] = [];
  private known: OpenApi | undefined;

  /** Made before the routes are. The worker has no server. */
  constructor({ httpAdapter }: HttpAdapterHost) {
    const fastify = httpAdapter?.getInstance<FastifyInstance | undefined>();
    fastify?.addHook?.('onRoute', ({ method, url, config }) => void this.routes.push({ method, url, config }));
  }

  @Get('docs')
  @Header('Vary', 'Accept')
  @Sends('This description: a page for who accepts `text/html`, else OpenAPI 3.1.', ['application/json', 'text/html'])
  read(
    @Headers('accept') accept = '',
    @Query({ schema: docsQuery }) { q }: z.infer<typeof docsQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const forPeople = accept.includes('text/html');
    void reply.type(forPeople ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8');
    return forPeople ? docsPage(this.document(), { q, style }) : this.document();
  }

  @Get('docs.json')
  @Sends('This description, as OpenAPI 3.1.', ['application/json'])
  json() {
    return this.document();
  }

  @Get('docs.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Sends('What the page of this description wears.', ['text/css'])
  css() {
    return docsStyle;
  }

  /** Made once, at the first request, because handlers don't change while the process runs. */
  private document(): OpenApi {
    return (this.known ??= describeApi(this.routes.filter(({ method }) => method !== 'HEAD')));
  }
}
