import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { projectFolder } from '../../src/platform/paths.js';
import { times } from '../support/sample.js';

/** Every regular expression in the server's sources and in the views of mails and packs, with its file. */
function expressions(): { where: string; source: string; flags: string }[] {
  return ['src', 'views'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => expressionsOf(join(folder, file))),
  );
}

function expressionsOf(file: string) {
  const found: { where: string; source: string; flags: string }[] = [];
  const tree = ts.createSourceFile(file, readFileSync(join(projectFolder, file), 'utf8'), ts.ScriptTarget.ESNext);
  const walk = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ where: file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}

/** How long a text is, in characters: enough that one which costs its square takes longer than is allowed. */
const size = times(25_000, 100_000);

/** Texts that make a vulnerable expression backtrack: long runs of what it may repeat, then no match. */
function attacks(source: string): string[] {
  const own = [...new Set(source.replace(/\\[a-zA-Z](?:\{[^}]*\})?/g, '').replace(/[\\^$*+?()[\]{}|]/g, ''))].slice(
    0,
    12,
  );
  const parts = [
    'a',
    '0',
    ' ',
    '\t',
    '\n',
    '-',
    '.',
    ':',
    ';',
    '/',
    '=',
    '@',
    '"',
    '<',
    'a ',
    ' .',
    'a-',
    '0.',
    '\r\n',
    'é',
    ...own,
  ];
  return parts.flatMap((part) => {
    const run = part.repeat(size / part.length);
    return [`${run}\0`, `x${run}!`, `${source.replace(/[^\w /:=<-].*$/s, '')}${run}\0`];
  });
}

/** Expressions whose input never comes from a stranger, or is never long. */
const asked: Record<string, string> = {
  'src/mail/mail.service.ts ^[-.]+|[-.]+$': 'names of files that the product gives',
  'src/platform/env.ts \\/+$': 'a setting',
  'src/mail/providers/sendgrid/client.ts \\/+$': 'a setting',
};

test('no expression of ours takes long over a long text, whatever they say', () => {
  const all = expressions();
  expect(all.length).toBeGreaterThan(100);

  const slow = all
    .filter(({ where, source }) => !Object.hasOwn(asked, `${where} ${source}`))
    .flatMap(({ where, source, flags }) => {
      const text = attacks(source).find((one) => [1, 2, 3].every(() => takesLong(source, flags, one)));
      return text === undefined ? [] : [`${where}: /${source}/${flags} at ${JSON.stringify(text.slice(0, 20))}…`];
    });
  expect(slow).toEqual([]);
});

const match = createContext({});

/** Whether a match exceeds 500 ms. The caller tries three times, because one slow match may be other load on the machine. */
function takesLong(source: string, flags: string, text: string): boolean {
  try {
    // uses `replace`, which tries every position, where `test` stops at the first match
    Object.assign(match, { source, flags, text });
    runInContext('text.replace(new RegExp(source, flags), "")', match, { timeout: 500 });
    return false;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true;
    throw error;
  }
}
