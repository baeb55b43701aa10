import { Button } from '@/components/button';
import { router } from '@inertiajs/react';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';

/** Reads the screen again, including the counts (docs/screens.md#lists-and-search). */
export function RefreshButton() {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      aria-busy={busy}
      onClick={() => router.reload({ onStart: () => setBusy(true), onFinish: () => setBusy(false) })}
    >
      <RotateCw aria-hidden className={`size-4 ${busy ? 'animate-spin' : ''}`} />
      Refresh
    </Button>
  );
}
