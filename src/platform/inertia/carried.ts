import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Flash, errors and flags that this answer keeps for the next page, or shows itself if it is a page. */
    carried: Carried | null;
  }
}

/** What an answer keeps for the next page. It is shown once, and survives redirects and a change of version. */
export interface Carried {
  /** Shown beside the props, such as a toast. */
  flash?: Record<string, unknown>;
  /** Error bag → field → message; the bag '' is the page's own. */
  errors?: Record<string, Record<string, string>>;
  /** The client forgets the encrypted pages of its history. */
  clearHistory?: boolean;
  /** The client keeps the fragment of the address it asked for. */
  preserveFragment?: boolean;
}

/** Adds to what this request's answer keeps for the next page. */
export function carryOn(request: FastifyRequest, more: Carried): void {
  request.carried = together(request.carried ?? {}, more);
}

/** Both merged; `later` wins. */
export function together(earlier: Carried, later: Carried): Carried {
  const both = { ...earlier, ...later };
  if (earlier.flash && later.flash) both.flash = { ...earlier.flash, ...later.flash };
  if (earlier.errors && later.errors) both.errors = { ...earlier.errors, ...later.errors };

  return both;
}

/** The `errors` prop of a page: field → message, and each bag under its name. */
export function errorsProp({ errors = {} }: Carried): Record<string, unknown> {
  const { '': own = {}, ...bags } = errors;

  return { ...bags, ...own };
}
