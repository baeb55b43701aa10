import { formatShortDay } from '@shared/dates';
import { alarmingStandings, deadlineOf, type Standing, type StandingFacts } from '@shared/standing';

/** The standings that need a hand: they have a colour, the others are words. */
const coloured: readonly Standing[] = [...alarmingStandings, 'today'];

type StandingChipProps = { order: StandingFacts; always?: boolean; isBrief?: boolean };

/**
 * When an order's card is due, in the colour of its standing. Without `always`, only what is at risk or late is shown; with
 * `isBrief` in few letters, for a column.
 */
export function StandingChip({ order, always = false, isBrief = false }: StandingChipProps) {
  const { standing, phrase, brief, tone } = deadlineOf(order);
  if (!always && !alarmingStandings.includes(standing)) return null;

  const look = coloured.includes(standing) ? `tag tone-${tone} align-bottom` : 'text-sm text-ink-faint';
  return (
    <span
      translate="no"
      title={`${phrase} · Arrival on ${formatShortDay(order.doa)}`}
      // time passes between the rendering on the server and in the browser
      suppressHydrationWarning
      className={`max-w-full truncate ${look}`}
    >
      {isBrief ? brief : phrase}
    </span>
  );
}
