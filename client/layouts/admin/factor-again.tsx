import { offerToLoadAgain } from '@/components/load-again';
import { answerFactor, factorAsked } from '@/writes/fresh-factor';
import { useStore } from '@/writes/store';
import { lazy, Suspense, useEffect, useState } from 'react';

const FactorDialog = lazy(async () => ({
  default: await import('@/layouts/admin/factor-dialog').then(
    ({ FactorDialog: Loaded }) => Loaded,
    () => NotLoaded,
  ),
}));

/** The dialog for a fresh proof of the second factor. Its code loads when it is first shown. */
export function FactorAgain() {
  const open = useStore(factorAsked);
  const [wasAsked, setWasAsked] = useState(false);
  if (open && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense>
      <FactorDialog open={open} />
    </Suspense>
  );
}

function NotLoaded({ open }: { open: boolean }) {
  useEffect(() => {
    if (!open) return;
    offerToLoadAgain();
    answerFactor(false);
  }, [open]);
  return null;
}
