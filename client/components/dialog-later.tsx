import type { DialogProps } from '@/components/dialog';
import { offerToLoadAgain } from '@/components/load-again';
import { lazy, useEffect } from 'react';

/** A dialog (dialog.tsx) whose code loads when it is first shown. When that fails, the screen stays and offers a reload. */
export const DialogLater = lazy(async () => ({
  default: await import('@/components/dialog').then(
    ({ Dialog }) => Dialog,
    () => NotLoaded,
  ),
}));

function NotLoaded({ open, onClose }: DialogProps) {
  useEffect(() => {
    if (!open) return;
    offerToLoadAgain();
    onClose();
  }, [open, onClose]);
  return null;
}
