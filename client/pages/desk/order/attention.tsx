import { Button } from '@/components/button';
import { useCan } from '@/hooks/use-can';
import { attentionRows } from '@/pages/desk/order/attention/kinds';
import type { Pages } from '@shared/pages';
import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** How many rows are in sight at first. */
const most = 3;

type AttentionProps = Pick<Pages['desk/order'], 'order' | 'open' | 'drafts' | 'cases' | 'erased'>;

/**
 * Everything on an order's page that needs a look, in one place: the most urgent three rows, and by one press the others
 * (docs/screens.md#what-needs-attention). Nothing when there is none. Give it the order's id as its key.
 */
export function Attention({ order, open, drafts, cases, erased }: AttentionProps) {
  const can = useCan();
  const [whole, setWhole] = useState(false);
  const rows = attentionRows({ order, open, drafts, erased, disputes: cases?.disputes ?? [], can });
  const keeping = useKeptFocus();
  const more = rows.length - most;
  if (rows.length === 0) return null;

  return (
    <section
      {...keeping}
      aria-label="Needs attention"
      className="mx-6 mb-4 rounded-md border border-line outline-none max-md:mx-4"
    >
      <ul className="divide-y divide-line">
        {rows.map((row, place) => (
          <li key={row.key} className={place < most || whole ? undefined : 'hidden print:block'}>
            {row}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p data-print="never" className="border-t border-line px-1 py-0.5">
          <Button tone="quiet" aria-expanded={whole} className="px-2!" onClick={() => setWhole(!whole)}>
            {whole ? `Show the first ${most}` : `and ${more} more`}
          </Button>
        </p>
      )}
    </section>
  );
}

/**
 * Keeps the focus here when the row that had it goes away, because somebody dealt with it: on the whole block, so that no key
 * presses an action of the row that comes up in its place. When it was the last row, the focus is on the order's name.
 */
function useKeptFocus() {
  const focused = useRef<Element>(null);
  const block = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    const next = block.current ?? document.querySelector<HTMLElement>('main h1');
    if (!next) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  return {
    ref: block,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // what is taken from the page loses the focus, too
      if (target.isConnected) focused.current = null;
    },
  };
}
