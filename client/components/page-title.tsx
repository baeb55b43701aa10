import { Head } from '@inertiajs/react';
import type { ReactNode } from 'react';

type PageTitleProps = {
  title: string;
  count?: number | undefined;
  /** One line: what stands here and what to do with it. */
  hint?: ReactNode;
  /** What acts on the whole screen, on the right. */
  children?: ReactNode;
};

/** The head of a screen, in the window's title too. */
export function PageTitle({ title, count, hint, children }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-6 pt-5 pb-4 max-md:px-4">
      <Head title={title} />
      <div className="min-w-0">
        <h1 className="flex items-baseline gap-2 text-xl font-semibold tracking-tight">
          {title}
          {count !== undefined && (
            <span className="text-base font-normal tracking-normal text-ink-faint tabular-nums">
              {count.toLocaleString('en')}
            </span>
          )}
        </h1>
        {hint && <p className="mt-0.5 text-ink-faint">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>}
    </div>
  );
}
