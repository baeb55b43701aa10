import { routes } from './routes.js';

type DataCheckRow = {
  /** What the check finds. */
  sentence: string;
  /** Where a fault that is about no order is looked at. */
  screen?: string;
};

/** The checks of the data (docs/operations.md#the-integrity-check). The SQL is in src/system/data-checks.queries.ts. */
const rows = {
  'completed-without-card': { sentence: 'Completed without a card' },
  'card-without-mail': { sentence: 'Card that no mail carried' },
  'paid-but-pending': { sentence: 'Paid, and still Pending' },
  'refund-sum': { sentence: 'Order whose refund is not the sum of its refunds' },
  'refunded-too-much': { sentence: 'Refunded more than charged' },
  'refunded-outside-refunds': { sentence: 'Refunded whole, and not in Refunds' },
  'refund-failed': { sentence: 'Refund that failed, and was not given again for 24 hours' },
  'paid-but-deleted': { sentence: 'Paid, and Deleted without a refund' },
  'held-long': { sentence: 'Held for more than 24 hours' },
  'future-past-its-day': { sentence: 'Future, and its day has passed' },
  'queue-tally': { sentence: 'Count of a queue that is not its number of orders', screen: routes.dashboard },
  'country-tally': { sentence: 'Country report that is not its number of orders', screen: routes.countries },
  'processed-tally': { sentence: 'Processed report that is not its number of orders', screen: routes.processed },
  'board-tally': { sentence: 'Count of the board that is not its number of orders', screen: routes.atRisk },
  statistics: { sentence: 'Statistics of a day or a month that are not its rows', screen: routes.statistics },
  'search-row': { sentence: 'Order that the search knows otherwise than it is' },
  'queue-row': { sentence: 'Order that its list knows otherwise than it is' },
  'hold-row': { sentence: 'Hold that is not the order’s' },
  'row-without-file': { sentence: 'Row whose file is not stored' },
  'file-without-row': { sentence: 'File that belongs to no row' },
  'held-by-nobody': { sentence: 'Held by a member who is gone', screen: routes.team },
  definition: { sentence: 'Function, trigger, index or column that is not as db:migrate made it' },
  'silent-job': { sentence: 'Repeated job that is silent', screen: '#repeated-jobs' },
} as const satisfies Record<string, DataCheckRow>;

export type DataCheckName = keyof typeof rows;
export const dataCheckRows: Readonly<Record<DataCheckName, DataCheckRow>> = rows;
export const dataCheckNames = Object.keys(rows) as DataCheckName[];
