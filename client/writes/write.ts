import { say } from '@/hooks/use-toasts';
import { ordersOf } from '@/writes/about-orders';
import { queued, type Write } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { isQuestion, type Outcome } from '@/writes/send';
import type { BulkResult } from '@shared/orders';

/**
 * Queues a write after the others, then shows its outcome in a toast and reads the shown screen again, also when that is
 * another screen by now (docs/screens.md#writes-from-a-page). Never rejects.
 * @param showsErrors whether the caller shows wrong fields itself: then there is no toast for them
 * @param about follows the message, to name the customer too; the order is named in any case
 */
export async function write(request: Write, { showsErrors = false, about = '' } = {}): Promise<Outcome> {
  const { pathname } = window.location;
  const outcome = await queued(request);
  const message = about && outcome.message ? `${outcome.message} · ${about}` : outcome.message;
  if (!showsErrors || !outcome.errors)
    void sayOutcome({ ...outcome, message }, ordersOf(request.body, outcome, pathname));
  void readAgain({ quietly: outcome.status === undefined });
  return outcome;
}

/**
 * Shows the outcome of a write in a toast; nothing for a cancelled write, nor where the answer is a question.
 * @param orders the ids of the orders that the write is about
 */
export function sayOutcome(outcome: Outcome<unknown>, orders: number[] = []): Promise<void> {
  const { done, message, undo, cancelled } = outcome;
  if (cancelled || !message || isQuestion(outcome)) return Promise.resolve();

  const { failed = [] } = (outcome.data ?? {}) as Partial<BulkResult>;
  const type = !done ? 'error' : failed.length > 0 ? 'warning' : 'success';
  return say({
    type,
    message,
    failed: failed.slice(0, 20),
    undo: undo && [undo],
    orders,
  });
}
