import type { PageState } from './answers/authority.js';
import { authorityPages } from './authority-pages.js';
import { formatUtcMinute } from './dates.js';

/** A page's state as a sentence for members. It says only what runs of the script, and members, found. */
export function pageStateWords(page: PageState): string {
  const { state, since } = page;
  if (state === 'unknown') return 'No run of the script is on record.';
  if (state === 'works') return lastFilled(page);
  const name = authorityPages[page.page].name.replace(/^the /, 'The ');
  const found = `since ${formatUtcMinute(since)}, found ${foundBy(page)}`;
  if (state === 'changed')
    return `${name} has changed ${found}: ${page.what.join(' ')} The script fills nothing there until an Admin has looked at it. Fill by hand.`;
  return `${name} ${state === 'away' ? 'has not answered' : 'is slow'} ${found}. ${lastFilled(page)}`;
}

function lastFilled({ filled_at, ms }: PageState): string {
  if (filled_at === null) return 'The script has not filled it yet.';
  return `The script last filled it on ${formatUtcMinute(filled_at)}; the page took ${(ms! / 1_000).toFixed(1)} s.`;
}

function foundBy({ tries, members }: PageState): string {
  return `${tries === 1 ? 'once' : `${tries} times`} by ${named(members)}`;
}

/** How many names a sentence has. */
const mostNames = 3;

function named(members: readonly string[]): string {
  const more = members.length - mostNames;
  const names = more > 0 ? [...members.slice(0, mostNames), `${more} more`] : members;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
