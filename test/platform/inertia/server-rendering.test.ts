import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { pageFor } from '../../../src/platform/inertia/page.js';
import { asRead, type PageObject } from '../../../src/platform/inertia/page-object.js';
import { loadRender } from '../../../src/platform/inertia/server-rendering.js';
import { Browser, pageIn, scriptIn, site } from './site.js';

const Page = pageFor<{ list: { rows: string[]; placed: Date }; broken: object; missing: object }>();
const bundle = join(import.meta.dirname, 'screens.tsx');

@Controller()
class Screens {
  @Get('list')
  @Page('list')
  list() {
    return { rows: ['a', '</script>'], placed: new Date('2026-03-01T10:00:00Z') };
  }

  @Get('broken')
  @Page('broken')
  broken() {
    return {};
  }

  @Get('missing')
  @Page('missing')
  missing() {
    return {};
  }
}

let app: NestFastifyApplication;
let browser: Browser;
let rendered: string[];
const reports: string[] = [];

beforeAll(async () => {
  const render = await loadRender(bundle, { component: 'nobody', props: { errors: {} } });
  ({ rendered } = (await import(bundle)) as { rendered: string[] });
  app = await site([Screens], { render, report: (error, what) => reports.push(`${what}: ${String(error)}`) });
  browser = new Browser(app);
});
afterAll(() => app.close());

describe('a rendered page', () => {
  test('has the screen in its root element, beside the page script', async () => {
    const { body } = await browser.request('GET', '/list?a=1');

    expect(body).toContain('<div data-server-rendered="true" id="app"><main><p>');
    expect(body.match(/<script data-page="app"/g)).toHaveLength(1);
    expect(pageIn(body)).toMatchObject({ component: 'list', props: { rows: ['a', '</script>'] }, url: '/list?a=1' });
  });

  test("has the screen's head instead of the document's", async () => {
    const { body } = await browser.request('GET', '/list');

    expect(body.match(/<title[^>]*>.*?<\/title>/g)).toEqual([
      '<title data-inertia="">Orders &amp; more | Desk</title>',
    ]);
  });

  test('is rendered from what the browser reads: a date is a text', async () => {
    const { body } = await browser.request('GET', '/list');

    expect(body).toContain('2026-03-01');
    expect(body).not.toContain('<div id="app">');
  });

  test('has no < in its page script', async () => {
    expect(scriptIn((await browser.request('GET', '/list')).body)).not.toContain('<');
  });
});

test('a page is read from its JSON only if it holds what JSON changes', () => {
  const pageWith = (value: unknown): PageObject => ({
    component: 'list',
    props: { rows: [{ value }] },
    url: '/',
    version: '',
  });
  for (const value of ['text', 0, 1.5, true, null, [], {}, [{ a: [1, 'b'] }], Object.freeze({ a: 1 })]) {
    const page = pageWith(value);
    expect(asRead(page, 'never read')).toBe(page);
  }

  const changed = [new Date(0), undefined, Number.NaN, new Map(), { a: undefined }, [undefined], { toJSON: () => 'a' }];
  for (const value of changed) {
    const page = pageWith(value);
    const json = JSON.stringify(page);
    expect(JSON.stringify(asRead(page, json))).toBe(json);
    expect(asRead(page, json)).not.toBe(page);
  }
});

test("a page for Inertia's client is not rendered", async () => {
  rendered.length = 0;
  await browser.visit('/list');

  expect(rendered).toEqual([]);
});

describe('a rendering that fails', () => {
  test.each(['broken', 'missing'])('leaves the page to the browser and is reported: %s', async (component) => {
    reports.length = 0;
    const answer = await browser.request('GET', `/${component}`);

    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<div id="app"></div>');
    expect(answer.body).toContain('<title data-inertia="">');
    expect(pageIn(answer.body).component).toBe(component);
    expect(reports).toHaveLength(1);
    expect(reports[0]).toMatch(new RegExp(`^rendering ${component}: Error: `));
  });
});
