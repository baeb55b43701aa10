import { kualaLumpurToday } from './dates.js';

/** Where an order is in time, from the least to the most urgent after `safe` (docs/product.md#standing). */
export const standingRows = {
  safe: { label: 'Safe', tone: 'green' },
  waits: { label: 'Waits', tone: 'violet' },
  open: { label: 'Open', tone: 'blue' },
  today: { label: 'Today', tone: 'yellow' },
  'at risk': { label: 'At risk', tone: 'orange' },
  late: { label: 'Late', tone: 'rose' },
} as const satisfies Record<string, { label: string; tone: string }>;

export type Standing = keyof typeof standingRows;

/** The standings on the board, the most urgent first. */
export const listedStandings = ['late', 'at risk', 'today', 'open'] as const satisfies Standing[];
export type ListedStanding = (typeof listedStandings)[number];

/** The standings that an alarm is about. */
export const alarmingStandings: readonly Standing[] = ['late', 'at risk'];

/**
 * What an order's standing depends on. `card_due`: the customer has no card yet, and nobody said what became of it (the
 * table `cards_due`). `doa` and `processing_date` are days, YYYY-MM-DD.
 */
export type StandingFacts = { card_due: boolean; doa: string; processing_date: string };

/** Where the order is in time at `now`, by Kuala Lumpur's days (docs/product.md#standing). */
export function standing({ card_due, doa, processing_date }: StandingFacts, now = new Date()): Standing {
  if (!card_due) return 'safe';

  const today = kualaLumpurToday(now);
  const days = (Date.parse(doa) - Date.parse(today)) / 86_400_000;
  if (days <= 0) return 'late';
  if (days <= 1) return 'at risk';
  if (today < processing_date) return 'waits';
  return days <= 2 ? 'today' : 'open';
}

/** What a member says became of a card that the product did not deliver. */
export const cardOutcomes = ['delivered otherwise', 'refund', 'not travelling'] as const;
export type CardOutcome = (typeof cardOutcomes)[number];

export const outcomeLabels: Record<CardOutcome, string> = {
  'delivered otherwise': 'Delivered otherwise',
  refund: 'Refund',
  'not travelling': 'Not travelling',
};
