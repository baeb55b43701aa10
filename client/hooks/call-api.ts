import { http, HttpResponseError, router } from '@inertiajs/core';
import type { BulkResult, UndoOffer } from '@shared/orders';
import type { Toast } from '@shared/pages';
import { routes } from '@shared/routes';

/** What the API answers (api: Common to every call). */
export type Envelope<Data> = { status: number; message: string; data: Data; undo?: UndoOffer; total?: number };

/**
 * A call of the API where a screen needs the answer itself: a refusal is an answer too. Everything else is a form or a visit.
 * @throws Error with a sentence when there was no answer; who is no longer signed in is led to the login.
 */
export async function callApi<Data>(method: 'post' | 'put', path: string, body: object): Promise<Envelope<Data>> {
  const { status, data } = await http
    .getClient()
    .request({ method, url: path, data: body, headers: { Accept: 'application/json' } })
    .catch((error: unknown) => {
      if (error instanceof HttpResponseError) return error.response;
      throw new Error('The server could not be reached. Please try again.', { cause: error });
    });
  if (status === 401) router.visit(routes.login);
  return JSON.parse(data) as Envelope<Data>;
}

/** What came of a change that was sent in portions. */
export type Changed = BulkResult & Toast & { undo: UndoOffer[] };

/**
 * Sends one portion after the other and puts their answers together; each names the way back of the one before, so that all
 * can be taken back as long as the last. One that gets no answer ends it; what was done before stays done.
 * `onPortion` is told how many portions are through.
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
    const answer = await callApi<BulkResult | null>('put', path, portion).catch((error: Error) => error);
    if (answer instanceof Error) {
      return { ...all, type: 'error', message: `${answer.message} ${number(all.done)} were done before.` };
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

/** What one portion answered says it all; of several the numbers are added up. */
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
