import { http, HttpNetworkError, HttpResponseError } from '@inertiajs/core';

/** A request that a page sent. */
export type Sent = { method: string; url: string; data: Record<string, unknown>; key: string | undefined };
/** A prepared answer; `none` when the request or its answer is lost. */
export type Answer = { code?: number; status?: number; message?: string; [more: string]: unknown } | 'none';

/**
 * Replaces the network of a page: fetch, by which writes go, and Inertia's client.
 * @param answers given one after the other; a success when there are none left
 * @param ms milliseconds until each answer
 * @returns the requests so far
 */
export function replaceNetwork(answers: () => Answer[], ms = 0): Sent[] {
  const sent: Sent[] = [];
  Object.defineProperty(globalThis, 'document', { value: { cookie: '' }, configurable: true });
  const answer = async (request: Sent) => {
    sent.push(request);
    if (ms > 0) await new Promise((resolve) => void setTimeout(resolve, ms));
    const prepared = answers().shift() ?? {};
    if (prepared === 'none') throw new HttpNetworkError('offline', request.url);
    const { code = 200, status = 1, message = 'Done', ...more } = prepared;
    return { status: code, data: JSON.stringify({ status, message, data: {}, ...more }) };
  };

  globalThis.fetch = (async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key') ?? undefined;
    const data = JSON.parse(body as string) as Sent['data'];
    const { status, data: text } = await answer({ method: method.toLowerCase(), url, data, key });
    return new Response(text, { status });
  }) as typeof fetch;
  http.setClient({
    request: async ({ method, url, data }: Parameters<ReturnType<typeof http.getClient>['request']>[0]) => {
      const given = { ...(await answer({ method, url, data: data as Sent['data'], key: undefined })), headers: {} };
      if (given.status >= 400) throw new HttpResponseError('refused', given, url);
      return given;
    },
  });
  return sent;
}
