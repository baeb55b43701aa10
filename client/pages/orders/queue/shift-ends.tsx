import { Button } from '@/components/button';
import { dialogLater } from '@/components/dialog-later';
import { useCallback, useState } from 'react';

const ShiftEndsDialog = dialogLater(
  async () => (await import('@/pages/orders/queue/shift-ends-dialog')).ShiftEndsDialog,
);

/** Hands on everything that the member holds (docs/orders.md#holds). */
export function ShiftEnds() {
  const [open, setOpen] = useState<boolean>();
  const onClose = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button onClick={() => setOpen(true)}>My shift ends</Button>
      {open !== undefined && <ShiftEndsDialog open={open} onClose={onClose} />}
    </>
  );
}
