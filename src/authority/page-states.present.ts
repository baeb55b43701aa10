import type { PageState } from '../shared/answers/authority.js';
import type { PageRow } from './page-states.queries.js';

/** A page's state with its wire names. */
export function toPageState({ page, kind, since, what, tries, members, filledAt, ms }: PageRow): PageState {
  return {
    page,
    state: kind ?? (filledAt ? 'works' : 'unknown'),
    since: since?.toISOString() ?? null,
    what: what ?? [],
    tries: tries ?? 0,
    members: members ?? [],
    filled_at: filledAt?.toISOString() ?? null,
    ms,
  };
}
