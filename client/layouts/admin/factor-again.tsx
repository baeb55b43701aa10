import { dialogLater } from '@/components/dialog-later';
import { answerFactor, factorAsked } from '@/writes/fresh-factor';
import { useStore } from '@/writes/store';
import { useState } from 'react';

const FactorDialog = dialogLater(async () => (await import('@/layouts/admin/factor-dialog')).FactorDialog);

const giveUp = () => answerFactor(false);

/** The dialog for a fresh proof of the second factor. Its code loads when it is first shown. */
export function FactorAgain() {
  const open = useStore(factorAsked);
  const [wasAsked, setWasAsked] = useState(false);
  if (open && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return <FactorDialog open={open} onClose={giveUp} />;
}
