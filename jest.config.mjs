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

// The SDK is pinned to a version that Node 20 runs; nobody who reads the tests' lines has to know.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

export default {
  rootDir: '.',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  // By `npm run test:long` (test/long/jest.config.mjs).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/long/'],
  maxWorkers: 2,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*(?<!\\.json))\\.js$': '$1',
    '^@/(.*)$': '<rootDir>/client/$1',
    '^@shared/(.*)$': '<rootDir>/src/shared/$1',
  },
  transform: { '^.+\\.tsx?$': swc, 'node_modules/(cookie|content-disposition)/.+\\.js$': swc },
  transformIgnorePatterns: ['node_modules/(?!(cookie|content-disposition)/)'],
  workerIdleMemoryLimit: '768MB',
  // Of a slow machine too; what hangs is told by the shorter limits of what is waited for.
  testTimeout: 120_000,
};
