import { Dialog } from '@/components/dialog';
import { FactorForm } from '@/components/second-factor/factor-form';
import type { Opened } from '@/components/dialog-later';
import { answerFactor } from '@/writes/fresh-factor';
import { readQuietly } from '@/writes/read-again';

/** Asks for a fresh proof of the second factor, in a dialog over the unchanged page. */
export function FactorDialog({ open, onClose }: Opened) {
  function onDone() {
    answerFactor(true);
    readQuietly(['factorUntil']);
  }

  return (
    <Dialog open={open} onClose={onClose} title="Confirm that it is you">
      <p className="mb-4 text-ink-soft">This needs your second factor. It is asked for once in ten minutes.</p>
      <FactorForm onDone={onDone} />
    </Dialog>
  );
}
