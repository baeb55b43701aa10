import { Controller, Get, Header, Headers, Query, Res, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Open } from '../platform/allow.js';
import { Sends } from '../platform/answers.js';
import { docsPage } from './docs-page.js';
import { docsStyle } from './docs-style.js';
import { describeApi, type OpenApi } from './openapi.js';

const style = '/api/docs.css';
const docsQuery = z.object({ q: z.string().trim().max(100).catch('').describe('What to look for, on the page.') });

/** The description of the API, as JSON and as a page. */
@Controller('api')
@Open()
export class ApiDocsController {
  private known: OpenApi | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

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
    const controllers = this.discovery.getControllers().map(({ metatype }) => metatype as Type);
    return (this.known ??= describeApi(controllers));
  }
}
