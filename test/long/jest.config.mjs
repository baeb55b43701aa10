import { randomInt } from 'node:crypto';
import config from '../../jest.config.mjs';

process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
process.env.FUZZ_REQUESTS ??= '50000';
process.env.TEST_ALL = 'yes';

/** The gate does a fixed sample of these (test/support/sample.ts). */
const sampled = [
  'browser/lists',
  'database/migrate',
  'embedded/postgres',
  'intake/import',
  'locks/files',
  'locks/fuzz',
  'locks/matrix',
  'locks/regexes',
  'locks/settings',
  'orders/export',
  'orders/lists.batches',
  'orders/lists.queries',
  'orders/next-order',
  'orders/races',
  'plans/plans',
  'platform/jobs',
  'saved-views/saved-views.api',
  'standing/standing',
  'support/run',
];

/** `npm run test:long`: tests of up to a quarter of an hour, one file after the other, and malformed requests of a new seed. */
export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/long/**/*.test.ts', ...sampled.map((name) => `<rootDir>/test/${name}.test.ts`)],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
