import { Head } from '@inertiajs/react';
import type { ReactNode } from 'react';

type PageTitleProps = {
  title: string;
  count?: number | undefined;
  /** One line: what the screen shows and what to do with it. */
  hint?: ReactNode;
  /** Buttons for the whole screen, on the right. */
  children?: ReactNode;
};

/** The heading of a screen, also set as the document's title. */
export function PageTitle({ title, count, hint, children }: PageTitleProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 px-6 pt-5 pb-4 max-md:px-4">
      <Head title={title} />
      <div className="min-w-0">
        <div className="flex items-baseline gap-2">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {count !== undefined && <span className="text-ink-faint tabular-nums">{count.toLocaleString('en')}</span>}
        </div>
        {hint && <p className="mt-0.5 text-ink-faint">{hint}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{children}</div>}
    </div>
  );
}
