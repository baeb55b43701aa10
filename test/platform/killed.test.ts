import { describe, test } from '@jest/globals';
import { expectNothingLost } from '../long/nothing-lost.js';

// Which processes are the product's is read from /proc. A hundred kills, on Redis too, in an order of their own each time:
// npm run test:long.
(process.platform === 'linux' ? describe : describe.skip)('the product under npm start', () => {
  const seed = Number(process.env.TEST_SEED ?? 737_696);

  test(
    `eight of its parts killed while people work: nothing is lost, seed ${seed}`,
    () => expectNothingLost('PostgreSQL', 8, seed),
    300_000,
  );
});
