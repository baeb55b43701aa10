/**
 * An area: the properties that all paths below a prefix share (docs/architecture.md#areas-of-paths). The longest matching
 * prefix wins.
 */
export type Area = {
  prefix: string;
  /** The callers the area is meant for. It shapes the answers only; the guards decide about access. */
  callers: readonly Caller[];
  /**
   * `never`: no cache may store an answer, not even the browser on a shared computer. `as answered`: each answer sets it
   * itself.
   */
  cache: 'never' | 'as answered';
  /** Whether a write with a cookie needs a CSRF token. Callers with a key or a signature send no cookie. */
  csrf: boolean;
  /** What the rate limit counts by: the caller's network, the shop's key, or nothing. */
  limit: 'network' | 'shop' | 'none';
  /**
   * The form of a refusal. `json`: the envelope. `page`: an error page, or a redirect to the sign-in. `file`: a page when
   * a browser tab opens the file, else the envelope. `export`: as `page`, but the sign-in does not redirect back to it.
   */
  answers: 'json' | 'page' | 'file' | 'export';
};

type Caller = 'anyone' | 'staff' | 'visitor' | 'shop' | 'provider' | 'operator' | 'developer';

export const areas: readonly Area[] = [
  area('/', ['anyone'], 'page', { cache: 'as answered' }),
  area('/reset-password', ['anyone'], 'page'),
  area('/track-order', ['visitor'], 'page', { cache: 'as answered' }),
  area('/get-new-order-details', ['visitor'], 'page'),
  area('/policies', ['visitor'], 'page', { cache: 'as answered' }),
  area('/authority-filler.user.js', ['anyone'], 'json', { cache: 'as answered' }),
  area('/uploads', ['visitor', 'staff'], 'file'),
  area('/admin', ['staff'], 'page'),
  area('/admin/export', ['staff'], 'export'),
  area('/admin/mail-file', ['staff'], 'export'),
  area('/admin/inbound-file', ['staff'], 'export'),
  area('/admin/order-file', ['staff'], 'export'),
  area('/admin/pack-version', ['staff'], 'export'),
  area('/admin/live', ['staff'], 'json'),
  area('/api', ['staff', 'anyone'], 'json'),
  area('/api/front', ['visitor'], 'json'),
  area('/api/filler', ['staff'], 'json', { csrf: false }),
  area('/api/intake', ['shop'], 'json', { csrf: false, limit: 'shop' }),
  area('/api/webhooks', ['provider'], 'json', { csrf: false }),
  area('/assets', ['anyone'], 'json', { cache: 'as answered', limit: 'none' }),
  area('/healthz', ['operator'], 'json', { cache: 'as answered', limit: 'none' }),
  area('/readyz', ['operator'], 'json', { cache: 'as answered', limit: 'none' }),
  area('/metrics', ['operator'], 'json', { cache: 'as answered', limit: 'none' }),
  area('/dev', ['developer'], 'json', { cache: 'as answered', csrf: false }),
];

function area(
  prefix: string,
  callers: readonly Caller[],
  answers: Area['answers'],
  more: Partial<Pick<Area, 'cache' | 'csrf' | 'limit'>> = {},
): Area {
  return { prefix, callers, answers, cache: 'never', csrf: true, limit: 'network', ...more };
}

const longestFirst = areas.toSorted((a, b) => b.prefix.length - a.prefix.length);

/**
 * The area of a request.
 * @param route the pattern that the router matched, undefined when none did. It takes precedence, because the URL can be
 * spelled in several ways.
 * @param url the URL as it was sent
 */
export function areaOf(route: string | undefined, url: string): Area {
  const path = route ?? plainPath(url);
  return longestFirst.find(({ prefix }) => prefix === '/' || path === prefix || path.startsWith(`${prefix}/`))!;
}

/** The path that a URL without a route probably means: decoded, lower case, without dot segments and double slashes. */
function plainPath(url: string): string {
  const parts: string[] = [];
  for (const part of decoded(url.split(/[?#]/, 1)[0]!)
    .toLowerCase()
    .split(/[/\\]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the area's pages are for customers, in a brand's design. */
export function isForVisitors({ callers, answers }: Area): boolean {
  return callers.includes('visitor') && answers !== 'json';
}
