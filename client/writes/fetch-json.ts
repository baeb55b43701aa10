import { ownHeaders } from '@/writes/member';

/**
 * Calls the API: sends an object as JSON, with the page's member and the proof that our page sends it. Every call but the
 * upload of a form goes this way (client/writes/send.ts).
 * @throws when there is no answer; a refusal is an answer.
 */
export function fetchJson(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body?: object,
  { headers, ...how }: { headers?: Record<string, string>; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<Response> {
  return fetch(path, {
    method: method.toUpperCase(),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers, ...ownHeaders() },
    body: body && JSON.stringify(body),
    ...how,
  });
}
