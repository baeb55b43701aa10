import type { EnteringStatus } from './order-statuses.js';

/** What decides which queue an order enters; `processingDate` is YYYY-MM-DD. */
export type EnteringFacts = { paid: boolean; wantsPriority: boolean; processingDate: string };

/**
 * The queue an order enters at intake, on payment, by promotion or when reopened (decisions: Orders).
 * @param today the calendar date in Kuala Lumpur, YYYY-MM-DD
 */
export function enteringStatus({ paid, wantsPriority, processingDate }: EnteringFacts, today: string): EnteringStatus {
  if (!paid) return 'Pending';
  if (today < processingDate) return 'Future';
  return wantsPriority ? 'Priority' : 'New';
}

/** The processing mode as it is stored at intake and counted in reports: an order counts once, under one of three. */
export function processingModeAtIntake(wantsPriority: boolean, entered: EnteringStatus): string {
  if (wantsPriority) return 'Priority Processing';
  return entered === 'Future' ? 'Future Order Processing' : 'Standard Processing';
}
