import { lookupControls, lookupIds } from '@shared/form/lookup';
import { fillOne, type Outcome, readBack } from './fill';
import { isRegister, lookupDifferences, targetOf } from './known-form';
import { scrollToPuzzle } from './page';
import type { Panel } from './panel';
import { bring, NotFilled, printIt, source } from './source';
import { type ListedTrip, listedTrips, type TripDays } from './trips';

/** What is kept in this tab until the page lists the trips. `until` is in milliseconds, as of `Date.now()`. */
type Wanted = { order: string; answer: string; trip: TripDays; until: number };
const item = 'arrival-card-desk-trip';
/** How long it is kept at most, in milliseconds. */
const longest = 10 * 60_000;

/**
 * Fills *Check Registration*. On the page that answers the search, it takes the slip of the order's trip to the desk.
 * @param isUserscript started by itself: it is silent where a person looks a traveller up without it
 */
export async function lookUp(panel: Panel, form: HTMLFormElement, isUserscript: boolean): Promise<void> {
  const trips = listedTrips();
  // the address by which the page is opened has a query, that of its answer has none
  const wanted = location.search === '' ? readWanted() : undefined;
  if (wanted) return take(panel, wanted, trips);
  forget();
  if (isUserscript && location.search === '') return panel.close();

  const differences = lookupDifferences(form);
  if (differences.length > 0) return panel.stop('The page changed; not filling', differences);
  const filling = await source('registration');
  if (!filling) return panel.close();
  const outcomes: Outcome[] = [];
  for (const id of lookupIds) {
    const [row, value] = [lookupControls[id], filling.values[id].trim()];
    outcomes.push(readBack(id, row, value, await fillOne(id, row, value)));
  }
  const { order, trip, answer } = filling;
  if (answer) sessionStorage.setItem(item, JSON.stringify({ order, answer, trip, until: Date.now() + longest }));
  panel.report(order, outcomes, [
    answer
      ? 'The puzzle and the search are yours. Then start the script once more, if it does not start by itself: it takes the slip.'
      : `The puzzle and the search are yours. ${printIt}`,
  ]);
  scrollToPuzzle();
}

async function take(panel: Panel, { order, answer, trip }: Wanted, trips: ListedTrip[]): Promise<void> {
  const days = `${trip.arrDt} to ${trip.depDt}`;
  if (trips.length === 0)
    return panel.stop(`Order ${order}: no slip yet`, [
      pagesWords() ?? `The page lists no trip that the script knows. ${printIt}`,
    ]);
  const own = trips.filter(({ arrDt, depDt }) => arrDt === trip.arrDt && depDt === trip.depDt);
  if (own.length === 0) {
    return panel.stop(`Order ${order}: its trip is not in the list`, [
      `The trip of the order is ${days}.`,
      ...trips.map(({ words }) => `Listed: ${words}`),
    ]);
  }
  const title = `Order ${order}: several registrations are of ${days}. Which one?`;
  const place =
    own.length === 1
      ? 0
      : await panel.choose(
          title,
          own.map(({ words }) => words),
        );
  const { verdict, note } = await bring(answer, await slipOf(own[place]!.form));
  forget();
  panel.stop(`The desk has the slip of order ${order}, of ${days}`, [
    note,
    verdict === 'differs' ? 'Look at it on the order’s page.' : 'Send it on the order’s page.',
  ]);
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

/** What the page says in place of a list, as far as its words are known. */
function pagesWords(): string | undefined {
  const known = /[^\n]*(?:rekod tidak dijumpai|no record|pin tidak sah|invalid pin)[^\n]*/i;
  const [words] = known.exec(document.body.innerText) ?? [];
  return words && `The page says: ${words.trim().slice(0, 300)}`;
}

function readWanted(): Wanted | undefined {
  try {
    const wanted = JSON.parse(sessionStorage.getItem(item) ?? 'null') as Wanted | null;
    return wanted && wanted.until > Date.now() ? wanted : undefined;
  } catch {
    return undefined;
  }
}

function forget(): void {
  sessionStorage.removeItem(item);
}
