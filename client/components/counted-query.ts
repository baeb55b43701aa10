import { formatShortDay, isCalendarDate } from '@shared/dates';

/** From and to which day was counted, `from 1 Nov 2026 to 30 Nov 2026`. A day that is open, or none, is left out. */
export function daysCounted({ fromDate, toDate }: { fromDate?: string; toDate?: string }): string {
  const named = Object.entries({ from: fromDate, to: toDate });
  return named.flatMap(([side, day]) => (day && isCalendarDate(day) ? `${side} ${formatShortDay(day)}` : [])).join(' ');
}

/** The address with these as its query. What is empty is left out. */
export function addressWith(path: string, query: Record<string, string | number | undefined>): string {
  const known = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return `${path}?${new URLSearchParams(known)}`;
}
