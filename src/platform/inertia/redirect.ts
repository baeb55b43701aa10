import type { FastifyReply, FastifyRequest } from 'fastify';
import { carryOn, type Carried } from './carried.js';
import { header, isInertia, ownPath, refererOf, urlOf } from './request.js';

/** A redirect, and what it keeps for the next page. Made by `redirect`, `back` and `location`. */
export class Redirect {
  /** What the next page shows; errors are separate, because the request may name their bag. */
  readonly carried: Carried = {};
  fieldErrors?: { errors: Record<string, string>; bag?: string };

  constructor(
    /** The target; undefined for the page that the visitor came from. */
    readonly to: string | undefined,
    /** The target when the page that the visitor came from is unknown. */
    readonly otherwise = '/',
    /** The browser loads the target as a whole document. */
    readonly whole = false,
  ) {}

  /** The next page has these beside its props, once. */
  flash(flash: Record<string, unknown>): this {
    this.carried.flash = { ...this.carried.flash, ...flash };
    return this;
  }

  /** The next page has these in its `errors`, once: field → message, in the bag that `bag` or the request names. */
  errors(errors: Record<string, string>, bag?: string): this {
    this.fieldErrors = { errors, bag };
    return this;
  }

  /** The client forgets the encrypted pages of its history, as after signing out. */
  clearHistory(): this {
    this.carried.clearHistory = true;
    return this;
  }

  /** The client keeps the `#fragment` of the address it asked for. */
  preserveFragment(): this {
    this.carried.preserveFragment = true;
    return this;
  }
}

/**
 * Goes to a path of this site or to an `https:` or `http:` address. A target that begins with a slash never leaves the
 * site.
 * @throws TypeError for another scheme
 */
export function redirect(to: string): Redirect {
  return new Redirect(target(to));
}

/** Goes back where the visitor came from on this site, else to `otherwise`. */
export function back(otherwise = '/'): Redirect {
  return new Redirect(undefined, target(otherwise));
}

/** Like `redirect`, but the browser loads the target as a whole document: another site, a file, a changed session. */
export function location(to: string): Redirect {
  return new Redirect(target(to), '/', true);
}

/** Keeps errors for the next page, field → message, in the bag that `bag` or else the request names. */
export function flashErrors(request: FastifyRequest, errors: Record<string, string>, bag?: string): void {
  carryOn(request, { errors: { [bag ?? header(request, 'x-inertia-error-bag') ?? '']: errors } });
}

/** Keeps values for the next page, beside its props. */
export function flash(request: FastifyRequest, values: Record<string, unknown>): void {
  carryOn(request, { flash: values });
}

/** Answers with the redirect, for exception filters and others outside a handler's return value. */
export function sendRedirect(request: FastifyRequest, reply: FastifyReply, answer: Redirect): FastifyReply {
  return setRedirect(request, reply, answer).send();
}

/** Puts the redirect into the reply without sending it. The `onSend` hook gives it the form the client needs. */
export function setRedirect(request: FastifyRequest, reply: FastifyReply, answer: Redirect): FastifyReply {
  carryOn(request, answer.carried);
  if (answer.fieldErrors) flashErrors(request, answer.fieldErrors.errors, answer.fieldErrors.bag);

  const to = answer.to ?? comingFrom(request) ?? answer.otherwise;
  if (answer.whole && isInertia(request)) return conflict(reply, 'X-Inertia-Location', to);

  return reply.code(303).header('Location', to);
}

/** Sends Inertia's client to an address by a 409, for targets that it can't follow by a redirect. */
export function conflict(
  reply: FastifyReply,
  name: 'X-Inertia-Location' | 'X-Inertia-Redirect',
  to: string,
): FastifyReply {
  return reply.code(409).header(name, to);
}

/** Avoids a redirect of a page to itself. */
function comingFrom(request: FastifyRequest): string | undefined {
  const referer = refererOf(request);

  return request.method === 'GET' && referer === urlOf(request) ? undefined : referer;
}

function target(to: string): string {
  const path = /^[/\\]/.test(to) ? ownPath(to) : to;
  if (!['http:', 'https:'].includes(new URL(path, 'http://localhost').protocol)) {
    throw new TypeError(`Cannot redirect to ${to}`);
  }

  // a header holds visible ASCII alone: the rest, line breaks with it, is percent-encoded; Buffer mends lone surrogates
  return Buffer.from(path)
    .toString()
    .replace(/[^!-~]+/g, encodeURIComponent);
}
