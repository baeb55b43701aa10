/**
 * The test files that take longest, in the order in which they begin: one that began last would leave the other processes of
 * Jest without work. Browsers alternate with the rest.
 */
const longest = [
  'browser/staff',
  'intake/import',
  'browser/lists',
  'locks/matrix',
  'browser/screens',
  'platform/jobs',
  'browser/writes',
  'platform/repeated-runs',
  'plans/plans',
  'packs/lives',
  'contract/contract',
  'browser/visitor',
  'packs/pack-render.worker',
  'browser/pairs',
  'platform/killed',
  'browser/main-job',
  'mail/providers',
  'locks/files',
  'mail/batches',
  'visitor/visitor.api',
  'packs/invoices.api',
  'orders/lists.queries',
  'support/run',
  'inbound/killed-worker',
  'embedded/postgres',
  'locks/fuzz',
  'documents/documents.api',
  'stripe/answers',
  'platform/several',
  'disputes/disputes.api',
];

/** The longest files first, then the largest. A new clone knows no times of earlier runs, by which Jest would order them. */
export default class Sequencer {
  sort(tests) {
    const ranks = new Map(tests.map((test) => [test, rankOf(test)]));
    return tests.toSorted((a, b) => ranks.get(a) - ranks.get(b) || sizeOf(b) - sizeOf(a));
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

function rankOf({ path }) {
  const rank = longest.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  return rank < 0 ? longest.length : rank;
}

function sizeOf({ path, context }) {
  return context.hasteFS.getSize(path) ?? 0;
}
