import { queued } from '@/writes/queue';
import type { Envelope } from '@/writes/send';
import { messageOf, noteSessionOver } from '@/writes/session';
import { http, HttpResponseError } from '@inertiajs/core';
import type { BulkResult, UndoOffer } from '@shared/orders';
import type { Toast } from '@shared/pages';

/**
 * Calls an API route that changes nothing and returns its answer; a refusal is an answer too. Writes go through the queue
 * (client/writes).
 * @throws Error with a message for the member when there was no answer.
 */
export async function callApi<Data>(method: 'post' | 'put', path: string, body: object): Promise<Envelope<Data>> {
  const { status, data } = await http
    .getClient()
    .request({ method, url: path, data: body, headers: { Accept: 'application/json' } })
    .catch((error: unknown) => {
      if (error instanceof HttpResponseError) return error.response;
      throw new Error('The server could not be reached. Please try again.', { cause: error });
    });
  if (status === 401) noteSessionOver(messageOf(data));
  return JSON.parse(data) as Envelope<Data>;
}

/** The merged answers of a change that was sent in portions. */
export type Changed = BulkResult & Toast & { undo: UndoOffer[] };

/**
 * Sends the portions one after the other and merges their answers. Each request carries the undo token of the portion before
 * it, so that all portions can be undone for as long as the last one. A portion without an answer ends the sending; the
 * portions before it stay done.
 * @param onPortion called with the number of answered portions
 */
export async function changeAll(
  path: string,
  bodies: object[],
  onPortion?: (through: number) => void,
): Promise<Changed> {
  const all: Changed = { type: 'success', message: '', done: [], failed: [], undo: [] };
  let refusal: string | undefined;
  for (const [index, body] of bodies.entries()) {
    const portion = { ...body, undo: all.undo.at(-1)?.token };
    const answer = await queued<BulkResult | null>({ method: 'put', path, body: portion });
    if (answer.unknown || answer.status === undefined) {
      const before = bodies.length > 1 ? ` ${number(all.done)} were done before.` : '';
      return { ...all, type: 'error', message: answer.message + before };
    }
    all.done.push(...(answer.data?.done ?? []));
    all.failed.push(...(answer.data?.failed ?? []));
    all.message = answer.message;
    if (answer.status !== 1) refusal ??= answer.message;
    if (answer.undo) all.undo.push(answer.undo);
    onPortion?.(index + 1);
  }
  return { ...all, ...inOneSentence(all, bodies.length > 1, refusal) };
}

/** The message of the whole change: the answer's own for one portion, the added numbers for several. */
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
