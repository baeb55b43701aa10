import { type DisputeState, disputeStates } from '@shared/dispute-states';
import { dueParts, formatDue, formatShortDay } from '@shared/dates';

/** From how many days before the date on an open dispute is marked. */
const soon = 3;

type ReplyByProps = { at: string | null; state: DisputeState; stacked?: boolean; brief?: boolean };

/**
 * Until when the bank waits, in UTC and in the staff's time, and how many days are left; late, due within a day and within three
 * days are marked.
 * @param stacked whether it is two lines of a column
 * @param brief whether the day alone is said of the time
 */
export function ReplyBy({ at, state, stacked = false, brief = false }: ReplyByProps) {
  const { waits } = disputeStates[state];
  if (!at) return waits ? <span className="font-semibold text-caution">No date known</span> : null;

  const left = daysUntil(at);
  const tone = !waits
    ? 'text-ink-soft'
    : isPressing(at, state)
      ? 'font-semibold text-danger'
      : left <= soon
        ? 'font-semibold text-caution'
        : '';
  const { utc, kualaLumpur } = dueParts(at);
  if (stacked) {
    return (
      <time dateTime={at} title={formatDue(at)} suppressHydrationWarning className="lines">
        <span className={tone}>{utc}</span>
        <span className="faint">{waits ? `${inWords(left)} · ${kualaLumpur}` : kualaLumpur}</span>
      </time>
    );
  }
  return (
    // the hour may change between the rendering on the server and in the browser
    <span suppressHydrationWarning className={tone}>
      <time dateTime={at} title={formatDue(at)} className="tabular-nums">
        {brief ? formatShortDay(at) : `${utc} · ${kualaLumpur}`}
      </time>
      {waits && `, ${inWords(left)}`}
    </span>
  );
}

/** Whether the bank waits and less than a day is left, or none. */
export function isPressing(at: string | null, state: DisputeState): boolean {
  return at !== null && disputeStates[state].waits === true && daysUntil(at) < 1;
}

/** Days until then, negative when it has passed. */
function daysUntil(at: string): number {
  return (Date.parse(at) - Date.now()) / 86_400_000;
}

function inWords(days: number): string {
  const [whole, hours] = [Math.floor(Math.abs(days)), Math.max(1, Math.floor(Math.abs(days) * 24))];
  const length = whole === 0 ? `${hours} h` : whole === 1 ? '1 day' : `${whole} days`;
  return `${length} ${days < 0 ? 'late' : 'left'}`;
}
