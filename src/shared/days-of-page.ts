/** Days with how many rows each of them has. */
export type CountedDay = { day: string; n: number };

/**
 * The days that a page of rows is of, so that no other day is read for it.
 * @param found the newest day first
 * @returns these days, and which of their rows are the page's
 */
export function daysOfPage(
  found: CountedDay[],
  page: number,
  limit: number,
): { days: string[]; offset: number; limit: number } {
  const offset = (page - 1) * limit;
  const days: string[] = [];
  let [before, skipped] = [0, 0];
  for (const { day, n } of found) {
    if (before + n <= offset) skipped += n;
    else if (before < offset + limit) days.push(day);
    before += n;
  }
  return { days, offset: offset - skipped, limit };
}
