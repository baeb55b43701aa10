import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { visitorCookie } from './auth/cookies.js';
import { Csrf } from './auth/csrf.js';
import { tokenOf } from './auth/jwt.strategy.js';
import { PageFrame } from './page-frame.js';
import type { Env } from './platform/env.js';
import { builtAssets, developmentAssets } from './platform/inertia/assets.js';
import { cookieFlash } from './platform/inertia/flash-store.js';
import { installInertia } from './platform/inertia/inertia.js';
import { loadRender } from './platform/inertia/server-rendering.js';
import { Keys } from './platform/keys.js';
import { NestLog } from './platform/log.js';
import { clientFolder, projectFolder, serverBundle } from './platform/paths.js';
import { equip, makeAdapter, viteServer } from './platform/web-server.js';
import type { Brand } from './shared/brands.js';
import { layoutOf } from './shared/screens.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this page's plain forms repeat in `_csrf`; set for page requests. */
    csrf: string;
  }
}

/** The web application, ready to listen: REST API, pages, files. */
export async function makeWeb(env: Env, log: Logger): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(env), makeAdapter(env), {
    logger: new NestLog(log),
    rawBody: true,
    abortOnError: false,
  });
  const fastify = app.getHttpAdapter().getInstance();

  const keys = app.get(Keys);
  await equip(app, env, log, (request) => isSigned(keys, request));
  givePagesTheirToken(fastify, app.get(Csrf));
  await installPages(app, fastify, env);
  if (env.EMBEDDED) {
    const { registerMailbox } = await import('./embedded/mailbox.js');
    await registerMailbox(fastify, { dir: join(env.DATA_DIR, 'mailbox') });
  }

  app.enableShutdownHooks();
  await app.init();
  return app;
}

async function installPages(app: NestFastifyApplication, fastify: FastifyInstance, env: Env): Promise<void> {
  const keys = app.get(Keys);
  const frame = app.get(PageFrame);
  const isDevelopment = env.NODE_ENV === 'development';

  installInertia(fastify, {
    document: readFileSync(join(projectFolder, 'views/app.html'), 'utf8').replace(
      '<!--assets-->',
      `<style nonce="{{nonce}}">${brandColours(env.brands)}</style>\n    <!--assets-->`,
    ),
    assets: isDevelopment
      ? developmentAssets({ server: viteServer, entry: 'client/app.tsx' })
      : builtAssets({
          manifest: join(clientFolder, '.vite/manifest.json'),
          entry: (page) => (isPlain(page) ? 'client/layouts/visitor/entry.ts' : 'client/app.tsx'),
          sources: (page) =>
            isPlain(page) ? [] : [`client/pages/${page}.tsx`, `client/layouts/${layoutOf(page)}.tsx`],
        }),
    render: isDevelopment
      ? undefined
      : await loadRender(serverBundle, {
          component: 'error/error',
          props: { status: 404, title: 'Not found', message: '', ref: '' },
        }),
    flash: cookieFlash({ secret: keys.of('flash').toString('hex'), secure: env.https }),
    share: (request) => frame.propsOf(request),
    nonce: (request) => request.nonce,
  });
}

/** Each brand's colour, for the visitor pages that wear it (client/layouts/visitor.tsx); key and colour are checked by env.ts. */
function brandColours(brands: Brand[]): string {
  return brands.map(({ key, colour }) => `[data-brand=${key}]{--color-brand:${colour}}`).join('');
}

/** Whether a screen is whole as the server sends it, and needs no React in the browser. */
function isPlain(page: string): boolean {
  return layoutOf(page) === 'visitor';
}

/** A page request gets the CSRF token that fits its session, as a cookie and for its plain forms. */
function givePagesTheirToken(fastify: FastifyInstance, csrf: Csrf): void {
  fastify.decorateRequest('csrf', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (
      request.method === 'GET' &&
      !/^\/(?:api|assets|uploads|dev|healthz|readyz|metrics)(?:\/|$|\?)/.test(request.url)
    ) {
      request.csrf = csrf.tokenFor(request, reply);
    }
    done();
  });
}

/** Whether a token we signed came along, a member's or a visitor's: such callers are known, the others are counted by address. */
function isSigned(keys: Keys, request: FastifyRequest): boolean {
  return isOurs(keys, 'session', tokenOf(request)) || isOurs(keys, 'visitor', request.cookies[visitorCookie]);
}

/** Whether the token's signature (HS256, RFC 7515) is of our making; whether it is still good is for the guards to find out. */
function isOurs(keys: Keys, purpose: 'session' | 'visitor', token: string | null | undefined): boolean {
  if (!token) return false;

  const end = token.lastIndexOf('.');
  return keys.verify(purpose, token.slice(0, end), token.slice(end + 1));
}
