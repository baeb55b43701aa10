import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder, sqlFiles } from '../../src/platform/schema-files.js';
import { activityActions } from '../../src/shared/activity-actions.js';
import { mailKinds, mailKindsWhere } from '../../src/shared/mail-kinds.js';
import { allStatuses, settledStatuses } from '../../src/shared/order-statuses.js';

// The functions of the database spell what src/shared decides: a new status or kind of mail is found here, wherever it is missing.

const unlike = (a: readonly string[], b: readonly string[]) => a.toSorted().join() !== b.toSorted().join();

/** Every list of words in the SQL, with its file. */
const lists = sqlFiles().flatMap(({ name, text }) =>
  [...text.matchAll(/IN \(('[^)]*')\)/g)].map(([, list]) => ({
    name,
    words: list!.match(/'[^']+'/g)!.map((word) => word.slice(1, -1)),
  })),
);

test('what comments of the SQL name is there', () => {
  const tables = readdirSync(join(migrationsFolder, '1768000000000-create-tables')).map((name) => ({
    name,
    text: readFileSync(join(migrationsFolder, '1768000000000-create-tables', name), 'utf8'),
  }));
  const texts = [...sqlFiles(), ...tables];
  const there = new Set(texts.flatMap(({ name, text }) => [name, ...text.replace(/--.*/g, '').match(/\w+/g)!]));
  const named = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/--(.*)/g)].flatMap(([, words]) =>
      (words!.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []).map((word) => ({ name, word })),
    ),
  );
  expect(named.filter(({ word }) => !there.has(word))).toEqual([]);
  expect(named.length).toBeGreaterThan(50);
});

test('kinds of mail that bring a card', () => {
  const found = lists.filter(({ words }) => words.some((word) => mailKinds.includes(word as never)));
  const wrong = found.filter(({ words }) =>
    unlike(
      words,
      mailKindsWhere(({ card }) => card),
    ),
  );
  expect(wrong).toEqual([]);
  expect(found.length).toBeGreaterThan(5);
});

test('statuses: lists of three are the settled ones, but where the statistics ask whether a card came in time', () => {
  const found = lists.filter(({ words }) => words.every((word) => allStatuses.includes(word as never)));
  const three = found.filter(({ name, words }) => words.length > 2 && name !== 'mark_changed_order');
  expect(three.filter(({ words }) => unlike(words, settledStatuses))).toEqual([]);
  expect(three.length).toBeGreaterThan(5);
  const some = lists.filter(({ words }) => words.some((word) => allStatuses.includes(word as never)));
  expect(some.filter((list) => !found.includes(list))).toEqual([]);
});

test('actions of the activity', () => {
  const words = sqlFiles().flatMap(({ name, text }) =>
    [
      ...text.replace(/--.*/g, '').matchAll(/action(?: (?:NOT )?IN \(| = | <> )('[^)]*?)(?:\)| AND| OR| THEN)/g),
    ].flatMap(([, list]) => (list!.match(/'[\w-]+\.[\w-]+'/g) ?? []).map((word) => `${name}: ${word.slice(1, -1)}`)),
  );
  const unknown = words.filter((word) => !Object.hasOwn(activityActions, word.split(': ')[1]!));
  expect(unknown).toEqual([]);
  expect(words.length).toBeGreaterThan(30);
});
