import { ordersIn } from '@/writes/about-orders';
import { fetchJson } from '@/writes/fetch-json';
import { queued } from '@/writes/queue';
import type { Envelope } from '@/writes/send';
import { noteSessionOver } from '@/writes/session';
import type { BulkResult, UndoOffer } from '@shared/orders';
import type { Toast } from '@shared/pages';

/**
 * Calls an API route that changes nothing and returns its answer; a refusal is an answer too. Writes go through the queue
 * (client/writes).
 * @throws Error with a message for the member when there was no answer.
 */
export async function callApi<Data>(method: 'get' | 'post', path: string, body?: object): Promise<Envelope<Data>> {
  const answer = await fetchJson(method, path, body).catch((cause: unknown) => {
    throw new Error('The server could not be reached. Please try again.', { cause });
  });
  const envelope = (await answer.json()) as Envelope<Data>;
  if (answer.status === 401) noteSessionOver(envelope.message);
  return envelope;
}

/**
 * Calls a route that answers with a file.
 * @param body sent by POST; without one the file is read by GET
 * @throws Error with the server's message when it refuses.
 */
export async function callForFile(path: string, body: object | undefined, signal: AbortSignal): Promise<Blob> {
  const answer = await fetchJson(body ? 'post' : 'get', path, body, { signal }).catch(() => {
    throw new Error('The server could not be reached.');
  });
  if (answer.ok) return answer.blob();

  const { message } = (await answer.json().catch(() => ({}))) as Partial<Envelope<null>>;
  throw new Error(message ?? 'Please try again in a moment.');
}

/** What a toast shows of a change of many orders. */
export function newsOf({ type, message, done, failed, undo }: Changed) {
  const offers = undo.length > 0 ? undo : undefined;
  return { type, message, failed, undo: offers, orders: ordersIn({ done, failed }) };
}

/**
 * The merged answers of a change that was sent in batches; `through` is the number of batches that were answered, `lost`
 * whether the one after them was not.
 */
export type Changed = BulkResult & Toast & { undo: UndoOffer[]; through: number; lost: boolean };

/**
 * Sends the batches one after the other and merges their answers. Each request carries the undo token of the batch before
 * it, so that all batches can be undone for as long as the last one; the first may carry one too. A batch without an answer
 * ends the sending; the batches before it stay done.
 * @param onBatch called with the number of answered batches
 */
export async function changeAll(
  path: string,
  bodies: object[],
  onBatch?: (through: number) => void,
  method: 'put' | 'post' = 'put',
): Promise<Changed> {
  const all: Changed = { type: 'success', message: '', done: [], failed: [], undo: [], through: 0, lost: false };
  let refusal: string | undefined;
  for (const [index, body] of bodies.entries()) {
    const batch = { ...body, ...(all.undo.length > 0 && { undo: all.undo.at(-1)!.token }) };
    const answer = await queued<BulkResult | null>({ method, path, body: batch });
    if (answer.unknown || answer.status === undefined) {
      const before = bodies.length > 1 ? ` ${number(all.done)} were done before.` : '';
      return { ...all, type: 'error', message: answer.message + before, lost: true };
    }
    all.done.push(...(answer.data?.done ?? []));
    all.failed.push(...(answer.data?.failed ?? []));
    all.message = answer.message;
    if (answer.status !== 1) refusal ??= answer.message;
    if (answer.undo) all.undo.push(answer.undo);
    all.through = index + 1;
    onBatch?.(all.through);
  }
  return { ...all, ...inOneSentence(all, bodies.length > 1, refusal) };
}

/** The message of the whole change: the answer's own for one batch, the added numbers for several. */
function inOneSentence({ message, done, failed }: Changed, several: boolean, refusal: string | undefined): Toast {
  if (done.length === 0 && refusal !== undefined) return { type: 'error', message: refusal };
  if (failed.length > 0) {
    return { type: 'warning', message: several ? `${number(done)} done, ${number(failed)} not` : message };
  }
  if (refusal !== undefined) return { type: 'error', message: `${refusal} ${number(done)} were done.` };
  return { type: 'success', message: several ? `${message} · ${number(done)} orders` : message };
}

function number({ length }: unknown[]): string {
  return length.toLocaleString('en');
}
