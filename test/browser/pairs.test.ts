import { afterAll, beforeAll, jest, test } from '@jest/globals';
import { nameOf, type PairPage, pairsOf, startPairs } from '../support/pairs.js';

// Other load on the machine may fail a browser test once: only a test that fails twice is broken.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

// Two actions on the page of an order, the second before the first has its answer, on a slow line. Many more are in test/long.

let page: PairPage;
beforeAll(async () => {
  page = await startPairs();
});
afterAll(() => page.stop());

test.each(pairsOf(7, 10).map((pair) => ({ pair, named: nameOf(pair) })))('$named', ({ pair }) => page.check(pair));
