import { fetchJson } from '@/writes/fetch-json';
import { askForFactor } from '@/writes/fresh-factor';
import { askToSignIn, whyRefused } from '@/writes/session';
import { http, HttpResponseError } from '@inertiajs/core';
import type { BulkResult, UndoOffer } from '@shared/orders';
import { doubt } from '@shared/doubt';
import { ownNotMade } from '@shared/stale';

export type Request = {
  method: 'post' | 'put';
  path: string;
  /** An object is sent as JSON, a form as multipart. */
  body: object;
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes of the body that were sent. */
  onProgress?: ((sent: number) => void) | undefined;
};

/** The API's answer; `errors` are messages by field. */
export type Envelope<Data> = {
  status: number;
  message: string;
  data: Data;
  errors?: Record<string, string>;
  undo?: UndoOffer;
  total?: number;
  version?: number;
  /** What the session lacks for this. */
  missing?: 'factor' | 'enrolment' | 'fresh factor';
  ref?: string;
};

/**
 * The outcome of a write. `unknown`: it may have been done, but its answer was lost. `cancelled`: the member cancelled it.
 */
export type Outcome<Data = Partial<BulkResult> | null> = Partial<Envelope<Data>> & {
  done: boolean;
  message: string;
  unknown?: boolean;
  cancelled?: boolean;
};

/** The mail with a card that somebody sent since the member looked, when the server asks about it. */
export function sentBefore(outcome: Outcome<unknown> | undefined): number | undefined {
  return outcome?.done === false ? (outcome.data as { sent?: number } | null | undefined)?.sent : undefined;
}

/** The customer's message that nobody has read, when the server asks about it. */
export function wroteUnread(outcome: Outcome<unknown> | undefined): number | undefined {
  return outcome?.done === false ? (outcome.data as { wrote?: number } | null | undefined)?.wrote : undefined;
}

/** Whether the answer is a question to the member, and not yet an outcome. */
export function isQuestion(outcome: Outcome<unknown>): boolean {
  return sentBefore(outcome) !== undefined || wroteUnread(outcome) !== undefined;
}

/** Milliseconds before each retry of a lost request. */
const pauses = [500, 1_000, 2_000, 4_000];
/** Bytes of a request that outlives its page: browsers allow 64 KiB for all of them together. */
const mostKeptAlive = 16 * 1024;
/** Milliseconds without progress after which a request counts as lost. */
const longestSilence = 60_000;
/** The status codes of a proxy that can't reach the server, and of the server when it can't reach the database. */
const lostAnswers = new Set([502, 503, 504]);

/** The idempotency key of one press of a button: the server does the write once, however often it is sent. */
export function newKey(): string {
  // browsers offer randomUUID on HTTPS and localhost only
  return crypto.randomUUID?.() ?? [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join('');
}

/**
 * Sends a write until there is an answer or the retries are used up. A lost request is sent again with the same key. When the
 * session is over, the member is asked for the password first, and for the second factor where a fresh proof is needed (docs/screens.md#writes-from-a-page).
 */
export async function send<Data>(request: Request, key: string): Promise<Outcome<Data>> {
  let mayBeDone = false;
  let ref: string | undefined;
  for (let lost = 0; ;) {
    const wasOnline = navigator.onLine;
    const answer = await once<Data>(request, key);
    if (answer === 'cancelled') return { done: false, cancelled: true, message: '' };

    if (answer?.isAnswer) {
      const { envelope, code } = answer;
      if (envelope.missing === 'fresh factor' && (await askForFactor())) continue;
      if (envelope.status !== 401) return outcomeOf(envelope, code);
      if (await askToSignIn(envelope.message)) continue;
      return notDone(mayBeDone, `${whyRefused} Nothing was changed.`, ref);
    }

    mayBeDone ||= wasOnline || answer !== undefined;
    ref = answer?.envelope.ref ?? ref;
    const pause = pauses[lost];
    if (pause === undefined) return notDone(mayBeDone, 'You are offline. Nothing was changed.', ref);
    lost += 1;
    if (!(await rest(pause, request.signal))) return { done: false, cancelled: true, message: '' };
  }
}

function outcomeOf<Data>({ errors, ...envelope }: Envelope<Data>, code: number): Outcome<Data> {
  // an error under `body` belongs to no field
  const isOfFields = errors !== undefined && !('body' in errors);
  const said = code === 409 ? ownNotMade(envelope.message) : envelope.message;
  const message = code >= 500 ? withReference(said, envelope.ref) : said;
  return { ...envelope, ...(isOfFields && { errors }), message, done: envelope.status === 1 };
}

function notDone(mayBeDone: boolean, message: string, ref: string | undefined): Outcome<never> {
  return { done: false, unknown: mayBeDone, message: withReference(mayBeDone ? doubt : message, ref) };
}

/** Adds the request's id, by which a failure on our side is found in the log. */
function withReference(message: string, ref: string | undefined): string {
  return ref ? `${message} Reference: ${ref}` : message;
}

/** A response; `isAnswer`: whether it settles the write: false when the server was unreachable or is still busy with it. */
type Answered<Data> = { isAnswer: boolean; code: number; envelope: Envelope<Data> };

/** Sends one request; undefined when there was no response. */
async function once<Data>(request: Request, key: string): Promise<Answered<Data> | 'cancelled' | undefined> {
  const stop = new AbortController();
  const cancel = () => stop.abort();
  if (request.signal?.aborted) return 'cancelled';
  request.signal?.addEventListener('abort', cancel);
  let silence = setTimeout(cancel, longestSilence);
  const onMoved = (sent: number) => {
    clearTimeout(silence);
    silence = setTimeout(cancel, longestSilence);
    request.onProgress?.(sent);
  };

  try {
    const how = { accept: 'application/json', 'idempotency-key': key };
    const { code, text, mayRetry } =
      request.body instanceof FormData
        ? await askWithProgress(request, how, stop.signal, onMoved)
        : await ask(request, how, stop.signal);
    // 409 with Retry-After: the server is still working on an earlier request with this key
    const isRunning = code === 409 && mayRetry;
    return { isAnswer: !isRunning && !lostAnswers.has(code), code, envelope: envelopeOf<Data>(code, text) };
  } catch {
    return request.signal?.aborted ? 'cancelled' : undefined;
  } finally {
    clearTimeout(silence);
    request.signal?.removeEventListener('abort', cancel);
  }
}

/** A response: its code, its body, and whether it has `Retry-After`. */
type Response = { code: number; text: string; mayRetry: boolean };
type Headers = Record<string, string>;

/** Sends JSON. The end of the page does not end a short request, so a member who leaves cuts nothing off. */
async function ask({ method, path, body }: Request, headers: Headers, signal: AbortSignal): Promise<Response> {
  const keepalive = new Blob([JSON.stringify(body)]).size <= mostKeptAlive;
  const answer = await fetchJson(method, path, body, { headers, signal, keepalive });
  return { code: answer.status, text: await answer.text(), mayRetry: answer.headers.has('retry-after') };
}

/** Sends a form by XMLHttpRequest, the only way to learn how much was sent. */
async function askWithProgress(
  { method, path, body }: Request,
  headers: Headers,
  signal: AbortSignal,
  onMoved: (sent: number) => void,
): Promise<Response> {
  const answer = await http
    .getClient()
    .request({ method, url: path, data: body, headers, signal, onUploadProgress: ({ loaded }) => onMoved(loaded) })
    .catch((error: unknown) => {
      if (error instanceof HttpResponseError) return error.response;
      throw error;
    });
  return { code: answer.status, text: answer.data, mayRetry: answer.headers['retry-after'] !== undefined };
}

/** The API's answer; a refusal when the body is not JSON, such as a proxy's error page. */
function envelopeOf<Data>(code: number, text: string): Envelope<Data> {
  try {
    return JSON.parse(text) as Envelope<Data>;
  } catch {
    return { status: 0, message: `The server refused this (${code}). Nothing was changed.`, data: null as Data };
  }
}

/** Waits `ms` milliseconds. Resolves to false as soon as `signal` aborts. */
function rest(ms: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(!signal?.aborted);
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}
