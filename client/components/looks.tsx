import { Avatar } from '@/components/avatar';
import { useLooks } from '@/hooks/use-looks';
import { PenLine } from 'lucide-react';
import type { ReactNode } from 'react';

type LooksProps = { orderId: number };

/** The most colleagues that are shown with an avatar. */
const most = 3;

/** The colleagues who look at an order now, with a pen at those who write there (docs/screens.md#presence). */
export function Looks({ orderId }: LooksProps) {
  const who = useLooks(orderId);
  if (who.length === 0) return null;
  return (
    <span data-looks className="inline-flex items-center gap-2">
      {who.slice(0, most).map((one) => (
        <span
          key={one.name}
          title={saidOf(one)}
          className="inline-flex items-center gap-0.5 rounded-full outline-2 outline-offset-1 outline-accent"
        >
          <Avatar name={one.name} />
          <span className="sr-only">{doing(one)}</span>
          {one.writing && <PenLine aria-hidden className="mr-1 size-3.5 text-accent" />}
        </span>
      ))}
      {who.length > most && <span className="text-sm text-ink-faint">+{who.length - most}</span>}
    </span>
  );
}

/**
 * The same in the little room of a row: one avatar, or how many there are. The server renders nothing: who looks comes by
 * the live feed, which only the browser reads, and the markup of a row is kept for other members' pages.
 */
export const RowLooks: (props: LooksProps) => ReactNode = import.meta.env?.SSR ? () => null : RowLooksHere;

function RowLooksHere({ orderId }: LooksProps) {
  const who = useLooks(orderId);
  const [first] = who;
  if (!first) return null;
  const says = who.map(saidOf).join(', ');
  const isWritten = who.some(({ writing }) => writing);
  return (
    <span
      data-looks
      title={says}
      className="relative inline-grid shrink-0 rounded-full outline-1 outline-offset-1 outline-accent"
    >
      {who.length === 1 ? (
        <span aria-hidden>
          <Avatar name={first.name} className="size-5 text-[0.5625rem]" />
        </span>
      ) : (
        <span aria-hidden className="grid size-5 place-items-center text-xs font-semibold text-accent">
          {who.length}
        </span>
      )}
      {isWritten && (
        <PenLine aria-hidden className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full bg-surface text-accent" />
      )}
      <span className="sr-only">{says}</span>
    </span>
  );
}

type One = ReturnType<typeof useLooks>[number];

function saidOf(one: One): string {
  return `${one.name} ${doing(one)}`;
}

function doing({ writing }: One): string {
  return writing ? 'writes here now' : 'looks at this now';
}
