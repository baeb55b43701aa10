import { Button } from '@/components/button';
import { createContext, type ReactNode, use } from 'react';

/** Closes the dialog; `Dialog` sets it. */
export const CloseDialog = createContext<() => void>(() => undefined);

type DialogFootProps = {
  /** What else the dialog can do, at the left. */
  also?: ReactNode;
  /** What the dialog does: its one filled button. */
  children: ReactNode;
};

/** The end of a dialog's form: *Cancel*, and what the dialog does, at the right. */
export function DialogFoot({ also, children }: DialogFootProps) {
  const close = use(CloseDialog);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-2">
      {also && <span className="mr-auto">{also}</span>}
      <Button tone="quiet" onClick={close}>
        Cancel
      </Button>
      {children}
    </div>
  );
}
