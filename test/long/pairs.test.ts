import { afterAll, beforeAll, test } from '@jest/globals';
import { nameOf, type PairPage, pairsOf, startPairs } from '../support/pairs.js';

// PAIRS random pairs of actions on the page of an order, the same for the same PAIRS_SEED; a sample is in test/browser.

const { PAIRS = '500', PAIRS_SEED = '1' } = process.env;

let page: PairPage;
beforeAll(async () => {
  page = await startPairs();
});
afterAll(() => page.stop());

const pairs = pairsOf(Number(PAIRS_SEED), Number(PAIRS));
test.each(pairs.map((pair) => ({ pair, named: nameOf(pair) })))('$named', ({ pair }) => page.check(pair));
