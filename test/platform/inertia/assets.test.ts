import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectFolder } from '../../../src/platform/paths.js';
import { builtAssets, developmentAssets } from '../../../src/platform/inertia/assets.js';
import { bodyOf, documentOf } from '../../../src/platform/inertia/document.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const built = {
  _vendor: { file: 'assets/vendor-1.js' },
  _table: { file: 'assets/table-1.js', imports: ['_vendor'], css: ['assets/table-1.css'] },
  'client/app.tsx': { file: 'assets/app-1.js', imports: ['_vendor'], css: ['assets/app-1.css'] },
  'client/pages/orders/queue.tsx': { file: 'assets/queue-1.js', imports: ['_vendor', '_table', 'client/app.tsx'] },
  'client/pages/visitor/track.tsx': { file: 'assets/track-1.js', imports: ['_vendor'] },
  'client/layouts/admin.tsx': { file: 'assets/admin-1.js', imports: ['_table'] },
};

async function assetsOf(manifest: object, base?: string) {
  const file = join(folder, 'manifest.json');
  await writeFile(file, JSON.stringify(manifest));
  return builtAssets({
    manifest: file,
    base,
    entry: () => 'client/app.tsx',
    sources: (page) => [
      `client/pages/${page}.tsx`,
      ...(page.startsWith('visitor') ? [] : ['client/layouts/admin.tsx']),
    ],
  });
}

describe('the built client', () => {
  test('has zod in no file that every staff screen loads: forms load it when they are sent', async () => {
    const folder = join(projectFolder, 'dist/client/assets');
    const shared = (await readdir(folder)).filter((name) => /^(?:app|staff|vendor)\b.*\.js$/.test(name));
    expect(shared.length).toBeGreaterThan(1);
    const texts = await Promise.all(shared.map((name) => readFile(join(folder, name), 'utf8')));
    expect(shared.filter((_, n) => texts[n]!.includes('ZodObject'))).toEqual([]);
  });

  test('is loaded with all that a screen, its layout and what both import need, each once', async () => {
    expect((await assetsOf(built)).tags('orders/queue', 'abc').split(/(?<=>)(?=<[lo]|<script)/)).toEqual([
      '<link rel="stylesheet" href="/assets/app-1.css" nonce="abc">',
      '<link rel="stylesheet" href="/assets/table-1.css" nonce="abc">',
      '<link rel="modulepreload" href="/assets/vendor-1.js" nonce="abc">',
      '<link rel="modulepreload" href="/assets/queue-1.js" nonce="abc">',
      '<link rel="modulepreload" href="/assets/table-1.js" nonce="abc">',
      '<link rel="modulepreload" href="/assets/admin-1.js" nonce="abc">',
      '<script type="module" src="/assets/app-1.js" nonce="abc"></script>',
    ]);
  });

  test('brings nothing of other screens along', async () => {
    expect((await assetsOf(built)).tags('visitor/track', '')).toBe(
      '<link rel="stylesheet" href="/assets/app-1.css">' +
        '<link rel="modulepreload" href="/assets/vendor-1.js"><link rel="modulepreload" href="/assets/track-1.js">' +
        '<script type="module" src="/assets/app-1.js"></script>',
    );
  });

  test('starts for a screen it does not know, and lies where it is served', async () => {
    expect((await assetsOf(built, '/build/')).tags('no/where', '')).toContain('src="/build/assets/app-1.js"');
  });

  test('has a version that changes with what was built, and only then', async () => {
    const { version } = await assetsOf(built);

    expect(version).toMatch(/^[\da-f]{16}$/);
    expect((await assetsOf(built)).version).toBe(version);
    expect((await assetsOf({ ...built, _vendor: { file: 'assets/vendor-2.js' } })).version).not.toBe(version);
  });

  test('that was not built, or not from this entry, is refused', async () => {
    const build = { manifest: join(folder, 'none.json'), entry: () => 'client/app.tsx', sources: () => [] };

    expect(() => builtAssets(build)).toThrow('none.json is missing: build the client first');
    const other = await assetsOf({});
    expect(() => other.tags('orders/queue', '')).toThrow('has no client/app.tsx');
  });
});

test("in development the client comes from Vite's server, with hot reloading", () => {
  const assets = developmentAssets({ server: 'http://localhost:5173', entry: 'client/app.tsx' });
  const scripts = assets.tags('orders/queue', 'abc').match(/<script [^>]*>/g);

  expect(assets.version).not.toBe('');
  expect(scripts).toEqual([
    '<script type="module" nonce="abc">',
    '<script type="module" src="http://localhost:5173/@vite/client" nonce="abc">',
    '<script type="module" src="http://localhost:5173/client/app.tsx" nonce="abc">',
  ]);
  expect(assets.tags('orders/queue', '')).toContain('from "http://localhost:5173/@react-refresh"');
});

describe('the document', () => {
  const html = '<a {{nonce}}><!--assets-->,<!--head-->own {{nonce}}<!--/head-->,<!--body-->{{nonce}}';

  test('is put together from its parts, whatever they hold', () => {
    const document = documentOf(html);

    expect(document({ nonce: 'n', assets: 'A', head: 'H', body: "B$&{{nonce}}$'" })).toBe("<a n>A,H,B$&{{nonce}}$'n");
    expect(document({ nonce: '', assets: 'A', body: 'B' })).toBe('<a >A,own ,B');
  });

  test('without a place for a part is refused', () => {
    for (const part of ['<!--assets-->', '<!--head-->', '<!--/head-->', '<!--body-->']) {
      expect(() => documentOf(html.replace(part, ''))).toThrow('The document needs');
    }
  });

  test('for a browser that renders itself has the page and an empty root', () => {
    expect(bodyOf('{"a":"</script><!--"}')).toBe(
      '<script data-page="app" type="application/json">{"a":"\\u003c/script>\\u003c!--"}</script><div id="app"></div>',
    );
  });
});
