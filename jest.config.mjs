import { totalmem } from 'node:os';

/** Native ESM; SWC strips the types. Server tests run one app and one database a file (test/support). */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
        react: { runtime: 'automatic' },
      },
      keepClassNames: true,
    },
  },
];

// Hides the SDK's warning: it is pinned to a version that runs on Node 20.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

// The React that production runs: it renders several times as fast.
process.env.NODE_ENV = 'production';

export default {
  rootDir: '.',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  // Soft deletion, the default, warns about the expectations of an earlier file.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  // These run by `npm run test:long` (test/long/jest.config.mjs).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/long/'],
  // test/support/run.mjs reads what the second one writes.
  reporters: ['default', ...(process.env.TEST_REPORT ? ['<rootDir>/test/support/reporter.mjs'] : [])],
  // As many as cores, on two of them: files that run together slow each other down by more than they wait.
  maxWorkers: 2,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1',
    '^@/(.*)$': '<rootDir>/client/$1',
    '^@shared/(.*)$': '<rootDir>/src/shared/$1',
  },
  transform: { '^.+\\.tsx?$': swc },
  // A process that is replaced loads the product again, and there were twenty such in a run: where memory is enough, it stays.
  workerIdleMemoryLimit: totalmem() >= 16 * 2 ** 30 ? '2.5GB' : '1.5GB',
  // Long enough for a slow machine; a hanging test fails earlier by the shorter limits of its waits.
  testTimeout: 180_000,
};
