import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { Csrf } from './auth/csrf.js';
import { Sessions } from './auth/sessions.js';
import { staffOf } from './auth/staff.js';
import { ShopKeys } from './intake/shop-keys.js';
import { LiveService } from './live/live.service.js';
import { PageFrame } from './page-frame.js';
import { ClientFiles } from './platform/client-files.js';
import { cookieName } from './platform/cookies.js';
import type { Env } from './platform/env.js';
import { viteServer } from './platform/headers.js';
import { builtAssets, developmentAssets } from './platform/inertia/assets.js';
import { cookieFlash } from './platform/inertia/flash-store.js';
import { installInertia } from './platform/inertia/inertia.js';
import { loadRender } from './platform/inertia/server-rendering.js';
import { Keys } from './platform/keys.js';
import { NestLog } from './platform/log.js';
import { clientFolder, projectFolder, serverBundle } from './platform/paths.js';
import { areaOfRequest } from './platform/request-area.js';
import { endSignals } from './platform/run.js';
import { makeAdapter } from './platform/web-adapter.js';
import { equip } from './platform/web-server.js';
import type { Brand } from './shared/brands.js';
import { mailboxRefused } from './shared/form/mailbox.js';
import { layoutOf } from './shared/screens.js';
import { VisitorService } from './visitor/visitor.service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSRF token for `_csrf` in this page's plain forms; set for page requests. */
    csrf: string;
    /** The cursor of the last change received before this request (live.service.ts). */
    liveCursor: string | null;
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

  const [sessions, visitors, shops] = [app.get(Sessions), app.get(VisitorService), app.get(ShopKeys)];
  await equip(app, env, log, {
    isKnown: async (request) => (await sessions.isGood(request)) || visitors.isGood(request),
    keyOf: (request) => shops.countedBy(request),
  });
  givePagesTheirToken(fastify, app.get(Csrf));
  noteLiveCursor(fastify, app.get(LiveService));
  await installPages(app, fastify, env);
  if (env.EMBEDDED) {
    const { registerMailbox } = await import('./embedded/mailbox.js');
    const { INBOUND_KEY: key = '', APPLICATION_MAIL_DOMAIN: domain } = env;
    const inbound = { url: `http://127.0.0.1:${env.PORT}`, key, domain };
    await registerMailbox(fastify, { dir: join(env.DATA_DIR, 'mailbox'), inbound });
    const { registerAuthority } = await import('./embedded/authority/authority.js');
    const { sampleCardOf } = await import('./seed/sample-cards.js');
    await registerAuthority(fastify, { inbound, slip: sampleCardOf });
  }

  const refused = mailboxRefused(env.APPLICATION_MAIL_DOMAIN);
  if (refused) log.warn(refused);

  app.enableShutdownHooks(endSignals);
  await app.init();
  return app;
}

async function installPages(app: NestFastifyApplication, fastify: FastifyInstance, env: Env): Promise<void> {
  const keys = app.get(Keys);
  const frame = app.get(PageFrame);
  const isDevelopment = env.NODE_ENV === 'development';

  const document = readFileSync(join(projectFolder, 'views/app.html'), 'utf8').replace(
    '<!--assets-->',
    `<style nonce="{{nonce}}">${brandColours(env.brands)}</style>\n    <!--assets-->`,
  );
  // A browser that translates a page moves its text into elements of its own, and React can't update those any more.
  const untranslated = document.replace('<html lang="en">', '<html lang="en" translate="no">');

  const assets = isDevelopment
    ? developmentAssets({ server: viteServer, entry: 'client/app.tsx' })
    : builtAssets({
        manifest: join(clientFolder, '.vite/manifest.json'),
        entry: (page) => (isPlain(page) ? 'client/layouts/visitor/entry.ts' : 'client/app.tsx'),
        sources: (page) => (isPlain(page) ? [] : [`client/pages/${page}.tsx`, `client/layouts/${layoutOf(page)}.tsx`]),
      });
  if (!isDevelopment) await app.get(ClientFiles).keep(assets.version);

  installInertia(fastify, {
    document: (page) => (isPlain(page) ? document : untranslated),
    assets,
    render: isDevelopment
      ? undefined
      : await loadRender(serverBundle, {
          component: 'error/error',
          props: { status: 404, title: 'Not found', message: '', ref: '', link: null },
        }),
    flash: cookieFlash({
      secret: keys.of('flash').toString('hex'),
      secure: env.https,
      name: cookieName(env, 'flash'),
    }),
    share: (request) => frame.propsOf(request),
    nonce: (request) => request.nonce,
    encryptHistory: (request) => staffOf(request) !== undefined,
  });
}

/** Each brand's colour, for visitor pages (client/layouts/visitor.tsx); key and colour are checked by env.ts. */
function brandColours(brands: Brand[]): string {
  return brands.map(({ key, colour }) => `[data-brand=${key}]{--color-brand:${colour}}`).join('');
}

/** Whether a screen is complete as server-rendered HTML and needs no React in the browser. */
function isPlain(page: string): boolean {
  return layoutOf(page) === 'visitor';
}

/** Gives page requests the CSRF token of their session, as a cookie and for plain forms. */
function givePagesTheirToken(fastify: FastifyInstance, csrf: Csrf): void {
  fastify.decorateRequest('csrf', '');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.method === 'GET' && areaOfRequest(request).answers === 'page') {
      request.csrf = csrf.tokenFor(request, reply);
    }
    done();
  });
}

/**
 * Takes the cursor before anything is read for the request, so that the page's stream reports every change that the page
 * may lack.
 */
function noteLiveCursor(fastify: FastifyInstance, live: LiveService): void {
  fastify.decorateRequest('liveCursor', null);
  fastify.addHook('onRequest', (request, _reply, done) => {
    request.liveCursor = live.liveCursor;
    done();
  });
}
