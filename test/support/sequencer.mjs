/**
 * The test files that take longest, in the order in which they begin: one that began last would leave the other processes of
 * Jest without work. Browsers alternate with the rest.
 */
const longest = [
  'browser/lists',
  'intake/import',
  'locks/matrix',
  'browser/staff',
  'visitor/uploads',
  'platform/jobs',
  'browser/screens',
  'documents/documents.api',
  'platform/killed',
  'browser/writes',
  'embedded/postgres',
  'visitor/visitor.api',
  'browser/pairs',
  'packs/invoices.api',
  'browser/visitor',
  'disputes/disputes.api',
  'packs/pack-render.worker',
  'browser/main-job',
  'platform/several',
  'locks/files',
  'platform/inertia/client',
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
