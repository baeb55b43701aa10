import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Words that our sentences fall into, with what English says. */
const tics: [RegExp, string][] = [
  [/\bof (?:before|now)\b/i, 'earlier, current'],
  [/\banew\b/i, 'again'],
  [/\ball the same\b/i, 'anyway'],
  [/\bbeside\b/i, 'besides, next to, with'],
  [/\bmeanwhile\b/i, 'in the meantime, since'],
  [/\bthose that\b/i, 'the noun'],
  [/\bat the beginning\b/i, 'first'],
  [/\btells\b/i, 'says, shows'],
  // a charge stands, for a bank
  [/(?<!\bcharge )\bstands?\b(?!-in)/i, 'is, is shown'],
];

test('screens, letters, packs and pages of rules say it in plain English', () => {
  const paths = execFileSync('git', ['ls-files', '-z', 'views', 'client', 'src/shared', 'docs', '*.md'], {
    encoding: 'utf8',
  });
  const files = paths.split('\0').filter((path) => /\.(?:tsx?|md)$/.test(path));
  const found = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        tics.filter(([tic]) => tic.test(line)).map(([, better]) => `${path}:${at + 1}: ${better}`),
      ),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(500);
});
