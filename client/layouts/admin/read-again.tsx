import { Button } from '@/components/button';
import { readRestored, type Freshness } from '@/restored';

/** Shows that a screen restored by Back or Forward is being read again, or that reading it failed. */
export function ReadAgain({ freshness }: { freshness: Freshness }) {
  return (
    <output
      data-print="never"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--spacing-bar)+0.75rem)] z-30 flex justify-center px-4"
    >
      {freshness === 'restored' && (
        <span className="rounded-full bg-surface px-3.5 py-1.5 text-ink-soft opacity-100 shadow-float transition-opacity delay-300 duration-200 starting:opacity-0">
          Reading this again …
        </span>
      )}
      {freshness === 'unread' && (
        <span className="pointer-events-auto flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-caution-soft px-3.5 py-1.5 text-caution shadow-float">
          The server can’t be reached. This page may be out of date.
          <Button onClick={readRestored}>Try again</Button>
        </span>
      )}
    </output>
  );
}
