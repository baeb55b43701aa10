import { tripDays } from '@shared/form/lookup';

/** The days of a trip, as DD/MM/YYYY. */
export type TripDays = Record<(typeof tripDays)[number], string>;
/** A registration in the list of *Check Registration*: its days, '' for one that can't be read, what its row says, and what prints its slip. */
export type ListedTrip = TripDays & { words: string; form: HTMLFormElement };

/** The registrations that the page lists, earlier trips among them. */
export function listedTrips(): ListedTrip[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name=hTripId]')].flatMap(({ form, value }) => {
    const row = form?.closest('tr');
    return row && value !== '' ? { ...daysOf(row), words: row.innerText.replace(/\s+/g, ' ').trim(), form: form! } : [];
  });
}

/** The days below the headings of arrival and departure; without such headings, the two days of a row that has no others. */
function daysOf(row: HTMLTableRowElement): TripDays {
  const heads = [...(row.closest('table')?.rows[0]?.cells ?? [])].map(({ innerText }) => innerText);
  const below = (head: RegExp) => daysIn(row.cells[heads.findIndex((one) => head.test(one))]?.innerText ?? '');
  const [arrivals, departures] = [below(/arriv|ketibaan/i), below(/depart|berlepas/i)];
  if (arrivals.length === 1 && departures.length === 1) return { arrDt: arrivals[0]!, depDt: departures[0]! };
  const [arrDt = '', depDt = '', ...others] = daysIn(row.innerText);
  const isSure = arrivals.length + departures.length + others.length === 0;
  return isSure ? { arrDt, depDt } : { arrDt: '', depDt: '' };
}

/** The months' first letters in English and Malay, by which they differ. */
const months = [
  /^JAN/i,
  /^FEB/i,
  /^MA[RC]/i,
  /^APR/i,
  /^ME?[AI]/i,
  /^JUN/i,
  /^JUL/i,
  /^(?:AUG|OGO)/i,
  /^SEP/i,
  /^O[CK]T/i,
  /^NOV/i,
  /^D[EI]/i,
];

/** The days in a text, as DD/MM/YYYY. The authority writes the day before the month. */
export function daysIn(text: string): string[] {
  const found = text.matchAll(
    /(?<!\d)(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./-](\d{1,2})[./-](\d{4})|(\d{1,2})[ -]([A-Z]{3,9})[ -](\d{4}))(?!\d)/gi,
  );
  return [...found].map(([, year, month, day, first, second, last, named, name = '', its]) => {
    const number = month ?? second ?? String(months.findIndex((one) => one.test(name)) + 1);
    return [day ?? first ?? named, number, year ?? last ?? its].map((part) => part!.padStart(2, '0')).join('/');
  });
}
