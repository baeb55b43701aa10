import { Button } from '@/components/button';
import { clearToasts } from '@/hooks/use-toasts';
import { type Ending, signOut } from '@/session-end';
import { forgetTaken } from '@/writes/next-order';
import { noteLogout } from '@/writes/session';
import { dropUploads } from '@/writes/uploads';
import { Head } from '@inertiajs/react';
import { useEffect } from 'react';

/** Replaces the screen during the sign-out, so that none of its data stays visible. */
export function Leaving({ ending }: { ending: NonNullable<Ending> }) {
  useEffect(() => {
    noteLogout();
    dropUploads();
    forgetTaken();
    void clearToasts();
  }, []);
  return (
    <main className="grid min-h-dvh place-items-center px-4 text-center">
      <Head title="" />
      <output className="grid justify-items-center gap-3">
        {ending === 'leaving' ? (
          <span className="text-ink-soft">Signing out …</span>
        ) : (
          <>
            <span className="font-medium">The server could not be reached, so you may still be signed in.</span>
            <Button tone="primary" onClick={() => void signOut()}>
              Sign out again
            </Button>
          </>
        )}
      </output>
    </main>
  );
}
