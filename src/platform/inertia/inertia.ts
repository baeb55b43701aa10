import { Logger } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Assets } from './assets.js';
import { errorsProp, together, type Carried } from './carried.js';
import { bodyOf, documentOf } from './document.js';
import type { FlashStore } from './flash-store.js';
import { asRead, type PageObject } from './page-object.js';
import { conflict } from './redirect.js';
import { header, isInertia, isPrecognitive, isPrefetch, refererOf, urlOf, wantedOf } from './request.js';
import { resolveProps } from './resolve-props.js';
import type { Render } from './server-rendering.js';

const logger = new Logger('Inertia');

declare module 'fastify' {
  interface FastifyInstance {
    inertia: Inertia;
  }
}

export interface InertiaOptions {
  /** The HTML document of a component's page (document.ts says what it must hold). */
  document: (component: string) => string;
  assets: Assets;
  flash: FlashStore;
  /** Renders pages on the server; without it the browser does. */
  render?: Render;
  /** Props that every page gets. Functions among them run only when their prop is sent. */
  share?: (request: FastifyRequest) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** The nonce of this answer's Content-Security-Policy. */
  nonce?: (request: FastifyRequest, reply: FastifyReply) => string;
  /** Whether the client encrypts this page in its history. */
  encryptHistory?: (request: FastifyRequest) => boolean;
  /** Called with failures that don't fail the answer: of renderings and rescued props. Nest's log when absent. */
  report?: (error: unknown, what: string, request: FastifyRequest) => void;
}

/** A screen to show, for code that answers outside a handler. */
export interface Screen {
  component: string;
  props: Record<string, unknown>;
  /** HTTP status; 200 when absent. */
  status?: number;
}

/**
 * Adds Inertia's protocol to a Fastify server. Call it before the application listens; `InertiaInterceptor`, as a global
 * interceptor, then turns what handlers return into pages.
 */
export function installInertia(fastify: FastifyInstance, options: InertiaOptions): void {
  const inertia = new Inertia(options);

  fastify.decorate('inertia', inertia);
  fastify.decorateRequest('carried', null);
  fastify.addHook('onSend', (request, reply, payload) => inertia.finish(request, reply, payload));
}

/**
 * Answers with a page, for exception filters and others outside a handler: JSON to Inertia's client, else HTML. When the
 * shared props can't be read, the page is shown without them. A client of another build is made to reload.
 */
export async function renderPage(request: FastifyRequest, reply: FastifyReply, screen: Screen): Promise<FastifyReply> {
  const { inertia } = request.server;
  if (inertia.isStale(request)) return inertia.setReload(request, reply).send();
  const body = await inertia.answer(request, reply, screen).catch((error: unknown) => {
    inertia.report(error, `shared props of ${screen.component}`, request);
    return inertia.answer(request, reply, screen, {});
  });

  return reply.code(screen.status ?? 200).send(body);
}

/** Inertia's protocol for one server, available as `fastify.inertia`. */
export class Inertia {
  private readonly documents = new Map<string, ReturnType<typeof documentOf>>();

  constructor(private readonly options: InertiaOptions) {}

  /** Whether a read comes from a client of another build than the server's; writes are always accepted. */
  isStale(request: FastifyRequest): boolean {
    const version = header(request, 'x-inertia-version');

    return (
      request.method === 'GET' && isInertia(request) && version !== undefined && version !== this.options.assets.version
    );
  }

  /** Makes the client reload the page with the new build; nothing is sent yet. */
  setReload(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return conflict(reply, 'X-Inertia-Location', urlOf(request)).header(
      'X-Inertia-Version',
      this.options.assets.version,
    );
  }

  /** The page as the body of the answer, its headers set: an object for Inertia's client, else HTML. */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    { component, props }: Screen,
    shared?: Record<string, unknown>,
  ): Promise<PageObject | Buffer> {
    const page = await this.page(request, reply, component, { own: props, given: shared });

    if (!reply.hasHeader('cache-control')) reply.header('Cache-Control', 'private, no-cache');
    if (!isInertia(request)) return this.htmlOf(request, reply.type('text/html; charset=utf-8'), page);

    reply.header('X-Inertia', 'true').type('application/json; charset=utf-8');
    return page;
  }

  private async page(
    request: FastifyRequest,
    reply: FastifyReply,
    component: string,
    { own, given }: { own: Record<string, unknown>; given: Record<string, unknown> | undefined },
  ): Promise<PageObject> {
    const shared = given ?? (await this.options.share?.(request)) ?? {};
    const { props, metadata } = await resolveProps({ ...shared, ...own }, wantedOf(request, component), (error, path) =>
      this.report(error, `${path} of ${component}`, request),
    );
    const { flash, clearHistory, preserveFragment, ...carried } = await this.shown(request, reply);

    return {
      component,
      props: { ...props, errors: errorsProp(carried) },
      url: request.method === 'GET' || request.method === 'HEAD' ? urlOf(request) : (refererOf(request) ?? '/'),
      version: this.options.assets.version,
      sharedProps: Object.keys({ errors: null, ...shared }),
      ...metadata,
      ...(flash && { flash }),
      ...(clearHistory && { clearHistory }),
      ...(preserveFragment && { preserveFragment }),
      ...(this.options.encryptHistory?.(request) && { encryptHistory: true }),
    };
  }

  /**
   * What earlier answers and this one kept for the page; removed from the store, because this page shows it. A prefetched
   * page gets nothing, because it is not shown yet.
   */
  private async shown(request: FastifyRequest, reply: FastifyReply): Promise<Carried> {
    const own = request.carried ?? {};
    if (isPrefetch(request) || request.method === 'HEAD') return own;

    const { flash } = this.options;
    const kept = await this.tried('reading the flash', request, () => flash.read(request));
    if (!kept) return own;

    await this.tried('forgetting the flash', request, () => flash.forget(request, reply));
    return together(kept, own);
  }

  private documentOf(component: string): ReturnType<typeof documentOf> {
    const html = this.options.document(component);
    const known = this.documents.get(html) ?? documentOf(html);
    this.documents.set(html, known);
    return known;
  }

  private async htmlOf(request: FastifyRequest, reply: FastifyReply, page: PageObject): Promise<Buffer> {
    const { assets, render, nonce: nonceOf } = this.options;
    const nonce = nonceOf?.(request, reply) ?? '';
    const json = JSON.stringify(page);
    const rendered = await this.tried(`rendering ${page.component}`, request, () => render?.(asRead(page, json)));

    const html = this.documentOf(page.component)({
      nonce,
      assets: assets.tags(page.component, nonce),
      head: rendered?.head.join(''),
      body: bodyOf(json, rendered?.markup),
    });
    // Encoded once: the length of a string is counted anew by each who needs it, and it is encoded when it is sent.
    return Buffer.from(html);
  }

  /** Adjusts headers and redirects of every answer of the server. */
  async finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    vary(reply, 'X-Inertia');
    if (isPrecognitive(request)) vary(reply.header('Precognition', 'true'), 'Precognition');

    const redirected = this.finishRedirect(request, reply);
    if (redirected || reply.hasHeader('x-inertia-location')) await this.saveCarried(request, reply);

    return redirected && reply.statusCode === 409 ? '' : payload;
  }

  /** Gives a redirect the form in which the client can follow it. */
  private finishRedirect(request: FastifyRequest, reply: FastifyReply): boolean {
    const to = reply.getHeader('location');
    if (reply.statusCode < 301 || reply.statusCode > 308 || typeof to !== 'string') return false;
    // a PUT that is redirected by 302 would be repeated as a PUT
    if (reply.statusCode <= 302 && request.method !== 'GET' && request.method !== 'HEAD') reply.code(303);
    const here = `${request.protocol}://${request.host || 'localhost'}${urlOf(request)}`;
    if (!isInertia(request) || !URL.canParse(to, here)) return true;

    const url = new URL(to, here);
    if (url.origin !== new URL(here).origin) conflict(reply.removeHeader('location'), 'X-Inertia-Location', url.href);
    else if (url.hash) {
      conflict(reply.removeHeader('location'), 'X-Inertia-Redirect', url.pathname + url.search + url.hash);
    }
    return true;
  }

  private async saveCarried(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!request.carried || Object.keys(request.carried).length === 0) return;

    const { flash } = this.options;
    const carried = request.carried;
    await this.tried('saving the flash', request, async () => {
      // A write replaces what is stored; a further redirect (a GET) adds to it.
      const earlier = request.method === 'GET' ? await flash.read(request) : undefined;
      await flash.save(request, reply, together(earlier ?? {}, carried));
    });
  }

  /** Runs something the answer can do without: a failure is reported and gives undefined. */
  private async tried<T>(what: string, request: FastifyRequest, run: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch (error) {
      this.report(error, what, request);
      return undefined;
    }
  }

  /** Reports a failure that doesn't fail the answer. */
  report(error: unknown, what: string, request: FastifyRequest): void {
    if (this.options.report) this.options.report(error, what, request);
    else logger.error({ ref: request.id, failed: what, error });
  }
}

function vary(reply: FastifyReply, name: string): void {
  const names = String(reply.getHeader('vary') ?? '')
    .split(',')
    .flatMap((part) => part.trim() || []);
  if (names.includes('*') || names.some((known) => known.toLowerCase() === name.toLowerCase())) return;

  reply.header('Vary', [...names, name].join(', '));
}
