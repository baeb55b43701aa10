import { offerToLoadAgain } from '@/components/load-again';
import { type ComponentType, useEffect, useState } from 'react';

export type Opened = { open: boolean; onClose: () => void };

/**
 * A dialog whose code loads when it is first opened. When that fails, the screen stays and offers a reload, and the next
 * opening tries again.
 */
export function dialogLater<Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Later(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const { open, onClose } = props;
    useEffect(() => {
      let isShown = true;
      const start = async () => {
        try {
          loaded ??= await load();
          if (isShown) setDialog(() => loaded);
        } catch {
          offerToLoadAgain();
          if (isShown) onClose();
        }
      };
      if (open && !Dialog) void start();
      return () => {
        isShown = false;
      };
    }, [open, Dialog, onClose]);
    return Dialog ? <Dialog {...props} /> : null;
  };
}

/** A dialog (dialog.tsx), loaded when it is first shown. */
export const DialogLater = dialogLater(async () => (await import('@/components/dialog')).Dialog);
