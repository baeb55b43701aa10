import { describe, test } from '@jest/globals';
import { expectNothingLost } from '../long/nothing-lost.js';

// The product's processes are found in /proc. `npm run test:long` does a hundred kills, also on Redis, in a new random order
// each time.
(process.platform === 'linux' ? describe : describe.skip)('the product under npm start', () => {
  const seed = Number(process.env.TEST_SEED ?? 737_696);

  test(
    `four of its parts killed while people work: nothing is lost, seed ${seed}`,
    () => expectNothingLost('PostgreSQL', 4, seed),
    300_000,
  );
});
