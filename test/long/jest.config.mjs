import { randomInt } from 'node:crypto';
import config from '../../jest.config.mjs';

process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
process.env.FUZZ_REQUESTS ??= '50000';

/** `npm run test:long`: tests of up to a quarter of an hour, one file after the other, and malformed requests of a new seed. */
export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/long/**/*.test.ts', '<rootDir>/test/locks/fuzz.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
