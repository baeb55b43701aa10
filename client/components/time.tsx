import { ago, formatListTime, formatUtcMinute } from '@shared/dates';

/** An instant, printed by one of the formats of @shared/dates; `sayHowLongAgo` on a layout adds the tooltip. */
export function Time({ at, format }: { at: string | null; format: (at: string) => string }) {
  if (!at) return null;
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {format(at)}
    </time>
  );
}

/** An instant as lists print it, its clock on a second line. */
export function TimeOnTwoLines({ at }: { at: string | null }) {
  if (!at) return null;
  const [day, clock] = formatListTime(at).split(' ');
  return (
    <time dateTime={at} className="lines">
      <span>{day}</span> <span>{clock}</span>
    </time>
  );
}

/** An instant to the minute, in UTC. */
export function Minute({ at }: { at: string | null }) {
  return <Time at={at} format={formatUtcMinute} />;
}

/** Sets the tooltip of a hovered time. It is computed on hover, because the server's rendering would use another clock. */
export function sayHowLongAgo({ target }: MouseEvent) {
  const time = target instanceof Element && target.closest('time');
  if (time) time.title = ago(time.dateTime);
}
