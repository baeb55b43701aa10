type Region = { timeZones?: string[]; getTimeZones?: () => string[] };

/**
 * The time zones of a country that are furthest apart at `now`, the western one first; one where all of it has the same
 * time, none where they are not known. Engines name the list of a country's zones in two ways.
 * @param country its ISO 3166-1 code of two letters
 */
export function zonesOf(country: string, now: Date): string[] {
  const region = new Intl.Locale(`und-${country}`) as Region;
  const zones = (region.getTimeZones?.() ?? region.timeZones ?? []).map((zone) => ({ zone, ahead: ahead(zone, now) }));
  const [west, ...rest] = zones.toSorted((a, b) => a.ahead - b.ahead);
  const east = rest.at(-1);
  if (!west) return [];
  return east && east.ahead > west.ahead ? [west.zone, east.zone] : [west.zone];
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many minutes a zone is ahead of UTC. */
function ahead(zone: string, now: Date): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const offset = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
