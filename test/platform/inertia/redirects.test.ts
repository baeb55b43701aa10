import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { All, Body, Controller, Get, Param, Put, Req, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieFlash } from '../../../src/platform/inertia/flash-store.js';
import { pageFor } from '../../../src/platform/inertia/page.js';
import { back, flash, flashErrors, location, redirect, sendRedirect } from '../../../src/platform/inertia/redirect.js';
import { type Answer, Browser, pageIn, site, version } from './site.js';

const Page = pageFor<{ home: { a?: number; b?: number } }>();
const host = 'desk.example';

@Controller()
class Redirecting {
  @Get(['home', 'orders', 'b'])
  @Page('home')
  home() {
    return { a: 1, b: 2 };
  }

  @All('write')
  write() {
    return redirect('/home').flash({ toast: { type: 'success', message: 'Done — “ok”' } });
  }

  @All('native')
  native(@Res() reply: FastifyReply) {
    return reply.redirect('/home', 302);
  }

  @All('to')
  to(@Body() body: { to?: string } | undefined, @Req() request: FastifyRequest<{ Querystring: { to: string } }>) {
    return redirect(body?.to ?? request.query.to);
  }

  @Put('raw')
  raw(@Body() { to }: { to: string }, @Res() reply: FastifyReply) {
    return reply.code(302).header('location', to).send();
  }

  @All('location')
  location() {
    return location('/home').flash({ toast: 'whole' });
  }

  @All('back')
  back() {
    return back('/orders');
  }

  @Get('hop')
  hop() {
    return redirect('/home').flash({ hopped: true });
  }

  @Put('hops')
  hops() {
    return redirect('/hop').flash({ toast: 'from afar' }).errors({ email: 'Please enter your Email.' });
  }

  @Put('invalid')
  invalid() {
    return back().errors({ email: 'Please enter your Email.', 'address.city': 'Too short' });
  }

  @Put('bagged')
  bagged() {
    return back().errors({ name: 'Taken' }, 'team');
  }

  @Put('sent')
  sent(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    flashErrors(request, { name: 'Taken' });
    flash(request, { toast: 'one' });
    return sendRedirect(request, reply, back('/home').flash({ more: 'two' }));
  }

  @Put('signed-out')
  signedOut() {
    return redirect('/home').clearHistory();
  }

  @Put('moved')
  moved() {
    return redirect('/home').preserveFragment();
  }

  @Put('fragment')
  fragment() {
    return redirect('/orders?page=2#row-7').flash({ toast: 'there' });
  }

  @Get('shown')
  @Page('home')
  shown(@Req() request: FastifyRequest) {
    flash(request, { toast: 'at once' });
    flashErrors(request, { email: 'wrong' });
    return {};
  }

  @Put('huge/:count')
  huge(@Param('count') count: string) {
    const errors = Array.from({ length: Number(count) }, (_, i) => [`field_${i}`, 'Please enter what belongs here.']);
    return back('/home')
      .flash({ toast: 'Too much' })
      .errors(Object.fromEntries(errors) as Record<string, string>);
  }

  @Put('huger')
  huger() {
    return redirect('/home')
      .flash({ toast: 'x'.repeat(10_000) })
      .clearHistory();
  }
}

let app: NestFastifyApplication;
let browser: Browser;

beforeAll(async () => {
  app = await site([Redirecting], {
    encryptHistory: (request) => request.url.startsWith('/orders'),
  });
});
afterAll(() => app.close());

/** A new browser, without anything stored for its next page. */
const anew = () => (browser = new Browser(app));
const write = (url: string, headers: Record<string, string> = {}, body: object = {}) =>
  browser.visit(url, { host, referer: `http://${host}/orders?page=2`, ...headers }, 'PUT', body);

describe('a redirect', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('after %s is a 303', async (method) => {
    anew();
    const answer = await browser.visit('/write', { host }, method, {});

    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/home');
    expect(answer.headers['x-inertia']).toBeUndefined();
  });

  test("becomes one after a write even when it is the framework's own", async () => {
    anew();
    expect((await write('/native')).statusCode).toBe(303);
    expect((await browser.request('DELETE', '/native')).statusCode).toBe(303);
    expect((await browser.request('GET', '/native')).statusCode).toBe(302);
  });

  test('to another origin is a 409 for the client, and a redirect for a browser', async () => {
    anew();
    const answer = await write('/to', {}, { to: 'https://pay.example/x?y=1#z' });

    expect(answer.statusCode).toBe(409);
    expect(answer.body).toBe('');
    expect(answer.headers['x-inertia-location']).toBe('https://pay.example/x?y=1#z');
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['x-inertia']).toBeUndefined();
    expect(answer.headers['x-inertia-version']).toBeUndefined();

    const plain = await browser.request('GET', `/to?to=${encodeURIComponent('https://pay.example/')}`);
    expect([plain.statusCode, plain.headers.location]).toEqual([303, 'https://pay.example/']);
  });

  test.each(['//pay.example/x', 'http://desk.example:81/x', 'https://desk.example/x', '/\\pay.example'])(
    'set by other code to another origin is seen as one: %s',
    async (to) => {
      anew();
      const answer = await write('/raw', {}, { to });

      expect(answer.statusCode).toBe(409);
      expect(new URL(String(answer.headers['x-inertia-location'])).origin).not.toBe(`http://${host}`);
    },
  );

  test('to this origin, written out, is a plain one', async () => {
    anew();
    const answer = await write('/raw', {}, { to: 'http://desk.example/home' });

    expect([answer.statusCode, answer.headers.location]).toEqual([303, 'http://desk.example/home']);
  });

  test('with a fragment is a 409 for the client, and a redirect for a browser', async () => {
    anew();
    const answer = await write('/fragment');

    expect(answer.statusCode).toBe(409);
    expect(answer.body).toBe('');
    expect(answer.headers['x-inertia-redirect']).toBe('/orders?page=2#row-7');
    expect(answer.headers.location).toBeUndefined();

    const plain = await browser.request('PUT', '/fragment', { host }, {});
    expect([plain.statusCode, plain.headers.location]).toEqual([303, '/orders?page=2#row-7']);
  });

  test('by location is a load of the whole document', async () => {
    anew();
    const answer = await write('/location');

    expect([answer.statusCode, answer.headers['x-inertia-location'], answer.body]).toEqual([409, '/home', '']);
    expect((await browser.request('GET', '/location')).statusCode).toBe(303);
    expect((await browser.page('/home')).flash).toEqual({ toast: 'whole' });
  });

  test('to what begins with a slash never leaves the site', async () => {
    anew();
    for (const to of ['//evil.example', '/\\evil.example', '\\\\evil.example', '///evil.example']) {
      expect((await write('/to', {}, { to })).headers.location).toBe('/evil.example');
    }
  });

  test('to a scheme that is no web address is refused', () => {
    for (const to of ['javascript:alert(1)', 'data:text/html,x', ' javascript:alert(1)', 'java\nscript:alert(1)']) {
      expect(() => redirect(to)).toThrow(TypeError);
      expect(() => back(to)).toThrow(TypeError);
    }
  });

  test('holds no character that a header cannot', async () => {
    anew();
    const answer = await write('/to', {}, { to: '/über uns\r\nset-cookie: a=b\ud800' });

    expect(answer.headers.location).toBe('/%C3%BCber%20uns%0D%0Aset-cookie:%20a=b%EF%BF%BD');
  });

  test('survives a Host header that is none', async () => {
    anew();
    expect((await write('/fragment', { host: 'a b' })).statusCode).toBe(303);
  });
});

describe('back', () => {
  const goes = async (referer?: string) => {
    anew();
    const answer = await browser.visit('/back', referer === undefined ? { host } : { host, referer }, 'PUT', {});
    return answer.headers.location;
  };

  test('goes where the visitor came from on this site', async () => {
    expect(await goes(`http://${host}/orders?page=2&q=a%20b`)).toBe('/orders?page=2&q=a%20b');
  });

  test('goes to the given path without a Referer, or with one of another site', async () => {
    for (const referer of [undefined, '', 'nonsense', 'http://evil.example/orders', `http://${host}.evil.example/`]) {
      expect(await goes(referer)).toBe('/orders');
    }
  });

  test('never leaves the site by a Referer', async () => {
    expect(await goes(`http://${host}//evil.example/x`)).toBe('/evil.example/x');
  });

  test('from a page never goes to that page itself', async () => {
    anew();
    const answer = await browser.visit('/back?a=1', { host, referer: `http://${host}/back?a=1` });

    expect(answer.headers.location).toBe('/orders');
  });
});

describe('what a write leaves for the next page', () => {
  test('is shown beside the props, once', async () => {
    anew();
    await write('/write');

    const page = await browser.page('/home');
    expect(page.flash).toEqual({ toast: { type: 'success', message: 'Done — “ok”' } });
    expect(page.props).not.toHaveProperty('toast');
    expect(await browser.page('/home')).not.toHaveProperty('flash');
    expect(browser.cookies()).toEqual([]);
  });

  test('is shown by an HTML page too', async () => {
    anew();
    await write('/write');

    expect(pageIn((await browser.request('GET', '/home')).body).flash).toMatchObject({ toast: { type: 'success' } });
    expect(pageIn((await browser.request('GET', '/home')).body)).not.toHaveProperty('flash');
  });

  test('is shown by the partial reload that follows the redirect', async () => {
    anew();
    await write('/write');

    const page = await browser.reload('home', '/home', { 'x-inertia-partial-data': 'a' });
    expect(page.flash).toMatchObject({ toast: { type: 'success' } });
    expect(page.props).toEqual({ a: 1, errors: {} });
  });

  test('survives further redirects, which may add to it', async () => {
    anew();
    expect((await write('/hops')).headers.location).toBe('/hop');
    expect((await browser.visit('/hop')).headers.location).toBe('/home');

    const page = await browser.page('/home');
    expect(page.flash).toEqual({ toast: 'from afar', hopped: true });
    expect(page.props.errors).toEqual({ email: 'Please enter your Email.' });
  });

  test('survives the 409 of another version', async () => {
    anew();
    await write('/hops');
    expect((await browser.visit('/home', { 'x-inertia-version': 'older' })).statusCode).toBe(409);

    const page = pageIn((await browser.request('GET', '/home')).body);
    expect(page.flash).toEqual({ toast: 'from afar' });
    expect(page.props.errors).toEqual({ email: 'Please enter your Email.' });
  });

  test('survives the 409 of a fragment', async () => {
    anew();
    await write('/fragment');

    expect((await browser.page('/orders')).flash).toEqual({ toast: 'there' });
  });

  test('survives a prefetch and a HEAD, which show nothing', async () => {
    anew();
    await write('/write');
    for (const [name, value] of [
      ['purpose', 'prefetch'],
      ['sec-purpose', 'prefetch;prerender'],
    ] as const) {
      expect(await browser.page('/home', { [name]: value })).not.toHaveProperty('flash');
    }
    await browser.request('HEAD', '/home');

    expect((await browser.page('/home')).flash).toBeDefined();
  });

  test('is not mixed with what an earlier write left and no page showed', async () => {
    anew();
    await write('/invalid');
    await write('/write');

    const page = await browser.page('/home');
    expect(page.props.errors).toEqual({});
    expect(page.flash).toMatchObject({ toast: { type: 'success' } });
  });

  test('is shown at once when the answer is a page itself', async () => {
    anew();
    const page = await browser.page('/shown');

    expect(page).toMatchObject({ flash: { toast: 'at once' }, props: { errors: { email: 'wrong' } } });
    expect(browser.cookies()).toEqual([]);
  });

  test('can clear the history, and keep the fragment', async () => {
    anew();
    await write('/signed-out');
    expect(await browser.page('/home')).toMatchObject({ clearHistory: true });
    await write('/moved');
    expect(await browser.page('/home')).toMatchObject({ preserveFragment: true });

    const page = await browser.page('/home');
    for (const name of ['clearHistory', 'preserveFragment', 'encryptHistory']) expect(page).not.toHaveProperty(name);
  });
});

test('history is encrypted where the application says so', async () => {
  anew();
  expect(await browser.page('/orders')).toMatchObject({ encryptHistory: true });
});

describe('errors', () => {
  test('come back to the page the form is on, for one page', async () => {
    anew();
    const answer = await write('/invalid');

    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/orders?page=2']);
    expect((await browser.page('/orders?page=2')).props.errors).toEqual({
      email: 'Please enter your Email.',
      'address.city': 'Too short',
    });
    expect((await browser.page('/orders?page=2')).props.errors).toEqual({});
  });

  test('are nested under the bag that the request names', async () => {
    anew();
    await write('/invalid', { 'x-inertia-error-bag': 'createMember' });

    expect((await browser.page('/b', { 'x-inertia-error-bag': 'createMember' })).props.errors).toEqual({
      createMember: { email: 'Please enter your Email.', 'address.city': 'Too short' },
    });
  });

  test('may name their bag themselves', async () => {
    anew();
    await write('/bagged');

    expect((await browser.page('/b')).props.errors).toEqual({ team: { name: 'Taken' } });
  });

  test('in a bag named like the prototype touch nothing', async () => {
    anew();
    await write('/invalid', { 'x-inertia-error-bag': '__proto__' });

    const { body } = await browser.visit('/b');
    expect(body).toContain('"errors":{"__proto__":{"email":');
    expect(({} as Record<string, unknown>).email).toBeUndefined();
  });

  test('and flash can be kept and sent outside a handler', async () => {
    anew();
    const answer = await write('/sent');

    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/orders?page=2']);
    expect(await browser.page('/b')).toMatchObject({
      flash: { toast: 'one', more: 'two' },
      props: { errors: { name: 'Taken' } },
    });
  });
});

describe('the flash cookie', () => {
  const setCookie = (answer: Answer) => String(answer.headers['set-cookie']);

  test('is HttpOnly, Lax and short-lived', async () => {
    anew();
    expect(setCookie(await write('/write'))).toMatch(
      /^flash=[\w-]+\.[\w-]+; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('is Secure where the application is served over HTTPS', async () => {
    const other = await site([Redirecting], {
      flash: cookieFlash({ secret: 's'.repeat(32), secure: true, name: 'f' }),
    });
    const answer = await new Browser(other).visit('/write', {}, 'PUT', {});

    expect(setCookie(answer)).toMatch(/^f=.*; Secure$/);
    await other.close();
  });

  test('that somebody else wrote or changed is ignored', async () => {
    anew();
    const [, value = ''] = /flash=([^;]+)/.exec(setCookie(await write('/write'))) ?? [];
    const [text = '', signature = ''] = value.split('.');
    const forged = Buffer.from('{"flash":{"toast":"evil"}}').toString('base64url');

    for (const cookie of [`${forged}.${signature}`, `${text}.`, text, '', '.', `${forged}.${forged}`, `${value}x`]) {
      const answer = await new Browser(app).visit('/home', { cookie: `flash=${cookie}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).not.toHaveProperty('flash');
    }
    expect((await new Browser(app).visit('/home', { cookie: `a=b; flash=${value}` })).json()).toHaveProperty('flash');
  });

  test('stays short enough for a browser: the last errors are lost first, flags never', async () => {
    anew();
    const answer = await write('/huge/500');
    expect(setCookie(answer).length).toBeLessThan(4096);

    const page = await browser.page('/home');
    const fields = Object.keys(page.props.errors as object);
    expect(fields.length).toBeGreaterThan(10);
    expect(fields[0]).toBe('field_0');
    expect(page.flash).toEqual({ toast: 'Too much' });

    await write('/huge/30');
    expect(Object.keys((await browser.page('/home')).props.errors as object)).toHaveLength(30);

    expect(setCookie(await write('/huger')).length).toBeLessThan(4096);
    const last = await browser.page('/home');
    expect(last).toMatchObject({ clearHistory: true });
    expect(last).not.toHaveProperty('flash');
  });
});

test('pages and redirects go out when the flash store fails', async () => {
  const reports: string[] = [];
  const broken = () => Promise.reject<undefined>(new Error('no store'));
  const other = await site([Redirecting], {
    flash: { read: broken, save: broken, forget: broken },
    report: (_error, what) => reports.push(what),
  });

  expect((await new Browser(other).visit('/home')).json()).toMatchObject({ props: { a: 1 }, version });
  expect((await new Browser(other).visit('/write', {}, 'PUT', {})).statusCode).toBe(303);
  expect(reports).toEqual(['reading the flash', 'saving the flash']);
  await other.close();
});
