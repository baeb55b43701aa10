import { Part } from '@/components/part';
import { idOf } from '@/components/section';
import type { ReactNode } from 'react';

const edges = 'border-t border-line px-5 first:border-t-0 max-desk:px-6 max-md:px-4';

/** One action of the order, which keeps its own faults. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section id={idOf(title)} className={`scroll-mt-16 py-3 ${edges}`}>
      <h2 className="mb-1.5 font-semibold">{title}</h2>
      <Part name={title}>{children}</Part>
    </section>
  );
}

/**
 * Actions that are not wanted at every order, behind their name; they stay open from order to order. The id is inside, so
 * that a link to it opens them.
 * @param count how many there are
 */
export function Folded({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <details className={`py-1 max-desk:py-2.5 ${edges}`}>
      <summary className="font-semibold">
        {title} {count !== undefined && <span className="font-normal text-ink-faint tabular-nums">{count}</span>}
      </summary>
      <div id={idOf(title)} className="mt-2 scroll-mt-16">
        <Part name={title}>{children}</Part>
      </div>
    </details>
  );
}

/** Shown in the place of an action that the server would refuse. */
export function Unavailable({ why }: { why: string }) {
  return <p className="text-ink-soft">{why}</p>;
}
