import type { ReactNode } from 'react';

/** A part of a screen with its own heading. */
export function Section({ title, count = 0, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className="pb-8">
      <div className="mb-2 flex items-baseline gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {count > 0 && <span className="text-ink-faint tabular-nums">{count}</span>}
      </div>
      {children}
    </section>
  );
}
