import { afterAll, beforeAll, test } from '@jest/globals';
import { times } from '../support/sample.js';
import { nameOf, type Pair, type PairPage, pairsOf, startPairs } from '../support/pairs.js';

// Two actions on the page of an order, the second before the first has its answer, on a slow line. Many more are in test/long.

let page: PairPage;
beforeAll(async () => {
  page = await startPairs();
});
afterAll(() => page.stop());

/** Pairs that once failed: a page that was read before what it was left with was done, a Back before the page was alive, a lost session that nothing told of. */
const onceFailed: Pair[] = [
  { first: 'comment', second: 'reload', pause: 40, leaves: true },
  { first: 'reload', second: 'comment', pause: 60, leaves: true },
  { first: 'reload', second: 'Back', pause: 200, leaves: true },
  { first: 'release', second: 'session end', pause: 117, leaves: false },
];

test.each([...onceFailed, ...pairsOf(7, times(2, 6))].map((pair) => ({ pair, named: nameOf(pair) })))(
  '$named',
  ({ pair }) => page.check(pair),
);
