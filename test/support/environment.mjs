import { TestEnvironment } from 'jest-environment-node';

/**
 * Node's environment with `builtProduct()`. It loads the built product outside of Jest's modules: once in a process of Jest,
 * where Jest would load two thousand modules again for every test file.
 */
export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.builtProduct = builtProduct;
    // so that a test can move the product's clock, and the dates of its rows are dates
    this.global.Date = Date;
  }

  /** Scales the limits of tests and hooks (test/support/patience.ts), once all of them are known. */
  handleTestEvent({ name }, state) {
    if (name !== 'run_start') return;
    const patience = Number(process.env.TEST_PATIENCE ?? 1);
    state.testTimeout *= patience;
    scaleLimits(state.rootDescribeBlock, patience);
  }
}

function scaleLimits({ hooks, children }, patience) {
  for (const limited of [...hooks, ...children.filter(({ type }) => type === 'test')]) {
    if (limited.timeout !== undefined) limited.timeout *= patience;
  }
  for (const block of children.filter(({ type }) => type === 'describeBlock')) scaleLimits(block, patience);
}

async function builtProduct() {
  const modules = await Promise.all([
    import('@nestjs/core'),
    import('../../dist/src/app.module.js'),
    import('../../dist/src/database/data-source.js'),
    import('../../dist/src/documents/card-delivery.js'),
    import('../../dist/src/platform/body-limits.js'),
    import('../../dist/src/platform/env.js'),
    import('../../dist/src/platform/log.js'),
    import('../../dist/src/platform/passwords.js'),
    import('../../dist/src/platform/pdf/document-reader.js'),
    import('../../dist/src/web.js'),
  ]);
  return Object.assign({}, ...modules);
}
