import config from '../../jest.config.mjs';

/** `npm run test:long`: what takes an hour, one file after the other. */
export default {
  ...config,
  rootDir: '../..',
  testMatch: ['<rootDir>/test/long/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  maxWorkers: 1,
  testTimeout: 3_600_000,
};
