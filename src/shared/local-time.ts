/** A customer's time of day, `09:10`, or `06:10–11:10` where the country has several; whether it is night in any of them. */
type LocalTime = { text: string; night: boolean };

/** Nobody is called from this hour on, and before that one. */
const night = { from: 21, to: 8 };

/** The time of day in these zones, the western one first; null where none is known (docs/orders.md#the-call-sheet). */
export function localTime(zones: readonly string[], now: Date): LocalTime | null {
  const times = zones.map((timeZone) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now),
  );
  if (times.length === 0) return null;
  return {
    text: times.join('–'),
    night: times.some((time) => Number(time.slice(0, 2)) >= night.from || Number(time.slice(0, 2)) < night.to),
  };
}
