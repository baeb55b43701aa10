import { Button } from '@/components/button';
import { offerToLoadAgain } from '@/components/load-again';
import { lazy, Suspense, useState } from 'react';

const ShiftEndsDialog = lazy(async () => ({
  default: await import('@/pages/orders/queue/shift-ends-dialog').then(
    ({ ShiftEndsDialog: Loaded }) => Loaded,
    () => {
      offerToLoadAgain();
      return NotLoaded;
    },
  ),
}));

/** Hands on everything that the member holds (docs/product.md#holds). */
export function ShiftEnds() {
  const [open, setOpen] = useState<boolean>();
  return (
    <>
      <Button onClick={() => setOpen(true)}>My shift ends</Button>
      {open !== undefined && (
        <Suspense>
          <ShiftEndsDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const NotLoaded: (dialog: { open: boolean; onClose: () => void }) => null = () => null;
