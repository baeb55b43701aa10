import { Dialog as Base } from '@base-ui/react/dialog';
import { CloseDialog } from '@/components/dialog-foot';
import { Part } from '@/components/part';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** `wide` is for text to read, not for forms. */
  size?: 'form' | 'wide';
  children: ReactNode;
};

export const backdropClass =
  'fixed inset-0 z-40 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const popupClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-1/2 flex-col rounded-lg bg-surface shadow-float transition-[opacity,scale] duration-300 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';

const fields = 'input:not([type=hidden]), select, textarea';
const widths = { form: 'max-w-md', wide: 'max-w-3xl' } as const;

/**
 * A modal window (docs/screens.md#screens): begins at the first field of its form, keeps the focus, closes by Esc, the cross or,
 * as long as nothing was typed, a click on the backdrop.
 */
export function Dialog({ open, onClose, title, size = 'form', children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const typed = useRef(false);
  // by touch a field would open the keyboard; without a field Base UI sets the focus to the first button
  const firstField = (by: string) =>
    (by !== 'touch' && size === 'form' && popup.current?.querySelector<HTMLElement>(fields)) || true;
  useEffect(() => {
    if (open) typed.current = false;
  }, [open]);

  function onOpenChange(next: boolean, { reason }: { reason: string }) {
    if (next || (reason === 'outside-press' && typed.current)) return;
    onClose();
  }

  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          initialFocus={firstField}
          onInput={() => (typed.current = true)}
          className={`${popupClass} ${widths[size]}`}
        >
          <div className="flex items-center justify-between gap-4 border-b border-line py-3 pr-3 pl-5">
            <Base.Title className="text-lg font-semibold">{title}</Base.Title>
            <Base.Close
              aria-label="Close"
              className="grid size-8 place-items-center rounded-md text-ink-soft hover:bg-sunken"
            >
              <X aria-hidden className="size-4" />
            </Base.Close>
          </div>
          <div className="overflow-y-auto p-5 pb-4">
            <CloseDialog value={onClose}>
              <Part name="Dialog">{children}</Part>
            </CloseDialog>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
