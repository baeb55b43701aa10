import { hasTypedAbout, writeDrafts } from '@/hooks/draft-store';
import { areHandsBusy, comesByItself } from '@/hooks/hands';
import { say } from '@/hooks/use-toasts';
import { queued } from '@/writes/queue';
import { readAgain } from '@/writes/read-again';
import { Store } from '@/writes/store';
import { chosenFiles } from '@/writes/uploads';
import { sayOutcome, write } from '@/writes/write';
import { router } from '@inertiajs/react';
import { keyRows } from '@shared/keys';
import type { Lease, Taken } from '@shared/answers/next-order';
import { givenBack } from '@shared/given-back';
import { parseOrderId } from '@shared/order-id';
import type { QueueName } from '@shared/order-queues';
import { routes } from '@shared/routes';
import type { SkipReason } from '@shared/skip-reasons';

/** An order that was taken but not opened, because the member had begun to type: the next press of `n` opens it. */
let taken: Lease | undefined;

/** Whether an order is being asked for: a second press asks for no second one. */
export const asking = new Store(false);

/**
 * Takes the next order and opens its page (docs/orders.md#next-order).
 * @param queue an order of this queue; undefined for the queues of the member's role
 */
export async function openNext(queue?: QueueName): Promise<void> {
  const lease = await takeNext(queue);
  if (lease) router.visit(routes.order(lease.encoded_id));
}

/**
 * Opens the next order after this one was completed or submitted. While the member types, has a dialog open, or has not sent a text about the
 * order, nothing opens: a notice says what is next.
 * @param lettersOn whether single letters are keys for this member
 */
export async function goOnFrom(order: { order_id: number; encoded_id: string }, lettersOn: boolean): Promise<void> {
  const isHere = () => window.location.pathname === routes.order(order.encoded_id);
  const isBusy = () => areHandsBusy() || hasTypedAbout(order.order_id);
  if (!isHere()) return;
  if (isBusy()) return saysNext(order.order_id, lettersOn);

  const lease = await takeNext();
  if (!lease) return;
  const wait = () => {
    taken = lease;
    saysNext(order.order_id, lettersOn);
  };
  if (!isHere() || isBusy()) return wait();

  comesByItself();
  const over = new AbortController();
  let cancel = () => {};
  const onFocus = () => {
    if (!areHandsBusy()) return;
    cancel();
    wait();
  };
  document.addEventListener('focusin', onFocus, { signal: over.signal });
  router.visit(routes.order(lease.encoded_id), {
    onCancelToken: (token) => (cancel = token.cancel),
    onFinish: () => over.abort(),
  });
}

/** Forgets the order that waits for the next press, at a sign-out. It stays the member's until its lease ends. */
export function forgetTaken(): void {
  taken = undefined;
}

function saysNext(done: number, lettersOn: boolean): void {
  const next = lettersOn ? `Next: ${keyRows.next.keys[0]}` : 'Next order opens the next one.';
  void say({ type: 'info', message: `Order ${done} is done. ${next}` });
}

/** The next order, or one that is the member's already and was not opened. */
async function takeNext(queue?: QueueName): Promise<Lease | undefined> {
  if (asking.get()) return undefined;
  const waiting = queue ? undefined : taken;
  if (waiting && new Date(waiting.until) > new Date()) {
    taken = undefined;
    return waiting;
  }

  asking.set(true);
  // a text keeps its order, so it must be there before
  await writeDrafts();
  const body = { queue, from: shownOrder(), keep: [...chosenFiles.get().keys()] };
  const outcome = await queued<Taken | null>({ method: 'post', path: routes.api.nextOrder, body });
  asking.set(false);
  if (!outcome.done) void sayOutcome(outcome);
  else if (!outcome.data) void say({ type: 'info', message: outcome.message });
  for (const order of outcome.data?.given_back ?? []) void say({ type: 'info', message: `${givenBack(order)}.` });
  return outcome.data ?? undefined;
}

/** The encoded id of the order whose page is shown: the next order is asked for in its place. */
function shownOrder(): string | undefined {
  const page = routes.order('');
  const { pathname } = window.location;
  return pathname.startsWith(page) ? pathname.slice(page.length) : undefined;
}

/** Puts an order behind the others and opens the next one. */
export async function skip(orderId: string, reason: SkipReason): Promise<void> {
  const outcome = await queued({ method: 'put', path: routes.api.skipOrder, body: { orderId, reason } });
  if (outcome.done) return openNext();
  void sayOutcome(outcome, [parseOrderId(orderId) ?? 0]);
  void readAgain();
}

/** Begins the lease of an order again. */
export function renewLease(orderId: string) {
  return write({ method: 'put', path: routes.api.keepOrder, body: { orderId } });
}
