import { offerToLoadAgain } from '@/components/load-again';
import { session, signInLater } from '@/writes/session';
import { useStore } from '@/writes/store';
import { lazy, Suspense, useEffect, useState } from 'react';

const SignInDialog = lazy(async () => ({
  default: await import('@/layouts/admin/sign-in-dialog').then(
    ({ SignInDialog: Loaded }) => Loaded,
    () => NotLoaded,
  ),
}));

/** The dialog for the password of a member whose session is over. Its code loads when it is first shown. */
export function SignInAgain() {
  const open = useStore(session) === 'asked';
  const [wasAsked, setWasAsked] = useState(false);
  if (open && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense>
      <SignInDialog open={open} />
    </Suspense>
  );
}

function NotLoaded({ open }: { open: boolean }) {
  useEffect(() => {
    if (!open) return;
    offerToLoadAgain();
    signInLater();
  }, [open]);
  return null;
}
