import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import config from '../../jest.config.mjs';

process.env.FUZZ_SEED ??= String(randomInt(2 ** 31));
process.env.TEST_ALL = 'yes';

const folder = join(import.meta.dirname, '..');
/** The gate does a fixed sample of these (test/support/sample.ts). */
const sampled = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.startsWith('long/'))
  .filter((name) => readFileSync(join(folder, name), 'utf8').includes("/sample.js'"));

/** `npm run test:long`: tests of up to a quarter of an hour, one file after the other, and malformed requests of a new seed. */
export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/long/**/*.test.ts', ...sampled.map((name) => `<rootDir>/test/${name}`)],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
