import { readFileSync } from 'node:fs';
import { type ArgumentsHost, HttpException, Module, StandardSchemaValidationPipe, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Assets } from '../../../src/platform/inertia/assets.js';
import { cookieFlash } from '../../../src/platform/inertia/flash-store.js';
import { type InertiaOptions, installInertia, renderPage } from '../../../src/platform/inertia/inertia.js';
import { InertiaInterceptor } from '../../../src/platform/inertia/inertia.interceptor.js';
import type { PageObject } from '../../../src/platform/inertia/page-object.js';
import { parseQuery } from '../../../src/platform/inertia/query-parser.js';

export const version = 'build-7';

const assets: Assets = {
  version,
  tags: (component, nonce) => `<script type="module" src="/${component}.js" nonce="${nonce}"></script>`,
};

/** A Nest and Fastify application with the adapter and these controllers, not yet listening. */
export async function site(
  controllers: Type[],
  options: Partial<InertiaOptions> = {},
  prepare: (app: NestFastifyApplication) => void | Promise<void> = () => {},
): Promise<NestFastifyApplication> {
  class Site {}
  Module({ controllers })(Site);
  const adapter = new FastifyAdapter({ routerOptions: { querystringParser: parseQuery } });
  const app = await NestFactory.create<NestFastifyApplication>(Site, adapter, { logger: false });

  installInertia(app.getHttpAdapter().getInstance(), {
    document: () => readFileSync('views/app.html', 'utf8'),
    assets,
    flash: cookieFlash({ secret: 'a secret of the tests, thirty-two bytes', secure: false }),
    report: () => {},
    ...options,
  });
  app.useGlobalInterceptors(new InertiaInterceptor());
  app.useGlobalFilters({ catch: showError });
  app.useGlobalPipes(new StandardSchemaValidationPipe({ errorHttpStatusCode: 422 }));
  await prepare(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();

  return app;
}

/** An exception filter as an application has it: every error is answered with a page and its status. */
function showError(error: Error, host: ArgumentsHost) {
  const http = host.switchToHttp();
  const status = error instanceof HttpException ? error.getStatus() : 500;

  return renderPage(http.getRequest(), http.getResponse(), {
    component: 'error/error',
    props: { status, message: error.message },
    status,
  });
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
type Headers = Record<string, string>;
export type Answer = Awaited<ReturnType<NestFastifyApplication['inject']>>;

/** A client of the application: it keeps cookies and sends requests as Inertia's client does. */
export class Browser {
  private readonly jar = new Map<string, string>();

  constructor(private readonly app: NestFastifyApplication) {}

  /** A plain request, as for a document. */
  async request(method: Method, url: string, headers: Headers = {}, payload?: object): Promise<Answer> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.app.inject({ method, url, headers: cookie ? { cookie, ...headers } : headers, payload });
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0) this.jar.delete(name);
      else this.jar.set(name, value);
    }

    return answer;
  }

  /** A visit by Inertia's client; redirects are not followed. */
  visit(url: string, headers: Headers = {}, method: Method = 'GET', payload?: object): Promise<Answer> {
    return this.request(method, url, { 'x-inertia': 'true', 'x-inertia-version': version, ...headers }, payload);
  }

  /** The page a visit gives. */
  async page(url: string, headers: Headers = {}): Promise<PageObject> {
    return (await this.visit(url, headers)).json<PageObject>();
  }

  /** The page of a partial reload. */
  reload(component: string, url: string, headers: Headers): Promise<PageObject> {
    return this.page(url, { 'x-inertia-partial-component': component, ...headers });
  }

  cookies(): string[] {
    return [...this.jar.keys()];
  }
}

/** The page object that an HTML answer carries. */
export function pageIn(html: string): PageObject {
  return JSON.parse(scriptIn(html)) as PageObject;
}

/** The JSON in the page script of an HTML answer, as it stands there. */
export function scriptIn(html: string): string {
  return /<script data-page="app" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
}
