import { Part } from '@/components/part';
import type { ReactNode } from 'react';

type SectionProps = {
  title: string;
  count?: number;
  /** What can be done here, at the right end of the heading. */
  action?: ReactNode;
  /** What the line of the heading says of a part that has nothing to show. */
  none?: ReactNode;
  /** When it is behind its heading: what the line of the heading says of it. */
  folded?: string;
  children?: ReactNode;
};

/** A part of a screen with its own heading, which keeps its own faults. */
export function Section({ title, count = 0, action, none, folded, children }: SectionProps) {
  if (folded !== undefined) {
    return (
      <section id={idOf(title)} className="scroll-mt-(--jump,4rem) pb-5">
        <details>
          <summary className="rounded-xs">
            <h2 className="inline text-lg font-semibold">{title}</h2>{' '}
            <span className="ml-1 text-ink-faint">{folded}</span>
          </summary>
          <div className="mt-2">
            <Part name={title}>{children}</Part>
          </div>
        </details>
      </section>
    );
  }
  return (
    <section id={idOf(title)} className="scroll-mt-(--jump,4rem) pb-5">
      <div className={`mb-2 flex items-baseline gap-x-2 ${none ? 'flex-wrap' : ''}`}>
        <h2 className="text-lg font-semibold">{title}</h2>
        {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
        {none && <div className="min-w-0 sm:pl-1">{none}</div>}
        {action && <div className="ml-auto">{action}</div>}
      </div>
      <Part name={title}>{children}</Part>
    </section>
  );
}

/** The id of a part with this heading, for links to it: `email-history`. */
export function idOf(title: string): string {
  return title.toLowerCase().replaceAll(/\W+/g, '-');
}
