import type { OrderWithHistories } from './answers/desk.js';
import { didNotArrive, lastCardMail } from './mail-kinds.js';
import { statusRows } from './order-statuses.js';
import { alarmingStandings } from './standing.js';

/** How far an order is on its way to its customer (docs/screens.md#screens). */
export type JourneyStep = {
  name: string;
  /**
   * `next` is the one that is waited for. `passed` was not done, or not on record, although a later one is. `end` comes after
   * the steps that were done when the order's work has ended otherwise.
   */
  is: 'done' | 'next' | 'open' | 'passed' | 'end';
  /** When it was done, ISO 8601; null where that is not on record. */
  at: string | null;
  /** How urgent the next step is: the card is at risk or late, or its mail did not arrive. */
  alarm?: 'amber' | 'red' | undefined;
  /** What else is known of it, in words: that the mail bounced, that the order is late. */
  note?: string | undefined;
};

/** `missing` says what is so where a later step was done. */
type Known = { name: string; done: boolean; at: string | null; missing?: string; note?: string | undefined };

const alarmWords = { amber: 'at risk', red: 'late' } as const;

/**
 * The five steps of an order. Card, mail and download are the current card's. A refunded or deleted order has the steps that
 * were done, and its end.
 */
export function journeyOf(order: OrderWithHistories): JourneyStep[] {
  const all = stepsOf(order);
  const furthest = all.findLastIndex(({ done }) => done);
  const end = endOf(order);
  const waits = furthest + 1;
  const steps: JourneyStep[] = (end ? all.slice(0, waits) : all).map(
    ({ done, missing = 'not on record', ...step }, index) => {
      if (done) return { ...step, is: 'done' };
      if (index < furthest) return { ...step, is: 'passed', note: step.note ?? missing };
      if (index !== waits) return { ...step, is: 'open' };
      const alarm = step.note ? 'red' : alarmOf(order);
      return { ...step, is: 'next', alarm, note: step.note ?? (alarm && alarmWords[alarm]) };
    },
  );
  return end ? [...steps, end] : steps;
}

function endOf({ process_status: status, refund_date: refundedAt }: OrderWithHistories): JourneyStep | undefined {
  if (!statusRows[status].withdrawn) return undefined;
  const name = status === 'Deleted' ? 'Deleted' : refundedAt ? 'Refunded' : 'To be refunded';
  return { name, is: 'end', at: refundedAt };
}

function stepsOf(order: OrderWithHistories): Known[] {
  const { paid_at, submitted, uploadDoc, downloadHistory } = order;
  const card = uploadDoc[0]?.outdated ? undefined : uploadDoc[0];
  const isCards = ({ actor, complete, file1 }: OrderWithHistories['downloadHistory'][number]) =>
    actor === 'customer' && complete && file1 === card?.file1;
  return [
    { name: 'Paid', done: paid_at !== null, at: paid_at, missing: 'not paid' },
    { name: 'Submitted', done: submitted !== null && !order.submit_again, at: submitted?.at ?? null },
    { name: 'Card received', done: card !== undefined, at: card?.create_ts ?? null },
    { name: 'Mailed', ...mailed(order, card !== undefined) },
    {
      name: 'Downloaded',
      done: downloadHistory.some(isCards),
      at: downloadHistory.findLast(isCards)?.create_ts ?? null,
    },
  ];
}

/** Whether a provider took the newest mail with the card, and when. */
function mailed({ mailHistory, activity }: OrderWithHistories, hasCard: boolean): Omit<Known, 'name'> {
  const mail = hasCard ? lastCardMail(mailHistory) : undefined;
  if (!mail) return { done: false, at: null };
  if (mail.state === 'queued') return { done: false, at: null };
  if (didNotArrive(mail)) return { done: false, at: null, note: mail.state };
  const sent = activity.findLast(({ action, create_ts }) => action === 'mail.sent' && create_ts >= mail.create_ts);
  return { done: true, at: sent?.create_ts ?? null };
}

function alarmOf({ card_due, standing }: OrderWithHistories): JourneyStep['alarm'] {
  if (!card_due || !alarmingStandings.includes(standing)) return undefined;
  return standing === 'late' ? 'red' : 'amber';
}
