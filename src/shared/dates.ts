/**
 * How times and calendar dates are printed and counted (docs/screens.md#time).
 * A time is an instant: a Date, or ISO 8601 with Z. A calendar date is `YYYY-MM-DD` and belongs to no time zone.
 * The process's time zone and locale have no effect, so that server and browser print the same text.
 * A missing value prints as ''; an invalid time throws RangeError.
 */
type Time = Date | string | null | undefined;
type CalendarDate = string | null | undefined;

/** Eastern Standard Time all year: a column headed EST must show EST in July too. */
const EST = -5;
/** Malaysia has no daylight saving time. */
const KUALA_LUMPUR = 8;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
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

/** For staff, where the second matters: `31 Dec 2026, 23:59:59 UTC`. */
export function formatUtc(time: Time): string {
  return print(time, 0, (at) => `${shortDay(at)}, ${at.clock} UTC`);
}

/**
 * In a defence pack, where nobody can take the day for the month: `31 Dec 2026, 23:59 UTC`, or `31 Dec 2026` where no time
 * was told.
 */
export function formatMoment(time: Time): string {
  if (isDayAlone(time)) return formatShortDay(time);
  return formatUtcMinute(time);
}

/** Whether a time is the first or the last second of its day (UTC). A day that was told without a time is stored so. */
export function isDayAlone(time: Time): boolean {
  return /T(?:00:00:00|23:59:59)(?:\.000)?Z$/.test(time instanceof Date ? time.toISOString() : (time ?? ''));
}

/**
 * The last second of a day, in UTC, where it ends first, which is in UTC+14. A bank's day that is told without a time may be any
 * zone's: who answers by then is in time in all of them.
 */
export const endOfEarliestDay = '09:59:59';

/** Until when a bank waits, in a defence pack: `31 Dec 2026, 23:59 UTC`, or the day alone where no time was told. */
export function formatReplyBy(time: Time): string {
  const iso = time instanceof Date ? time.toISOString() : (time ?? '');
  return iso.includes(`T${endOfEarliestDay}`) ? formatShortDay(time) : formatMoment(time);
}

/** Until when a bank waits, for staff: `31 Dec 2026, 09:59 UTC · 17:59 Kuala Lumpur`, with the other day where it is another. */
export function formatDue(time: Time): string {
  return time ? `${formatUtcMinute(time)} · ${elsewhere(time, KUALA_LUMPUR, 'Kuala Lumpur', shortDay)}` : '';
}

/** The same for a column: `31 Dec 2026, 09:59 UTC`, and `17:59 KL` or `1 Jan, 05:59 KL` where the day is another. */
export function dueParts(time: string): { utc: string; kualaLumpur: string } {
  return { utc: formatUtcMinute(time), kualaLumpur: elsewhere(time, KUALA_LUMPUR, 'KL', dayAndMonth) };
}

/** The same in a mail or a note: `31 Dec 2026, 09:59 UTC (17:59 Kuala Lumpur)`. */
export function formatDueMinute(time: Time): string {
  return time ? `${formatUtcMinute(time)} (${elsewhere(time, KUALA_LUMPUR, 'Kuala Lumpur', shortDay)})` : '';
}

/** The clock of a place, after its day where that is not the day of UTC. */
function elsewhere(time: Time, offset: number, place: string, dayOf: (at: Parts) => string): string {
  const day = print(time, offset, dayOf);
  const other = day === print(time, 0, dayOf) ? '' : `${day}, `;
  return print(time, offset, (at) => `${other}${at.clock.slice(0, 5)} ${place}`);
}

/** In the exhibits of a defence pack: `31 Dec 2026, 23:59:59 UTC`, or the day alone. */
export function formatMomentSeconds(time: Time): string {
  if (isDayAlone(time)) return formatShortDay(time);
  return formatUtc(time);
}

/** Goes with `formatMomentSeconds`: the same time in EST and Kuala Lumpur: `18:59 EST · 1 Jan, 07:59 Kuala Lumpur`. */
export function formatLocalClocks(time: Time): string {
  const clock = (offset: number, place: string) => elsewhere(time, offset, place, dayAndMonth);
  return time ? `${clock(EST, 'EST')} · ${clock(KUALA_LUMPUR, 'Kuala Lumpur')}` : '';
}

/** A day in a defence pack or an invoice: `31 Dec 2026`. */
export function formatShortDay(date: Time): string {
  return print(date, 0, shortDay);
}

/** In a sentence, for staff: `31 Dec 2026, 23:59 UTC`. */
export function formatUtcMinute(time: Time): string {
  return print(time, 0, (at) => `${shortDay(at)}, ${at.clock.slice(0, 5)} UTC`);
}

/** In a message about a time of today, such as when a rate limit ends: `23:59 UTC`. */
export function formatUtcClock(time: Time): string {
  return print(time, 0, (at) => `${at.clock.slice(0, 5)} UTC`);
}

/** Calendar date in a sentence: `4 March`; with `today`, `4 March 2027` when that is in another year. */
export function plainDay(date: CalendarDate, today?: string): string {
  return print(date, 0, (at) => {
    const isOtherYear = today !== undefined && !today.startsWith(at.year);
    return `${Number(at.day)} ${at.monthName}${isOtherYear ? ` ${at.year}` : ''}`;
  });
}

/** Calendar date with its weekday, where there is little room: `Fri 27 Nov`, `Fri 1 Jan 2027` when that is in another year. */
export function weekDay(date: CalendarDate, today: string): string {
  return print(date, 0, (at) => {
    const weekday = WEEKDAYS[new Date(`${at.year}-${at.month}-${at.day}T00:00:00Z`).getUTCDay()]!;
    const year = today.startsWith(at.year) ? '' : ` ${at.year}`;
    return `${weekday} ${dayAndMonth(at)}${year}`;
  });
}

/** Time where there is little room: `31 Dec, 23:59 UTC`, `31 Dec 2027, 23:59 UTC` when that is in another year. */
export function shortMoment(time: Time, today: string): string {
  return print(time, 0, (at) => {
    const day = today.startsWith(at.year) ? dayAndMonth(at) : shortDay(at);
    return `${day}, ${at.clock.slice(0, 5)} UTC`;
  });
}

/** Time in a sentence to a visitor: `4 March 2026, 14:03 UTC`. */
export function plainTime(time: Time): string {
  return print(time, 0, (at) => `${Number(at.day)} ${at.monthName} ${at.year}, ${at.clock.slice(0, 5)} UTC`);
}

/** `2026-03` → `Mar 2026`. */
export function monthAndYear(month: string): string {
  return print(month, 0, (at) => `${at.monthName.slice(0, 3)} ${at.year}`);
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

/** The calendar date `days` later, or earlier for a negative number. */
export function daysFrom(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
}

/** How many days the calendar date `to` is after `from`; negative when it is before. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Today's calendar date in Kuala Lumpur, which the authority counts by. */
export function kualaLumpurToday(now = new Date()): string {
  return print(now, KUALA_LUMPUR, (at) => `${at.year}-${at.month}-${at.day}`);
}

/** The hour and minute in Kuala Lumpur. */
export function kualaLumpurClock(now: Date): { hour: number; minute: number } {
  const [hour, minute] = print(now, KUALA_LUMPUR, ({ clock }) => clock)
    .split(':')
    .map(Number) as [number, number];
  return { hour, minute };
}

/** The first calendar date on which the authority accepts a card. Its window of `days` days ends with the day of arrival. */
export function processingDate(arrival: string, windowDays = 3): string {
  return daysFrom(arrival, 1 - windowDays);
}

/** The month `YYYY-MM` that a processing date falls in. */
export function processMonth(processing: string): string {
  return processing.slice(0, 7);
}

/** Twelve months `YYYY-MM` from Kuala Lumpur's current one on, in the order of the tiles, January to December. */
export function nextTwelveMonths(now = new Date()): string[] {
  const [year, current] = kualaLumpurToday(now).split('-').map(Number) as [number, number];
  return MONTHS.map((_, index) => {
    const month = index + 1;
    return `${month < current ? year + 1 : year}-${String(month).padStart(2, '0')}`;
  });
}

/**
 * The range of months `YYYY-MM` of a tile of Future Orders: a month; the current month includes overdue ones; `later` is
 * everything after the twelfth. undefined for `all` (docs/orders.md#submission-window).
 */
export function monthsOfTile(tile: string, now = new Date()): { from?: string; to?: string } | undefined {
  if (tile === 'all') return undefined;

  const months = nextTwelveMonths(now).toSorted();
  if (tile === 'later') {
    const [year, month] = months.at(-1)!.split('-').map(Number) as [number, number];
    return { from: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7) };
  }
  return tile === months[0] ? { to: tile } : { from: tile, to: tile };
}

/** The age of a time in words: `three hours ago`; `just now` below a minute and for future times. */
export function ago(time: Date | string, now = new Date()): string {
  const passed = now.getTime() - new Date(time).getTime();
  for (const [unit, length] of UNITS) {
    const count = Math.floor(passed / length);
    if (count >= 1) return `${COUNTS[count] ?? count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** A length of time in its largest unit: `40 s`, `12 min`, `5 h`, `3 d`. */
export function span(seconds: number): string {
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 59.5 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 23.5 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', 60_000],
] as const;

const COUNTS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

function shortDay(at: Parts): string {
  return `${dayAndMonth(at)} ${at.year}`;
}

function dayAndMonth(at: Parts): string {
  return `${Number(at.day)} ${at.monthName.slice(0, 3)}`;
}

type Parts = { year: string; month: string; monthName: string; day: string; clock: string };

/** A calendar date is formatted as midnight UTC without an offset, so that it never shifts to another day. */
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
