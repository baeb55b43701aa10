import config from '../../../jest.config.mjs';

/** Test files that test/support/run.test.ts runs: each fails in its own way, or doesn't end. */
export default { ...config, rootDir: '../../..', testMatch: ['<rootDir>/test/support/trial/*.trial.ts'] };
