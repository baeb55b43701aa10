import { newKey, type Outcome, type Request, send } from '@/writes/send';
import { Store } from '@/writes/store';
import type { BulkResult } from '@shared/orders';
import { encodeOrderId } from '@shared/order-id';

export type Write = Pick<Request, 'method' | 'path'> & {
  body: Record<string, unknown>;
  /** An outcome to wait for. When it is not done, the write is not sent and its message is `otherwise`. */
  after?: { outcome: Promise<Outcome<unknown>>; otherwise: string } | undefined;
};

/** How many writes and uploads have no answer yet. */
export const underWay = new Store(0);

let last: Promise<unknown> = Promise.resolve();

/** Sends a write after the earlier writes of this page. No other action and no visit cancels it. Never rejects. */
export function queued<Data = Partial<BulkResult> | null>(request: Write): Promise<Outcome<Data>> {
  const { method, path, body, after } = request;
  const key = newKey();
  return tracked(async () => {
    if (after && !(await after.outcome).done) return { done: false, message: after.otherwise };

    const before = last;
    const answered = before.then(async () => {
      const outcome = await send<Data>({ method, path, body: withOwnVersion(body) }, key);
      noteVersion(body, outcome as Outcome);
      return outcome;
    });
    last = answered;
    return answered;
  });
}

/** Counts the work in `underWay` until it ends. */
export async function tracked<Result>(work: () => Promise<Result>): Promise<Result> {
  underWay.set(underWay.get() + 1);
  try {
    return await work();
  } finally {
    underWay.set(underWay.get() - 1);
  }
}

/** The versions that this page's own changes produced, by the order's encoded id. */
const ownVersions = new Map<string, Set<number>>();

/** Whether a change of this page left the order with this version. */
export function isOwnVersion(orderId: string, version: number): boolean {
  return ownVersions.get(orderId)?.has(version) === true;
}

/**
 * A change pressed before the answer to an earlier change carries the version before both. Replaces it by the version that the
 * earlier change produced. After a colleague's change in between the version stays too old, so the server still refuses it.
 */
function withOwnVersion(body: Record<string, unknown>): Record<string, unknown> {
  const { orderId, version } = body;
  const own = typeof orderId === 'string' ? ownVersions.get(orderId) : undefined;
  if (!own || typeof version !== 'number') return body;

  let latest = version;
  while (own.has(latest + 1)) latest += 1;
  return { ...body, version: latest };
}

/** Notes the version that this page's change of an order produced, for the changes pressed before the page reads it. */
export function noteVersion({ orderId }: Record<string, unknown>, { data, version }: Outcome): void {
  if (version === undefined) return;

  const id = typeof orderId === 'string' ? orderId : encodeOrderId(data?.done?.[0] ?? 0);
  ownVersions.set(id, (ownVersions.get(id) ?? new Set()).add(version));
}
