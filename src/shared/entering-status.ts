import type { EnteringStatus } from './order-statuses.js';

/** The facts that decide which queue an order enters; `processingDate` is YYYY-MM-DD. */
type EnteringFacts = { paid: boolean; wantsPriority: boolean; processingDate: string };

/**
 * The queue an order enters at intake, on payment, by promotion or when reopened (docs/orders.md#submission-window).
 * @param today the calendar date in Kuala Lumpur, YYYY-MM-DD
 */
export function enteringStatus({ paid, wantsPriority, processingDate }: EnteringFacts, today: string): EnteringStatus {
  if (!paid) return 'Pending';
  if (today < processingDate) return 'Future';
  return wantsPriority ? 'Priority' : 'New';
}

/** The processing mode as intake stores it and reports count it. Each order has exactly one of three. */
export function processingModeAtIntake(wantsPriority: boolean, entered: EnteringStatus): string {
  if (wantsPriority) return 'Priority Processing';
  return entered === 'Future' ? 'Future Order Processing' : 'Standard Processing';
}
