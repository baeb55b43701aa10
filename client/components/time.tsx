import { ago } from '@shared/dates';

/** An instant, printed by one of the formats of @shared/dates; `sayHowLongAgo` on a layout adds the tooltip. */
export function Time({ at, format }: { at: string | null; format: (at: string) => string }) {
  if (!at) return null;
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {format(at)}
    </time>
  );
}

/** Gives a pointed-at time its tooltip. Worked out now and not when rendering, when the server's clock would differ. */
export function sayHowLongAgo({ target }: MouseEvent) {
  const time = target instanceof Element && target.closest('time');
  if (time) time.title = ago(time.dateTime);
}
