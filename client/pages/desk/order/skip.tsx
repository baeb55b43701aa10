import { buttonClass } from '@/components/button';
import { useKeys } from '@/hooks/use-keys';
import { skip } from '@/writes/next-order';
import { ariaKeys } from '@shared/keys';
import { skipReasons } from '@shared/skip-reasons';
import { useRef } from 'react';

/** Puts the order behind for an hour, with a reason, and opens the next one (docs/orders.md#next-order). */
export function Skip({ orderId }: { orderId: string }) {
  const menu = useRef<HTMLDivElement>(null);
  useKeys({ skip: () => menu.current?.showPopover() });
  return (
    <>
      <button
        type="button"
        popoverTarget="skip-reasons"
        aria-keyshortcuts={ariaKeys('skip')}
        title="Skip the order for an hour (s)"
        className={buttonClass('quiet', '[anchor-name:--skip]')}
      >
        Skip
      </button>
      <div
        ref={menu}
        id="skip-reasons"
        popover="auto"
        onToggle={({ newState }) => newState === 'open' && menu.current?.querySelector('button')?.focus()}
        className="fixed inset-auto m-0 w-56 rounded-lg bg-surface p-1.5 shadow-float [position-anchor:--skip] [position-area:bottom_span-left]"
      >
        <p className="px-2.5 py-1 text-sm text-ink-faint">Skip for an hour, because</p>
        {skipReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            popoverTarget="skip-reasons"
            onClick={() => void skip(orderId, reason)}
            className="menu-entry w-full"
          >
            <span className="first-letter:uppercase">{reason}</span>
          </button>
        ))}
      </div>
    </>
  );
}
