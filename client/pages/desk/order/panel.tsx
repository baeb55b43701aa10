import { Part } from '@/components/part';
import { idOf } from '@/components/section';
import type { ReactNode } from 'react';

/** One action of the order, which keeps its own faults. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      id={idOf(title)}
      className="scroll-mt-16 border-t border-line px-5 py-4 first:border-t-0 max-desk:px-6 max-md:px-4"
    >
      <h2 className="mb-2 font-semibold">{title}</h2>
      <Part name={title}>{children}</Part>
    </section>
  );
}
