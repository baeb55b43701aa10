import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { All, Controller, Get, HttpException, Post, Put, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { type Browser, launch, type Page as Tab } from 'puppeteer';
import { z } from 'zod';
import type { Assets } from '../../../src/platform/inertia/assets.js';
import { pageFor } from '../../../src/platform/inertia/page.js';
import type { PageObject } from '../../../src/platform/inertia/page-object.js';
import { deepMerge, defer, merge, once, optional, scroll } from '../../../src/platform/inertia/props.js';
import { back, redirect } from '../../../src/platform/inertia/redirect.js';
import { foundBrowser } from '../../support/found-browser.js';
import { Body, Param, Query } from '../../../src/platform/inertia/handler-inputs.js';
import { site } from './site.js';

/** Inertia's own client, in a real browser, against the adapter; React is left out. */
type Row = { order_id: number; at: number };
const Page = pageFor<{
  home: { plain: string; slow?: string; side?: string; broken?: string };
  list: { rows: Row[]; tree: { a: number[] }; count: number };
  endless: { orders: { data: number[]; page: number } };
  plans: { plans: string[]; rates?: string; more?: string };
  query: { query: object };
}>();

const ran = new Map<string, number>();
const counting =
  <T>(name: string, value: () => T) =>
  () => {
    ran.set(name, (ran.get(name) ?? 0) + 1);
    return value();
  };

@Controller()
class Screens {
  @Get('home')
  @Page('home')
  home() {
    return {
      plain: 'p',
      slow: defer(counting('slow', () => 's')),
      side: defer(
        counting('side', () => 'x'),
        { group: 'side' },
      ),
      broken: defer(
        counting('broken', () => Promise.reject<string>(new Error('no luck'))),
        { rescue: true },
      ),
    };
  }

  @Get('list')
  @Page('list')
  list(@Query('from') from = '1') {
    const first = Number(from);
    return {
      rows: merge(
        [first, first + 1].map((order_id) => ({ order_id, at: first })),
        { matchOn: 'order_id' },
      ),
      tree: deepMerge({ a: [first] }),
      count: counting('count', () => ran.get('count') ?? 0),
    };
  }

  @Get('endless')
  @Page('endless')
  endless(@Query('page') given = '5') {
    const page = Number(given);
    return {
      orders: scroll(
        { data: [page * 10, page * 10 + 1], page },
        {
          pages: (orders) => ({ currentPage: orders.page, previousPage: orders.page - 1, nextPage: orders.page + 1 }),
        },
      ),
    };
  }

  @Get(['plans', 'plans/:n'])
  @Page('plans')
  plans(@Param('n') n = '') {
    return {
      plans: once(counting('plans', () => [`p${n}`])),
      rates: once(defer(counting('rates', () => `r${n}`))),
      more: optional(counting('more', () => `m${n}`)),
    };
  }

  @Get('query')
  @Page('query')
  query(@Query() query: object) {
    return { query };
  }

  @Get('missing')
  missing() {
    throw new HttpException('Not here', 404);
  }

  @All('write')
  write() {
    return redirect('/home').flash({ toast: 'Saved' });
  }

  @Put('row')
  row() {
    return redirect('/list?from=7#row-8').flash({ toast: 'There' });
  }

  @Put('away')
  away(@Req() request: FastifyRequest) {
    return redirect(`http://localhost:${request.port}/home`);
  }

  @Put('sign-out')
  signOut() {
    return redirect('/home').clearHistory();
  }

  @Put('form')
  form() {
    return back().errors({ email: 'Please enter your Email.' }).flash({ toast: 'Look again' });
  }

  @Post('guarded')
  guarded(@Req() request: FastifyRequest) {
    return redirect(request.headers['x-xsrf-token'] === 'a/b=' ? '/home' : '/missing');
  }

  @Post('member')
  member(@Body({ schema: z.object({ name: z.string().min(1, 'Please enter your Name.') }) }) _member: object) {
    ran.set('member', 1);
    return back();
  }
}

const rolldown = join('node_modules', 'rolldown', 'bin', 'cli.mjs');

let app: NestFastifyApplication;
let browser: Browser;
let tab: Tab;
let url: string;
let version = '1';
const requests: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  const assets: Assets = {
    get version() {
      return version;
    },
    tags: (_component, nonce) =>
      `<link rel="icon" href="data:,"><script type="module" nonce="${nonce}" src="/client.js"></script>`,
  };
  const boot = join(import.meta.dirname, 'client-boot.js');
  const { stdout: script } = await promisify(execFile)(process.execPath, [rolldown, boot, '--platform', 'browser']);
  app = await site([Screens], { assets, nonce: (request) => `n${request.id}` }, (nest) => {
    const fastify = nest.getHttpAdapter().getInstance();
    fastify.addHook('onRequest', (request, reply, done) => {
      if (request.url !== '/client.js') requests.push(`${request.method} ${request.url}`);
      reply.header('Content-Security-Policy', `script-src 'nonce-n${request.id}' 'strict-dynamic'; object-src 'none'`);
      if (request.url === '/home') reply.header('Set-Cookie', 'XSRF-TOKEN=a%2Fb%3D; Path=/');
      done();
    });
    fastify.get('/client.js', (_request, reply) => reply.type('text/javascript').send(script));
  });
  await app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(app.getHttpServer().address() as { port: number }).port}`;
  browser = await launch(await foundBrowser());
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});
beforeEach(async () => {
  version = '1';
  ran.clear();
  await tab?.close();
  await browser.deleteCookie(...(await browser.cookies()));
  tab = await browser.newPage();
  tab.on('pageerror', (error) => problems.push(String(error)));
  problems.length = 0;
});

const load = async (path: string) => {
  await tab.goto(url + path);
  await tab.waitForFunction('window.page');
  await tab.waitForNetworkIdle({ idleTime: 100 });
  requests.length = 0;
};
const page = () => tab.evaluate('window.page') as Promise<PageObject>;
const toasts = () => tab.evaluate('window.toasts') as Promise<string[]>;
const visit = (path: string, options: object = {}) =>
  tab.evaluate(`visit(${JSON.stringify(path)}, ${JSON.stringify(options)})`) as Promise<PageObject>;

describe('deferred props', () => {
  test('are fetched once, a request for each group, after the page is shown', async () => {
    await tab.goto(`${url}/home`);
    await tab.waitForFunction("window.page?.props.slow === 's' && window.page.props.side === 'x'");
    await tab.waitForNetworkIdle({ idleTime: 300 });

    expect((await page()).props).toMatchObject({ plain: 'p', slow: 's', side: 'x' });
    expect((await page()).rescuedProps).toEqual(['broken']);
    expect(Object.fromEntries(ran)).toEqual({ slow: 1, side: 1, broken: 1 });
    expect(problems).toEqual([]);
  });
});

describe('a partial reload', () => {
  test('joins rows by their field, and leaves alone what it does not name', async () => {
    await load('/list');
    const { props } = await visit('/list?from=2', { only: ['rows'] });

    expect(props).toMatchObject({
      rows: [
        { order_id: 1, at: 1 },
        { order_id: 2, at: 2 },
        { order_id: 3, at: 2 },
      ],
      tree: { a: [1] },
    });
    expect(ran.get('count')).toBe(1);
  });

  test('joins objects at every depth', async () => {
    await load('/list');

    expect((await visit('/list?from=5', { only: ['tree'] })).props).toMatchObject({ tree: { a: [1, 5] } });
  });

  test('replaces what it resets', async () => {
    await load('/list');
    const { props } = await visit('/list?from=9', { reset: ['rows'] });

    expect(props.rows).toEqual([
      { order_id: 9, at: 9 },
      { order_id: 10, at: 9 },
    ]);
  });

  test('of everything else leaves what it excepts', async () => {
    await load('/list');
    const { props } = await visit('/list?from=4', { except: ['tree', 'rows'] });

    expect(props).toMatchObject({ tree: { a: [1] }, rows: [{ order_id: 1 }, { order_id: 2 }], count: 2 });
  });
});

test.each([
  ['append', 6, [50, 51, 60, 61]],
  ['prepend', 4, [40, 41, 50, 51]],
])('an endless list grows where the client says: %s', async (intent, next, data) => {
  await load('/endless');
  const grown = await visit(`/endless?page=${next}`, {
    only: ['orders'],
    headers: { 'X-Inertia-Infinite-Scroll-Merge-Intent': intent },
  });

  expect(grown.props.orders).toMatchObject({ data });
  expect(grown.scrollProps?.orders).toMatchObject({ currentPage: next, reset: false });
});

test('once-props are sent once, over visits to screens that have them', async () => {
  await load('/plans');
  await tab.waitForFunction("window.page.props.rates === 'r'");

  expect((await visit('/plans/2')).props).toMatchObject({ plans: ['p'], rates: 'r' });
  expect(Object.fromEntries(ran)).toEqual({ plans: 1, rates: 1 });
  expect((await visit('/plans/3', { only: ['plans', 'more'] })).props).toMatchObject({
    plans: ['p3'],
    rates: 'r',
    more: 'm3',
  });
});

describe('a write', () => {
  test.each(['post', 'put', 'patch', 'delete'])(
    'is followed as a GET, with its toast shown once: %s',
    async (method) => {
      await load('/list');
      const shown = await visit('/write', { method });

      expect(shown.component).toBe('home');
      expect(requests.slice(0, 2)).toEqual([`${method.toUpperCase()} /write`, 'GET /home']);
      await visit('/list');
      expect(await toasts()).toEqual(['Saved']);
    },
  );

  test('with bad fields comes back with their messages', async () => {
    await load('/list?from=3');
    const shown = await visit('/form', { method: 'put' });

    expect(shown).toMatchObject({
      component: 'list',
      url: '/list?from=3',
      props: { errors: { email: 'Please enter your Email.' } },
    });
    expect(await tab.evaluate('window.errors')).toEqual({ email: 'Please enter your Email.' });
    expect((await visit('/list')).props.errors).toEqual({});
  });

  test('with bad fields in a bag comes back with the messages in it', async () => {
    await load('/list');
    const shown = await visit('/form', { method: 'put', errorBag: 'team' });

    expect(shown.props.errors).toEqual({ team: { email: 'Please enter your Email.' } });
    expect(await tab.evaluate('window.errors')).toEqual({ email: 'Please enter your Email.' });
  });

  test('may lead to a place in a page', async () => {
    await load('/home');
    await visit('/row', { method: 'put' });
    await tab.waitForFunction("location.hash === '#row-8' && window.page.component === 'list'");

    expect(new URL(tab.url()).pathname + new URL(tab.url()).search).toBe('/list?from=7');
    expect(await toasts()).toEqual(['There']);
  });

  test('may lead to another origin', async () => {
    await load('/home');
    await Promise.all([tab.waitForNavigation(), visit('/away', { method: 'put' }).catch(() => undefined)]);

    expect(new URL(tab.url()).hostname).toBe('localhost');
  });

  test('gives the proof from its readable cookie', async () => {
    await load('/home');

    expect((await visit('/guarded', { method: 'post' })).component).toBe('home');
  });

  test('is done by an old client too, which then gets the new build with the toast', async () => {
    await load('/list');
    version = '2';
    await Promise.all([tab.waitForNavigation(), visit('/write', { method: 'put' }).catch(() => undefined)]);
    await tab.waitForFunction('window.toasts?.length');

    expect(requests.slice(0, 3)).toEqual(['PUT /write', 'GET /home', 'GET /home']);
    expect(await page()).toMatchObject({ component: 'home', version: '2' });
    expect(await toasts()).toEqual(['Saved']);
  });
});

describe('another version', () => {
  test('has the client load the page it asked for, query and all', async () => {
    await load('/home');
    version = '2';
    await Promise.all([tab.waitForNavigation(), visit('/list?from=4').catch(() => undefined)]);

    expect(tab.url()).toBe(`${url}/list?from=4`);
    expect(await page()).toMatchObject({ version: '2' });
  });

  test('does not reload the page under the user when only the background asks', async () => {
    await load('/list');
    version = '2';
    await tab.evaluate("window.mark = 1; visit('/list', { async: true, only: ['count'] })");
    await tab.waitForNetworkIdle({ idleTime: 200 });

    expect(await tab.evaluate('window.mark')).toBe(1);
  });
});

test('a prefetched page is shown without a further request, and takes no toast with it', async () => {
  await load('/list');
  await tab.evaluate("fetch('/write', { method: 'PUT', redirect: 'manual' })");
  await tab.evaluate("router.prefetch('/query?a=1', {}, { cacheFor: 5000 })");
  await tab.waitForNetworkIdle({ idleTime: 100 });
  requests.length = 0;

  expect(await visit('/query?a=1')).toMatchObject({ component: 'query', props: { query: { a: '1' } } });
  expect(requests).toEqual([]);
  expect(await toasts()).toEqual([]);
  await visit('/list');
  expect(await toasts()).toEqual(['Saved']);
});

test('an error page is shown, with its status told', async () => {
  await load('/list');

  expect(await visit('/missing')).toMatchObject({
    component: 'error/error',
    props: { status: 404, message: 'Not here' },
  });
  expect(await tab.evaluate('window.exception')).toBe(404);
});

test("a query is read as the client's own", async () => {
  await load('/home');
  const { props, url: shown } = await visit('/query', { data: { a: [1, 'ä b'], b: { c: true, d: ['x'] } } });

  expect(props.query).toEqual({ a: ['1', 'ä b'], b: { c: 'true', d: ['x'] } });
  expect(shown).toBe(new URL(tab.url()).pathname + new URL(tab.url()).search);
});

test('the history is cleared on the way out', async () => {
  await load('/list');
  await tab.evaluate("sessionStorage.setItem('historyKey', 'x'); sessionStorage.setItem('historyIv', 'x')");
  await visit('/sign-out', { method: 'put' });

  expect(await tab.evaluate("sessionStorage.getItem('historyKey')")).toBeNull();
});

describe('the Precognition client', () => {
  const check = (name: string) =>
    tab.evaluate(`precognition.post('/member', { name: ${JSON.stringify(name)} }, {
      onPrecognitionSuccess: () => 'good', onValidationError: (response) => response.data.errors,
    })`);

  test('learns whether a form is good, and the handler does not run', async () => {
    await load('/home');

    expect(await check('Ann')).toBe('good');
    expect(await check('')).toEqual({ name: 'Please enter your Name.' });
    expect(ran.has('member')).toBe(false);
  });
});
