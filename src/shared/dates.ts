/**
 * How times and calendar dates are printed and counted (decisions: Time).
 * A time is an instant: a Date, or ISO 8601 with Z. A calendar date is `YYYY-MM-DD` and belongs to no time zone.
 * Neither the process's time zone nor its locale has a say, so that server and browser print the same text.
 * What is absent prints as ''; a time that is none throws RangeError.
 */
type Time = Date | string | null | undefined;
type CalendarDate = string | null | undefined;

/** Eastern Standard Time all year: what is headed EST must be EST in July too. */
const EST = -5;
/** Malaysia keeps no summer time. */
const KUALA_LUMPUR = 8;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Lists, whose header says UTC: `31-12-2026 23:59:59`. */
export function formatListTime(time: Time): string {
  return print(time, 0, (at) => `${at.day}-${at.month}-${at.year} ${at.clock}`);
}

/** Calendar date in lists: `31-12-2026`. */
export function formatDate(date: CalendarDate): string {
  return print(date, 0, (at) => `${at.day}-${at.month}-${at.year}`);
}

/** Calendar date on an order's page: `31 / December / 2026`. */
export function formatLongDate(date: CalendarDate): string {
  return print(date, 0, (at) => `${at.day} / ${at.monthName} / ${at.year}`);
}

/** Remarks and mail history, headed EST: `12-31-2026 18:59:59`. */
export function formatEstHistory(time: Time): string {
  return time ? `${usDate(time)} ${usTime(time)}` : '';
}

/** The wire name `us_date` of a remark: `12-31-2026`, EST. */
export function usDate(time: Time): string {
  return print(time, EST, (at) => `${at.month}-${at.day}-${at.year}`);
}

/** The wire name `us_time` of a remark: `18:59:59`, EST. */
export function usTime(time: Time): string {
  return print(time, EST, (at) => at.clock);
}

/** Download history, headed EST: `31 / December / 2026 18:59:59`. */
export function formatEstDownload(time: Time): string {
  return print(time, EST, (at) => `${at.day} / ${at.monthName} / ${at.year} ${at.clock}`);
}

/** In a defence pack: `31-12-2026 18:59:59 EST`. */
export function formatEst(time: Time): string {
  return print(time, EST, (at) => `${at.day}-${at.month}-${at.year} ${at.clock} EST`);
}

/** In a defence pack, beside `formatEst`: `31-12-2026 23:59:59 UTC`. */
export function formatUtc(time: Time): string {
  return print(time, 0, (at) => `${at.day}-${at.month}-${at.year} ${at.clock} UTC`);
}

/** In the sentence that refuses a stale write (api.md): `2026-12-31 23:59 UTC`. */
export function formatUtcMinute(time: Time): string {
  return print(time, 0, (at) => `${at.year}-${at.month}-${at.day} ${at.clock.slice(0, 5)} UTC`);
}

/** Calendar date in a sentence to a visitor: `4 March`. */
export function plainDay(date: CalendarDate): string {
  return print(date, 0, (at) => `${Number(at.day)} ${at.monthName}`);
}

/** `2026-03` → `Mar`. */
export function monthName(month: string): string {
  return print(month, 0, (at) => at.monthName.slice(0, 3));
}

/** Whether the text is `YYYY-MM-DD`, a day that exists, from 1900 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^(19|[2-9]\d)\d\d-\d\d-\d\d$/.test(text)) return false;

  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text);
}

/** The calendar date it is in Kuala Lumpur, by which the authority counts. */
export function kualaLumpurToday(now = new Date()): string {
  return print(now, KUALA_LUMPUR, (at) => `${at.year}-${at.month}-${at.day}`);
}

/** First calendar date on which the authority takes a card: its window of so many days ends with the day of arrival. */
export function processingDate(arrival: string, windowDays = 3): string {
  const opens = new Date(Date.parse(arrival) - (windowDays - 1) * DAY);
  return print(opens, 0, (at) => `${at.year}-${at.month}-${at.day}`);
}

/** The month `YYYY-MM` that a processing date falls in. */
export function processMonth(processing: string): string {
  return processing.slice(0, 7);
}

/** Twelve months `YYYY-MM` from Kuala Lumpur's current one on, in the order of the tiles: Jan to Dec. */
export function nextTwelveMonths(now = new Date()): string[] {
  const [year, current] = kualaLumpurToday(now).split('-').map(Number) as [number, number];
  return MONTHS.map((_, index) => {
    const month = index + 1;
    return `${month < current ? year + 1 : year}-${String(month).padStart(2, '0')}`;
  });
}

/** How long ago a time was, in words: `three hours ago`; `just now` below a minute and for times to come. */
export function ago(time: Date | string, now = new Date()): string {
  const passed = now.getTime() - new Date(time).getTime();
  for (const [unit, length] of UNITS) {
    const count = Math.floor(passed / length);
    if (count >= 1) return `${COUNTS[count] ?? count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 60_000],
] as const;

const COUNTS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

type Parts = { year: string; month: string; monthName: string; day: string; clock: string };

/** Calendar dates go through here as their midnight in UTC, with no offset: they never shift. */
function print(time: Time, offsetHours: number, format: (at: Parts) => string): string {
  if (!time) return '';

  const at = typeof time === 'string' ? Date.parse(time) : time.getTime();
  const iso = new Date(at + offsetHours * HOUR).toISOString();
  const month = iso.slice(5, 7);
  return format({
    year: iso.slice(0, 4),
    month,
    monthName: MONTHS[Number(month) - 1]!,
    day: iso.slice(8, 10),
    clock: iso.slice(11, 19),
  });
}
