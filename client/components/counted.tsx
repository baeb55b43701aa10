import { Link } from '@/components/link';
import type { ReactNode } from 'react';

/** A number of a report, as a link to what it counts. It is underlined under the mouse and by keyboard; on touch always. */
export function Counted({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="rounded-xs decoration-dotted underline-offset-4 hover:text-accent hover:underline focus-visible:underline pointer-coarse:underline"
    >
      {children}
    </Link>
  );
}

/** No order or dispute; there is nothing to open. */
export function Zero() {
  return <span className="text-ink-faint">0</span>;
}

/** What can't be said, because nothing is on record. */
export function NotKnown() {
  return <span className="text-ink-faint">–</span>;
}

type BarProps = {
  /** From 0 to 1. */
  share: number;
  className?: string;
};

/** A part of a whole as a bar. The number next to it says the same to screen readers. */
export function Bar({ share, className = '' }: BarProps) {
  return (
    <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className={`h-2 ${className}`}>
      <rect width="100" height="8" className="fill-sunken" />
      <rect width={share * 100} height="8" className="fill-accent" />
    </svg>
  );
}

type BarredProps = { n: number; most: number; children: ReactNode };

/** A number at the end of its bar, which is as long as its share of the largest one. On a phone there is no room for bars. */
export function Barred({ n, most, children }: BarredProps) {
  return (
    <span className="grid grid-cols-[1fr_minmax(4.5rem,max-content)] items-center gap-2 max-md:block">
      <Bar share={most > 0 ? n / most : 0} className="w-full max-md:hidden" />
      <span>{children}</span>
    </span>
  );
}
