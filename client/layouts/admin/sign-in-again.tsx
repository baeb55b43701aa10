import { dialogLater } from '@/components/dialog-later';
import { session, signInLater } from '@/writes/session';
import { useStore } from '@/writes/store';
import { useState } from 'react';

const SignInDialog = dialogLater(async () => (await import('@/layouts/admin/sign-in-dialog')).SignInDialog);

/** The dialog for the password of a member whose session is over. Its code loads when it is first shown. */
export function SignInAgain() {
  const open = useStore(session) === 'asked';
  const [wasAsked, setWasAsked] = useState(false);
  if (open && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return <SignInDialog open={open} onClose={signInLater} />;
}
