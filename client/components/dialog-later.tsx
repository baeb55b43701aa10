import { offerToLoadAgain } from '@/components/load-again';
import { type ComponentType, lazy, useEffect } from 'react';

export type Opened = { open: boolean; onClose: () => void };

/** A dialog whose code loads when it is first shown. When that fails, the screen stays and offers a reload. */
export function dialogLater<Props extends Opened>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => NotLoaded) }));
}

/** A dialog (dialog.tsx), loaded when it is first shown. */
export const DialogLater = dialogLater(async () => (await import('@/components/dialog')).Dialog);

function NotLoaded({ open, onClose }: Opened) {
  useEffect(() => {
    if (!open) return;
    offerToLoadAgain();
    onClose();
  }, [open, onClose]);
  return null;
}
