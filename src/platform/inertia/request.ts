import type { FastifyRequest } from 'fastify';

/** Whether Inertia's client sent the request. Only this header decides who gets page objects. */
export function isInertia(request: FastifyRequest): boolean {
  return header(request, 'x-inertia') === 'true';
}

/** Whether the client or the browser prefetches; such a request must change nothing. */
export function isPrefetch(request: FastifyRequest): boolean {
  return /\bprefetch\b/.test(header(request, 'purpose') ?? header(request, 'sec-purpose') ?? '');
}

/** Whether only the form's validation is wanted, so that the handler must not run. */
export function isPrecognitive(request: FastifyRequest): boolean {
  return header(request, 'precognition') === 'true';
}

/** Which of a page's props a request asks for. */
export interface Wanted {
  /** Some of the props of the screen the client already shows. */
  partial: boolean;
  only: string[];
  except: string[];
  reset: string[];
  /** Keys of once-props the client holds. */
  held: string[];
  /** An infinite list's rows go before those the client has. */
  prepend: boolean;
}

/** Reads the partial-reload headers; they are ignored unless Inertia's client asks for the screen that it shows. */
export function wantedOf(request: FastifyRequest, component: string): Wanted {
  if (!isInertia(request)) return { partial: false, only: [], except: [], reset: [], held: [], prepend: false };

  const only = names(request, 'x-inertia-partial-data');
  const except = names(request, 'x-inertia-partial-except');
  const partial =
    header(request, 'x-inertia-partial-component') === component && (only.length > 0 || except.length > 0);

  return {
    partial,
    only: partial ? only : [],
    except: partial ? except : [],
    reset: partial ? names(request, 'x-inertia-reset') : [],
    held: names(request, 'x-inertia-except-once-props'),
    prepend: header(request, 'x-inertia-infinite-scroll-merge-intent') === 'prepend',
  };
}

/** The names of a comma-separated header, none when it is absent. */
export function names(request: FastifyRequest, name: string): string[] {
  return (header(request, name) ?? '').split(',').flatMap((part) => part.trim() || []);
}

/** A request header as one string; Node joins repeated ones with commas. */
export function header(request: FastifyRequest, name: string): string | undefined {
  return request.headers[name]?.toString();
}

/** A cookie's value as the browser sent it. */
export function cookie(request: FastifyRequest, name: string): string | undefined {
  const pairs = (header(request, 'cookie') ?? '').split(';').map((pair) => pair.trim());

  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** The path and query that were asked for. It never begins with two slashes, which browsers take for another host. */
export function urlOf(request: FastifyRequest): string {
  return ownPath(request.originalUrl);
}

/** Where the visitor came from on this site, as a path, for answers that go back. */
export function refererOf(request: FastifyRequest): string | undefined {
  const referer = header(request, 'referer');
  if (!referer || !URL.canParse(referer)) return undefined;

  const url = new URL(referer);
  return url.host === request.host ? ownPath(url.pathname + url.search) : undefined;
}

/** Makes a path one of this site: leading slashes and backslashes become one slash. */
export function ownPath(path: string): string {
  return path.replace(/^[/\\]+/, '/');
}
