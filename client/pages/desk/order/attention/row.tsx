import { JumpLink } from '@/pages/desk/order/jumps';
import { buttonClass } from '@/components/button';
import { kualaLumpurToday, shortMoment } from '@shared/dates';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = { danger: 'text-danger', caution: 'text-caution', good: 'text-good', quiet: 'text-ink-soft' };
export type Tone = keyof typeof tones;

type RowProps = {
  icon: LucideIcon;
  tone: Tone;
  /** What asks for a look, in a sentence. */
  says: ReactNode;
  /** The whole of what is cut. */
  whole?: string;
  /** What has to be seen with it, in a second line. */
  also?: ReactNode;
  /** Where the details are: the id of a part of the page, and its name. */
  to?: { id: string; name: string } | undefined;
  /** Its one or two actions. */
  children?: ReactNode;
};

/** One line of what needs attention: what it is, its actions, and the way to its details. */
export function Row({ icon: Icon, tone, says, whole, also, to, children }: RowProps) {
  return (
    <div className="flex min-h-10 w-full items-center gap-x-2.5 gap-y-0.5 py-1 pr-1 pl-3 max-md:flex-wrap max-md:pt-2">
      <Icon aria-hidden className={`size-4 shrink-0 ${tones[tone]} max-md:mt-0.5 max-md:self-start`} />
      <div className="min-w-0 flex-1">
        <p title={whole} className={`wrap-anywhere ${whole ? 'line-clamp-2 max-md:line-clamp-4' : ''}`}>
          {says}
        </p>
        {also && <p className="text-sm text-caution wrap-anywhere">{also}</p>}
      </div>
      <div className="flex shrink-0 flex-wrap items-center max-md:w-full max-md:pl-4.5" data-print="never">
        {children}
        {to && (
          <JumpLink id={to.id} className={buttonClass('quiet', rowAction)}>
            Show<span className="sr-only"> {to.name}</span>
          </JumpLink>
        )}
      </div>
    </div>
  );
}

/** When what a row is about happened. */
export function Moment({ at }: { at: string }) {
  return (
    // the year is left out while it is this one
    <time dateTime={at} suppressHydrationWarning className="text-sm whitespace-nowrap text-ink-faint tabular-nums">
      {shortMoment(at, kualaLumpurToday())}
    </time>
  );
}

/** The class of an action in a row: next to each other they are told apart by their words alone. */
export const rowAction = 'px-2!';
