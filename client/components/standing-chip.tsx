import { formatDate } from '@shared/dates';
import { alarmingStandings, type Standing, standing, type StandingFacts, standingRows } from '@shared/standing';

/** The standings that need a hand: they have a colour, the others are words. */
const coloured: readonly Standing[] = [...alarmingStandings, 'today'];

/**
 * Where an order is in time, with the time left until its arrival begins in Kuala Lumpur. Without `always`, only what is at
 * risk or late is shown.
 */
export function StandingChip({ order, always = false }: { order: StandingFacts; always?: boolean }) {
  const name = standing(order);
  if (!always && !alarmingStandings.includes(name)) return null;

  const { label, tone } = standingRows[name];
  return (
    <span
      translate="no"
      title={`${label}, arrival on ${formatDate(order.doa)}`}
      // time passes between the rendering on the server and in the browser
      suppressHydrationWarning
      className={coloured.includes(name) ? `tag tone-${tone}` : 'text-sm text-ink-faint'}
    >
      <span suppressHydrationWarning className={name === 'safe' ? undefined : 'standing-word'}>
        {name === 'safe' ? label : `${label} · `}
      </span>
      {name === 'safe' ? null : timeLeft(order.doa)}
    </span>
  );
}

/** `14 h`, `2 d`, or since when the arrival has begun: `+3 d`. */
function timeLeft(doa: string): string {
  const hours = (Date.parse(`${doa}T00:00:00+08:00`) - Date.now()) / 3_600_000;
  const sign = hours < 0 ? '+' : '';
  const length = Math.abs(hours);
  return length < 48 ? `${sign}${Math.floor(length)} h` : `${sign}${Math.floor(length / 24)} d`;
}
