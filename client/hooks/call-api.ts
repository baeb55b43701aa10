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
 * Sends one portion after the other and puts their answers together. One that gets no answer ends it; what was done before
 * stays done. `onPortion` is told how many portions are through.
 */
export async function changeAll(
  path: string,
  bodies: object[],
  onPortion?: (through: number) => void,
): Promise<Changed> {
  const all: Changed = { type: 'success', message: '', done: [], failed: [], undo: [] };
  for (const [index, body] of bodies.entries()) {
    const answer = await callApi<BulkResult | null>('put', path, body).catch((error: Error) => error);
    if (answer instanceof Error) {
      return { ...all, type: 'error', message: `${answer.message} ${all.done.length} were done before.` };
    }
    all.done.push(...(answer.data?.done ?? []));
    all.failed.push(...(answer.data?.failed ?? []));
    all.message = answer.message;
    if (answer.status !== 1) all.type = 'error';
    if (answer.undo) all.undo.push(answer.undo);
    onPortion?.(index + 1);
  }

  if (all.failed.length === 0) return all;
  const several = bodies.length > 1 && `${all.done.length} done, ${all.failed.length} not`;
  return { ...all, message: several || all.message, type: all.done.length > 0 ? 'warning' : 'error' };
}
