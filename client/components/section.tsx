import type { ReactNode } from 'react';

/** A part of a screen under its own heading. */
export function Section({ title, count = 0, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="pb-8">
      <h2 className="mb-2 flex items-baseline gap-2 text-lg font-semibold">
        {title}
        {count > 0 && <span className="text-base font-normal text-ink-faint tabular-nums">{count}</span>}
      </h2>
      {children}
    </section>
  );
}
