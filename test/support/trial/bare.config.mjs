import config from './jest.config.mjs';

/** The same for test files that need no database and no browser. */
export default { ...config, globalSetup: undefined, globalTeardown: undefined };
