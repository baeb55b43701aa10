import { daysBetween, daysFrom, kualaLumpurToday, plainDay, weekDay } from './dates.js';

/** Where an order is in time, from the least to the most urgent after `safe` (docs/orders.md#standing). */
export const standingRows = {
  safe: { label: 'Safe', tone: 'green' },
  waits: { label: 'Waits', tone: 'violet' },
  open: { label: 'Open', tone: 'blue' },
  today: { label: 'Due tomorrow', tone: 'yellow' },
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

/** Where the order is in time at `now`, by Kuala Lumpur's days (docs/orders.md#standing). */
export function standing({ card_due, doa, processing_date }: StandingFacts, now = new Date()): Standing {
  if (!card_due) return 'safe';

  const today = kualaLumpurToday(now);
  const days = daysBetween(today, doa);
  if (days <= 0) return 'late';
  if (days <= 1) return 'at risk';
  if (today < processing_date) return 'waits';
  return days <= 2 ? 'today' : 'open';
}

/**
 * What is said of an order's deadline. The card is due before the day of arrival begins in Kuala Lumpur.
 * - `phrase`: `3 d late`, `Due today, in 3 h`, `Due tomorrow`, `Due Fri 27 Nov`; `Safe` when no card is due
 * - `brief`: the same where a column leaves little room: `Today, 3 h`, `Tomorrow`, `Fri 27 Nov`, `7 Jan 2027`
 * - `tone`: its colour
 */
export type Deadline = { standing: Standing; phrase: string; brief: string; tone: string };

/**
 * The one place that puts a deadline into words and colour: both follow from the standing, so that no two places of a screen
 * say different things of an order (docs/orders.md#standing).
 */
export function deadlineOf(order: StandingFacts, now = new Date()): Deadline {
  const name = standing(order, now);
  return { standing: name, ...phrasesOf(name, order.doa, now), tone: standingRows[name].tone };
}

function phrasesOf(name: Standing, doa: string, now: Date): Pick<Deadline, 'phrase' | 'brief'> {
  const left = Date.parse(`${doa}T00:00:00+08:00`) - now.getTime();
  if (name === 'at risk') return { phrase: `Due today, in ${lengthOf(left)}`, brief: `Today, ${lengthOf(left)}` };
  const past = name === 'safe' ? standingRows.safe.label : name === 'late' && `${lengthOf(-left)} late`;
  if (past) return { phrase: past, brief: past };

  const today = kualaLumpurToday(now);
  const last = daysFrom(doa, -1);
  if (daysFrom(last, -1) === today) return { phrase: 'Due tomorrow', brief: 'Tomorrow' };
  const day = weekDay(last, today);
  // a day with its year has no room for the day of the week
  return { phrase: `Due ${day}`, brief: last.slice(0, 4) === today.slice(0, 4) ? day : day.slice('Fri '.length) };
}

/**
 * The day that counts, in a sentence without alarm: `Submit by 27 November` while the card is due, not late and still to be
 * submitted, else `Arrives 28 November` or `Arrived 28 November`.
 */
export function dayToSay(order: StandingFacts, toSubmit: boolean, now = new Date()): string {
  const { doa } = order;
  const today = kualaLumpurToday(now);
  if (toSubmit && !['safe', 'late'].includes(standing(order, now)))
    return `Submit by ${plainDay(daysFrom(doa, -1), today)}`;
  return `${doa < today ? 'Arrived' : 'Arrives'} ${plainDay(doa, today)}`;
}

/** `25 min`, `14 h`, `2 d`. */
function lengthOf(ms: number): string {
  const hours = ms / 3_600_000;
  if (hours < 1) return `${Math.floor(ms / 60_000)} min`;
  return hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} d`;
}

/** What a member says became of a card that the product did not deliver. */
export const cardOutcomes = ['delivered otherwise', 'refund', 'not travelling'] as const;
export type CardOutcome = (typeof cardOutcomes)[number];

export const outcomeLabels: Record<CardOutcome, string> = {
  'delivered otherwise': 'Delivered otherwise',
  refund: 'Refund',
  'not travelling': 'Not travelling',
};
