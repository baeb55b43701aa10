import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => /^(?:src|client|views|test|docs|[A-Z]+\.md$|docker-compose|\.env\.example)/.test(path))
  .filter((path) => /\.(?:tsx?|mjs|css|html|md|yml|example)$/.test(path));
const texts = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));

/** `docs/orders.md#holds`, in code and prose alike. */
const references = /docs\/([\w-]+\.md)(?:#([\w-]+))?/g;
/** `[how it is built](architecture.md#a-job)` in docs/ itself, and `[…](docs/product.md)` elsewhere. */
const links = /\]\((?!https?:|mailto:|\/)([^)#\s]*)(?:#([\w-]+))?\)/g;

describe('docs/', () => {
  test('every reference in code names a page and a heading that are there', () => {
    const broken: string[] = [];
    for (const [path, text] of texts) {
      for (const [reference, page, heading] of text.matchAll(references)) {
        const target = texts.get(`docs/${page}`);
        if (target === undefined || (heading && !headingsOf(target).includes(heading)))
          broken.push(`${path}: ${reference}`);
      }
    }
    expect(broken).toEqual([]);
    expect([...texts.values()].join('').match(references)!.length).toBeGreaterThan(100);
  });

  test('every link of a page leads to a file and a heading', () => {
    const broken: string[] = [];
    for (const [path, text] of texts) {
      if (!path.endsWith('.md')) continue;
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
      for (const [link, to = '', heading] of text.matchAll(links)) {
        const target = to === '' ? path : new URL(to, `file:///${folder}`).pathname.slice(1);
        const known = target.endsWith('.md') ? texts.get(target) : readOrUndefined(target);
        if (known === undefined || (heading && !headingsOf(known).includes(heading))) broken.push(`${path}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('docs/product.md leads to every heading of the pages of rules', () => {
    const index = texts.get('docs/product.md')!;
    const pages = [...texts].filter(([, text]) => text.includes('All pages: [product.md](product.md).'));
    const missing = pages.flatMap(([path, text]) => {
      const [title, ...subjects] = headingsOf(text).map((heading) => `(${path.slice('docs/'.length)}#${heading})`);
      return subjects.filter((subject) => subject === title || !index.includes(subject));
    });
    expect(missing).toEqual([]);
    expect(pages.length).toBeGreaterThan(5);
  });

  test('no comment cites a paper that is not in the repository', () => {
    const citing = [...texts]
      .filter(([, text]) => /\((?:spec|api|decisions)(?:[ :§]|\.md)/.test(text))
      .map(([path]) => path);
    expect(citing.filter((path) => path !== 'test/docs/references.test.ts')).toEqual([]);
  });
});

/** The anchors of a page's headings, as GitHub makes them. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
