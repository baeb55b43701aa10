import { authorityPages } from '@shared/authority-pages';
import type { Control } from '@shared/form/controls';
import { lookupControls, type LookupPage } from '@shared/form/lookup';
import { shownEntry } from './entry';
import { fillOne, foundOf, type Outcome, readBack } from './fill';
import { isRegister, lookupDifferences, targetOf } from './known-form';
import { scrollToPuzzle } from './page';
import type { Panel } from './panel';
import { bring, NotFilled, printIt, source, tell, tellRun } from './source';
import { type ListedTrip, listedTrips, type TripDays } from './trips';

/** What is kept in this tab until the page answers. `until` is in milliseconds, as of `Date.now()`. */
type Wanted = { page: LookupPage; order: string; answer: string; trip?: TripDays; until: number };
const item = 'arrival-card-desk-lookup';
/** How long it is kept at most, in milliseconds. */
const longest = 10 * 60_000;

/**
 * Fills *Check Registration* or *Check Visit Pass*. On the page that answers the search, it takes the slip of the order's trip, or
 * the date of entry, to the desk.
 * @param isUserscript started by itself: it is silent where a person looks a traveller up without it
 */
export async function lookUp(
  panel: Panel,
  { page, form }: { page: LookupPage; form: HTMLFormElement },
  isUserscript: boolean,
): Promise<void> {
  // the form's address has this query, the address of its answer has not
  const isAnswer = !location.search.includes(authorityPages[page].query);
  const wanted = isAnswer ? readWanted(page) : undefined;
  if (wanted?.trip) return takeSlip(panel, wanted, wanted.trip, listedTrips());
  if (wanted) return takeEntry(panel, wanted, shownEntry());
  forget();
  if (isUserscript && isAnswer) return panel.close();

  const filling = await source(page);
  if (!filling) return panel.close();
  const { order, answer } = filling;
  const differences = lookupDifferences(page, form);
  if (differences.length > 0) {
    const told = await tellRun(answer, { outcome: 'changed', differences });
    return panel.stop('The page changed; not filling', [...differences, told]);
  }
  const outcomes = await fill(page, filling.values);
  const trip = 'trip' in filling ? { trip: filling.trip } : {};
  if (answer)
    sessionStorage.setItem(item, JSON.stringify({ page, order, answer, ...trip, until: Date.now() + longest }));
  panel.report(order, outcomes, [
    answer
      ? `The puzzle and the search are yours. Then start the script once more, if it does not start by itself: it takes the ${takes[page]}.`
      : `The puzzle and the search are yours. ${instead[page]}`,
  ]);
  scrollToPuzzle();
  await tellRun(answer, foundOf(outcomes));
}

/** What the script takes from each page, and what a member does without it. */
const takes: Record<LookupPage, string> = { registration: 'slip', 'visit-pass': 'date of entry' };
const instead: Record<LookupPage, string> = {
  registration: printIt,
  'visit-pass': 'Write a comment on the order’s page with what the page shows.',
};

async function fill(page: LookupPage, values: Record<string, string>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [id, row] of Object.entries<Control>(lookupControls[page])) {
    const value = values[id]!.trim();
    outcomes.push(readBack(id, row, value, await fillOne(id, row, value)));
  }
  return outcomes;
}

async function takeSlip(panel: Panel, wanted: Wanted, trip: TripDays, trips: ListedTrip[]): Promise<void> {
  const { order, answer } = wanted;
  const days = `${trip.arrDt} to ${trip.depDt}`;
  if (trips.length === 0) return nothingYet(panel, wanted);
  const own = trips.filter(({ arrDt, depDt }) => arrDt === trip.arrDt && depDt === trip.depDt);
  if (own.length === 0) {
    return panel.stop(`Order ${order}: its trip is not in the list`, [
      `The trip of the order is ${days}.`,
      ...trips.map(({ words }) => `Listed: ${words}`),
    ]);
  }
  const title = `Order ${order}: several registrations are of ${days}. Which one?`;
  const among = own.map(({ words }) => words);
  const place = own.length === 1 ? 0 : await panel.choose(title, among);
  const { verdict, note } = await bring(answer, await slipOf(own[place]!.form));
  forget();
  panel.stop(`The desk has the slip of order ${order}, of ${days}`, [
    note,
    verdict === 'differs' ? 'Look at it on the order’s page.' : 'Send it on the order’s page.',
  ]);
}

async function takeEntry(panel: Panel, wanted: Wanted, entry: string): Promise<void> {
  if (entry === '') return nothingYet(panel, wanted);
  const iso = entry.split('/').toReversed().join('-');
  await tell(wanted.answer, { outcome: 'entered', entry: iso }, instead['visit-pass']);
  forget();
  panel.stop(`The desk has noted the date of entry of order ${wanted.order}: ${entry}`, []);
}

/** The page found nothing, or shows it in a way that the script does not know. The search may go on. */
function nothingYet(panel: Panel, { page, order }: Wanted): void {
  const said = pagesWords() ?? `The page shows no ${takes[page]} that the script knows. ${instead[page]}`;
  panel.stop(`Order ${order}: nothing on ${authorityPages[page].name} yet`, [said]);
}

/** The slip that the page gives out for a trip. @throws {NotFilled} when it gives none */
async function slipOf(form: HTMLFormElement): Promise<Blob> {
  const target = targetOf(form);
  if (!isRegister(target))
    throw new NotFilled(`The slip is printed by ${target.href}, which the script does not know. ${printIt}`);
  const body = new URLSearchParams([...new FormData(form)] as [string, string][]);
  const printed = await fetch(target, { method: 'POST', body }).catch(() => undefined);
  const slip = printed?.ok ? await printed.blob() : undefined;
  if (!slip || !(await slip.slice(0, 1024).text()).includes('%PDF-'))
    throw new NotFilled(`The page gave no PDF as the slip. ${printIt}`);
  return slip;
}

/** What the page says in place of an answer, as far as its words are known. */
function pagesWords(): string | undefined {
  const known = /[^\n]*(?:rekod tidak dijumpai|no record|pin tidak sah|invalid pin)[^\n]*/i;
  const [words] = known.exec(document.body.innerText) ?? [];
  return words && `The page says: ${words.trim().slice(0, 300)}`;
}

function readWanted(page: LookupPage): Wanted | undefined {
  try {
    const wanted = JSON.parse(sessionStorage.getItem(item) ?? 'null') as Wanted | null;
    return wanted?.page === page && wanted.until > Date.now() ? wanted : undefined;
  } catch {
    return undefined;
  }
}

function forget(): void {
  sessionStorage.removeItem(item);
}
