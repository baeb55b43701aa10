import type { Toast } from '../shared/pages.js';

/**
 * What a write answers. An API caller gets it as the envelope, an Inertia form as a 303 with a toast (reply.interceptor.ts).
 * Made by `done` and `withData`.
 */
export class Reply<Data = unknown> {
  /** Where a page goes instead of back. */
  to?: string;
  /** Answered instead of 200. */
  code = 200;
  /** Id of the request that was first answered so, if it isn't the current one. */
  ref?: string;

  constructor(
    readonly message: string,
    readonly data: Data,
    readonly beside: Record<string, unknown> = {},
    readonly toast: Toast['type'] | null = 'success',
  ) {}

  /** A page that sent this goes to `path` instead of back where it was. */
  goTo(path: string): this {
    this.to = path;
    return this;
  }

  /** The HTTP code for API callers, such as 201. */
  as(code: number): this {
    this.code = code;
    return this;
  }
}

/** The write succeeded; `message` is what the member reads. */
export function done<Data = Record<string, never>>(message: string, data?: Data): Reply<Data> {
  return new Reply(message, (data ?? {}) as Data);
}

/** An answer to a read: `data`, and for lists `total`, `page` and `limit` beside it. Pages show no toast for it. */
export function withData<Data>(data: Data, beside: Record<string, unknown> = {}): Reply<Data> {
  return new Reply('', data, beside, null);
}

/**
 * A refusal, with the sentence the user reads. `code` is the HTTP code: 401 not signed in, 403 not allowed, 404 not
 * found, 409 conflict, 413 too large, 415 media type, 422 wrong input, 429 too many, 499 the client closed the
 * connection, 503 a dependency is down (docs/http-api.md#the-api).
 */
export class Refused extends Error {
  /** Field → message, only with 422. */
  errors?: Record<string, string>;
  /** Seconds until the next try may work, only with 429. */
  retryAfter?: number;
  /** Further members of the envelope. */
  beside: Record<string, unknown> = {};
  data: unknown = null;
  /** Where a page goes instead of back. */
  to?: string;
  /** Where the error page leads instead of the dashboard. */
  link?: { href: string; label: string };
  /** Id of the request that was first refused so, if it isn't the current one. */
  ref?: string;
  /** With 401: whether the page that asked stays and shows the refusal, because the browser's session is still valid. */
  readonly staysOnPage: boolean = false;
  /** How the next page shows it. */
  readonly toast: Toast['type'] = 'error';

  constructor(
    message: string,
    readonly code: 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 499 | 503,
  ) {
    super(message);
  }

  /** Wrong input: one message a field; the first is the envelope's (docs/http-api.md#the-api). */
  static input(errors: Record<string, string>): Refused {
    const refused = new Refused(Object.values(errors)[0] ?? 'Invalid input', 422);
    refused.errors = errors;
    return refused;
  }

  static notAllowed(): Refused {
    return new Refused('You are not allowed to do this.', 403);
  }

  /** The error page has this link instead of the one to the dashboard. */
  linkTo(href: string, label: string): this {
    this.link = { href, label };
    return this;
  }

  with(beside: Record<string, unknown>): this {
    this.beside = beside;
    return this;
  }

  goTo(path: string): this {
    this.to = path;
    return this;
  }
}
