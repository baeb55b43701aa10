import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Body, Controller, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pageFor } from '../../../src/platform/inertia/page.js';
import { Browser, pageIn, scriptIn, site, version } from './site.js';

const Page = pageFor<{
  'orders/list': { rows: { id: number; placed: string }[]; note: string };
  'orders/plain': { x: unknown };
}>();

@Controller()
class Orders {
  @Get('orders')
  @Page('orders/list')
  list(@Query() query: { note?: string }) {
    return { rows: [{ id: 1, placed: '2026-03-01' }], note: query.note ?? 'none' };
  }

  @Get('later')
  @Page('orders/list')
  later() {
    return Promise.resolve({ rows: [], note: 'from a promise' });
  }

  @Get('query')
  @Page('orders/plain')
  query(@Query() x: unknown) {
    return { x };
  }

  @Get('kept')
  @Header('Cache-Control', 'private, no-store')
  @Header('Vary', 'Accept-Encoding')
  @Page('orders/plain')
  kept() {
    return { x: 1 };
  }

  @Get('api/orders')
  @Header('Vary', 'Accept-Encoding, x-inertia')
  data() {
    return { status: 1 };
  }

  @Post('api/orders')
  @HttpCode(201)
  create(@Body() body: unknown) {
    return { status: 1, body };
  }
}

let app: NestFastifyApplication;
let browser: Browser;
const counted: string[] = [];

beforeAll(async () => {
  app = await site([Orders], {
    share: (request) => {
      counted.push(request.url);
      return { staff: { name: 'Demo Team' }, counts: () => ({ newOrder: 3 }) };
    },
    nonce: (request) => `nonce-of-${request.id}`,
  });
  browser = new Browser(app);
});
afterAll(() => app.close());

describe('a plain browser', () => {
  test('gets an HTML document with the page in a script beside the root element', async () => {
    const answer = await browser.request('GET', '/orders?note=a');

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['x-inertia']).toBeUndefined();
    expect(answer.body).toMatch(/^<!doctype html>/);
    expect(answer.body).toMatch(/<script data-page="app" type="application\/json">.*<\/script><div id="app"><\/div>/s);
    expect(pageIn(answer.body)).toEqual({
      component: 'orders/list',
      props: {
        staff: { name: 'Demo Team' },
        counts: { newOrder: 3 },
        rows: [{ id: 1, placed: '2026-03-01' }],
        note: 'a',
        errors: {},
      },
      url: '/orders?note=a',
      version,
      sharedProps: ['errors', 'staff', 'counts'],
    });
  });

  test('gets it whatever Accept and X-Requested-With say, since X-Inertia alone decides', async () => {
    const answer = await browser.request('GET', '/orders', {
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
    });

    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('gets no < in the page script, so that no text of a prop can end it', async () => {
    const { body } = await browser.request(
      'GET',
      `/orders?note=${encodeURIComponent('</script><script>alert(1)<!--')}`,
    );

    expect(scriptIn(body)).not.toContain('<');
    expect(scriptIn(body)).toContain('\\u003c/script>');
    expect(pageIn(body).props.note).toBe('</script><script>alert(1)<!--');
  });

  test('gets the nonce of the answer in the document and on its tags', async () => {
    const { body } = await browser.request('GET', '/orders');

    const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(body)?.[1];
    expect(nonce).toMatch(/^nonce-of-/);
    expect(body).toContain(`<script type="module" src="/orders/list.js" nonce="${nonce}">`);
    expect(body).not.toContain('{{nonce}}');
  });

  test('gets the whole page even with the headers of a partial reload', async () => {
    const { body } = await browser.request('GET', '/orders', {
      'x-inertia-partial-component': 'orders/list',
      'x-inertia-partial-data': 'note',
    });

    expect(pageIn(body).props).toHaveProperty('rows');
  });
});

describe("Inertia's client", () => {
  test('gets the page object as JSON, with the header that says so', async () => {
    const answer = await browser.visit('/orders');

    expect(answer.statusCode).toBe(200);
    expect(answer.headers['x-inertia']).toBe('true');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({ component: 'orders/list', url: '/orders', version });
  });

  test('gets a page whose handler answers later', async () => {
    expect((await browser.page('/later')).props.note).toBe('from a promise');
  });

  test('gets the same page when it prefetches', async () => {
    expect(await browser.page('/orders', { purpose: 'prefetch' })).toEqual(await browser.page('/orders'));
  });

  test('gets path and query as they were asked for', async () => {
    const url = '/orders?note=%C3%A4%20b&a[]=1&b%5Bc%5D=2&&x';

    expect((await browser.page(url)).url).toBe(url);
  });

  test('gets no url that a browser would take for another host', async () => {
    const page = (await browser.visit('//elsewhere.example/orders')).json<{ url: string }>();

    expect(page.url).toBe('/elsewhere.example/orders');
  });

  test('gets no member that has nothing to say', async () => {
    expect(Object.keys(await browser.page('/orders')).sort()).toEqual(
      ['component', 'props', 'sharedProps', 'url', 'version'].sort(),
    );
  });
});

describe('every answer', () => {
  test.each([
    ['an HTML page', '/orders', {}],
    ['a JSON page', '/orders', { 'x-inertia': 'true' }],
    ['an API answer', '/api/orders', {}],
    ['a 404', '/nowhere', {}],
    ['a 409', '/orders', { 'x-inertia': 'true', 'x-inertia-version': 'old' }],
  ])('varies by X-Inertia: %s', async (_what, url, headers) => {
    const { headers: got } = await browser.request('GET', url, headers);

    expect(String(got.vary).toLowerCase().split(', ')).toContain('x-inertia');
  });

  test('keeps what else it varies by, and says nothing twice', async () => {
    expect((await browser.request('GET', '/kept')).headers.vary).toBe('Accept-Encoding, X-Inertia');
    expect((await browser.request('GET', '/api/orders')).headers.vary).toBe('Accept-Encoding, x-inertia');
  });
});

describe('a page', () => {
  test('is private and revalidated, unless its handler says otherwise', async () => {
    expect((await browser.visit('/orders')).headers['cache-control']).toBe('private, no-cache');
    expect((await browser.request('GET', '/orders')).headers['cache-control']).toBe('private, no-cache');
    expect((await browser.visit('/kept')).headers['cache-control']).toBe('private, no-store');
  });

  test('with an error status is a page with that status', async () => {
    const html = await browser.request('GET', '/nowhere');
    const json = await browser.visit('/nowhere?x=1');

    expect([html.statusCode, json.statusCode]).toEqual([404, 404]);
    expect(pageIn(html.body)).toMatchObject({
      component: 'error/error',
      props: { status: 404, staff: { name: 'Demo Team' } },
    });
    expect(json.headers['x-inertia']).toBe('true');
    expect(json.json()).toMatchObject({ component: 'error/error', url: '/nowhere?x=1' });
  });

  test('that answers a write has the url the writer came from, since its own cannot be got', async () => {
    const write = (referer: string) => browser.visit('/nowhere', { referer, host: 'desk.example' }, 'POST', {});

    expect((await write('http://desk.example/orders?page=2#row')).json()).toMatchObject({ url: '/orders?page=2' });
    expect((await write('http://elsewhere.example/orders')).json()).toMatchObject({ url: '/' });
  });
});

describe('an answer that is no page', () => {
  test('passes as it is', async () => {
    const answer = await browser.visit('/api/orders', {}, 'POST', { a: 1 });

    expect(answer.statusCode).toBe(201);
    expect(answer.headers['x-inertia']).toBeUndefined();
    expect(answer.json()).toEqual({ status: 1, body: { a: 1 } });
  });
});

describe('the version', () => {
  test('other than ours sends the client to load the page anew, before the handler', async () => {
    counted.length = 0;
    const answer = await browser.visit('/orders?page=2&a[]=1', { 'x-inertia-version': 'build-6' });

    expect(answer.statusCode).toBe(409);
    expect(answer.body).toBe('');
    expect(answer.headers['x-inertia-location']).toBe('/orders?page=2&a[]=1');
    expect(answer.headers['x-inertia-version']).toBe(version);
    expect(answer.headers['x-inertia']).toBeUndefined();
    expect(counted).toEqual([]);
  });

  test('never stops a write', async () => {
    const answer = await browser.visit('/api/orders', { 'x-inertia-version': 'build-6' }, 'POST', {});

    expect(answer.statusCode).toBe(201);
  });

  test('means nothing outside an Inertia request', async () => {
    const answer = await browser.request('GET', '/orders', { 'x-inertia-version': 'build-6' });

    expect(answer.statusCode).toBe(200);
  });
});

describe('a query', () => {
  test('is read as the client writes it', async () => {
    const { props } = await browser.page('/query?a[]=1&a[]=2&b[c]=3&b%5Bd%5D[0]=4&e=5');

    expect(props.x).toEqual({ a: ['1', '2'], b: { c: '3', d: ['4'] }, e: '5' });
  });

  test('reaches no prototype', async () => {
    const { props } = await browser.page(
      '/query?__proto__[admin]=1&constructor[prototype][admin]=1&a[__proto__][admin]=1&b=1',
    );

    expect(props.x).toEqual({ b: '1' });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('is bounded in number, depth and length of lists', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => `k${i}=1`).join('&');
    const { props } = await browser.page(`/query?${many}`);

    expect(Object.keys(props.x as object)).toHaveLength(200);
    expect(
      JSON.stringify((await browser.page(`/query?a${'[b]'.repeat(50)}=1`)).props.x).match(/\{/g)?.length,
    ).toBeLessThan(9);
    expect(Array.isArray((await browser.page('/query?a[999999]=1')).props.x)).toBe(false);
  });
});

test('a page is shown without the shared props when they cannot be had', async () => {
  const broken = await site([], { share: () => Promise.reject(new Error('no database')) });

  const answer = await new Browser(broken).visit('/nowhere');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ props: { status: 404, errors: {} } });
  await broken.close();
});
