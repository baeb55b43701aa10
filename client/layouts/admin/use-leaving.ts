import { underWay } from '@/writes/queue';
import { chosenFiles } from '@/writes/uploads';
import { useEffect } from 'react';

/** Whether leaving the site now would lose a running write, a running upload or a chosen file. */
export function wouldLose(): boolean {
  return underWay.get() > 0 || chosenFiles.get().size > 0;
}

/** Makes the browser ask before the member leaves the site and loses something. */
export function useLeaving(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLose()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
