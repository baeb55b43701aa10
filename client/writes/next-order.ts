import { say } from '@/hooks/use-toasts';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { Store } from '@/writes/store';
import { sayOutcome, write } from '@/writes/write';
import { router } from '@inertiajs/react';
import type { Lease } from '@shared/answers/next-order';
import type { QueueName } from '@shared/order-queues';
import { routes } from '@shared/routes';
import type { SkipReason } from '@shared/skip-reasons';

/** Whether an order is being asked for: a second press asks for no second one. */
export const asking = new Store(false);

/**
 * Takes the next order and opens its page (docs/product.md#next-order).
 * @param queue an order of this queue; undefined for the queues of the member's role
 */
export async function openNext(queue?: QueueName): Promise<void> {
  if (asking.get()) return;

  asking.set(true);
  const outcome = await queued<Lease | null>({ method: 'post', path: routes.api.nextOrder, body: { queue } });
  asking.set(false);
  if (!outcome.done) return void sayOutcome(outcome);
  if (!outcome.data) return void say({ type: 'info', message: outcome.message });
  router.visit(routes.order(outcome.data.encoded_id));
}

/** Puts an order behind the others and opens the next one. */
export async function skip(orderId: string, reason: SkipReason): Promise<void> {
  const outcome = await queued({ method: 'put', path: routes.api.skipOrder, body: { orderId, reason } });
  if (outcome.done) return openNext();
  void sayOutcome(outcome);
  void readAgain();
}

/** Begins the lease of an order anew. */
export function renewLease(orderId: string) {
  return write({ method: 'put', path: routes.api.keepOrder, body: { orderId } });
}
