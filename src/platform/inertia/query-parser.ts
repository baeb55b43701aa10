import qs from 'qs';

/**
 * Parses `a[]=1&b[c]=2` as Inertia's client writes it; for Fastify's `querystringParser`. Bounded: 200 parameters, five
 * levels, lists of 100; names such as `__proto__` and `constructor` are dropped.
 */
export function parseQuery(query: string): Record<string, unknown> {
  return qs.parse(query, { parameterLimit: 200, depth: 5, arrayLimit: 100, allowPrototypes: false });
}
