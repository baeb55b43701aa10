import type { EmptyText } from '@shared/order-queues';
import type { ReactNode } from 'react';

/** An empty history of an order, in one line. */
export function EmptyHistory({ children }: { children?: ReactNode }) {
  return (
    <p className="text-ink-faint">
      No record found
      {children && <>. {children}</>}
    </p>
  );
}

/** What an empty list says (docs/orders.md#queues). @param narrowed whether a search or a filter may have left rows out */
export function emptyText(narrowed: boolean): EmptyText {
  return narrowed ? 'No records found' : 'No data available in table';
}

/** The text of an empty list: a fixed sentence, then what the list would hold or what to do. */
export function EmptyState({ text, children }: { text: EmptyText; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      <svg aria-hidden viewBox="0 0 48 32" className="mb-2 h-8 fill-none stroke-line-strong stroke-2">
        <rect x="5" y="3" width="38" height="26" rx="4" />
        <path d="M5 19h10l3 4h12l3-4h10" />
      </svg>
      <p className="font-medium">{text}</p>
      {children && <div className="max-w-md text-ink-faint">{children}</div>}
    </div>
  );
}
