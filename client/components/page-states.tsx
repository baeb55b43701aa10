import type { PageState } from '@shared/answers/authority';
import { authorityPages } from '@shared/authority-pages';
import { pageStateWords } from '@shared/page-state-words';
import { pageStates, type PageStateName } from '@shared/page-states';
import type { ComponentType } from 'react';

/** The tone of each state: only what a member has to know is loud. */
const tones: Record<PageStateName, string> = {
  changed: 'bg-danger-soft text-danger',
  away: 'bg-danger-soft text-danger',
  slow: 'bg-caution-soft text-caution',
  works: 'bg-good-soft text-good',
  unknown: 'bg-sunken text-ink-soft',
};

/** Whether the authority's pages work, a line each (docs/form.md#whether-the-authoritys-pages-work). */
export function PageStates({ pages, Action }: { pages: PageState[]; Action?: ComponentType<PageState> }) {
  return (
    <ul>
      {pages.map((page) => (
        <li key={page.page} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1">
          <span className="font-medium sm:w-40">{nameOf(page)}</span>
          <span className={`rounded-sm px-1.5 text-sm leading-5 font-medium whitespace-nowrap ${tones[page.state]}`}>
            {pageStates[page.state]}
          </span>
          <span className="min-w-0 basis-96 grow wrap-anywhere text-ink-soft">{pageStateWords(page)}</span>
          {Action && <Action {...page} />}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ page }: PageState): string {
  return page === 'form' ? 'The authority’s form' : authorityPages[page].name;
}
