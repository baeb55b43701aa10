import { idOf } from '@/components/section';
import { useMayWrite } from '@/pages/desk/order/mail-thread';
import { waitingRequests } from '@/pages/desk/order/request-text';
import type { OrderWithHistories } from '@shared/answers/desk';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';

type Jump = { label: string; id: string; count?: number };

/** The parts of an order's page, each a jump away, with how much is in it; the one in view is marked (docs/screens.md#the-page-of-an-order). */
export function Jumps({ order, open }: { order: OrderWithHistories; open: boolean }) {
  const jumps = jumpsOf(order, useMayWrite(open));
  const { inView, noteJump } = useInView(jumps.map(({ id }) => id).join(' '));
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // on a phone the row is wider than the window
    const marked = bar.current?.querySelector<HTMLElement>('[aria-current]');
    if (bar.current) bar.current.scrollLeft = marked ? marked.offsetLeft - marked.offsetWidth : 0;
  }, [inView]);
  return (
    <nav
      ref={bar}
      aria-label="Parts of the order"
      data-print="never"
      className="sticky top-bar z-10 -mx-6 mb-4 flex overflow-x-auto border-b border-line bg-surface px-4 max-md:-mx-4 max-md:px-2"
    >
      {jumps.map(({ label, id, count = 0 }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === inView ? 'location' : undefined}
          onClick={(event) => jump(event, id) && noteJump(id)}
          className="flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-ink-soft -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {label}
          {count > 0 && <span className="text-sm font-normal text-ink-faint tabular-nums">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

/** A link to a part of the page, which gets the focus. */
export function JumpLink({ id, className, children }: { id: string; className: string; children: ReactNode }) {
  return (
    <a href={`#${id}`} className={className} onClick={(event) => jump(event, id)}>
      {children}
    </a>
  );
}

/** Scrolls to a part and gives it the focus; false when the browser does. A jump is no step of the history: Back leads to the list. */
function jump(event: MouseEvent, id: string): boolean {
  const part = document.getElementById(id);
  if (!part || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  event.preventDefault();
  part.tabIndex = -1;
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  part.focus({ preventScroll: true });
  part.scrollIntoView();
  return true;
}

function jumpsOf(order: OrderWithHistories, mayWrite: boolean): Jump[] {
  const { thread, mailHistory, downloadHistory, remark } = order;
  const hasMessages = thread.length > 0 || waitingRequests(order).length > 0 || mayWrite;
  const messages = { label: 'Messages', id: idOf('Messages'), count: thread.length };
  return [
    { label: 'Facts', id: 'facts' },
    ...(hasMessages ? [messages] : []),
    { label: 'Mails', id: idOf('Email History'), count: mailHistory.length },
    { label: 'Downloads', id: idOf('Download History'), count: downloadHistory.length },
    { label: 'Comments', id: idOf('Comment History'), count: remark.length },
    { label: 'Timeline', id: idOf('Timeline') },
  ];
}

/** A part that begins less than this below the top of the window is in view, in pixels: the two bars, and something to spare. */
const underBars = 160;

/**
 * The id of the part in view. After a jump it is that part until the page is scrolled. Else it is the last part that begins
 * above `underBars`, and at the end of the page the last one; undefined at the top of the page.
 */
function useInView(ids: string) {
  const [inView, setInView] = useState<string>();
  /** How far the page was scrolled by the last jump. */
  const jumped = useRef<number>(undefined);
  useEffect(() => {
    const look = () => {
      if (jumped.current === window.scrollY) return;
      jumped.current = undefined;
      const all = ids.split(' ');
      const begun = all.filter((id) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < underBars;
      });
      const { scrollHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 1;
      setInView(isAtEnd ? all.at(-1) : begun.at(-1));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [ids]);

  function noteJump(id: string) {
    jumped.current = window.scrollY;
    setInView(id);
  }
  return { inView, noteJump };
}
