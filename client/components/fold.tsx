import type { ReactNode } from 'react';

type FoldProps = {
  title: string;
  /** How much there is, or the most important of it. */
  says?: ReactNode;
  children: ReactNode;
};

/** A line that unfolds what is behind its name. On paper it is unfolded. */
export function Fold({ title, says, children }: FoldProps) {
  return (
    <details className="border-t border-line">
      <summary className="rounded-xs py-1.5">
        <span className="font-medium">{title}</span>{' '}
        {says !== undefined && <span className="ml-1 text-sm text-ink-faint tabular-nums">{says}</span>}
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
