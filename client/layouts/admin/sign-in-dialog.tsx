import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { DialogFoot } from '@/components/dialog-foot';
import { Field } from '@/components/field';
import { FactorForm } from '@/components/second-factor/factor-form';
import { callApi } from '@/hooks/call-api';
import { useStaff } from '@/hooks/use-can';
import { readAgain } from '@/writes/read-again';
import type { Opened } from '@/components/dialog-later';
import { signedInAgain, whyRefused } from '@/writes/session';
import type { MissingStep } from '@shared/auth';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/** Asks a member whose session is over for the password, in a dialog over the unchanged page. */
export function SignInDialog({ open, onClose }: Opened) {
  return (
    <Dialog open={open} onClose={onClose} title="Sign in again">
      <PasswordForm />
    </Dialog>
  );
}

function PasswordForm() {
  const { email } = useStaff();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [isHalfway, setIsHalfway] = useState(false);

  function onSignedIn() {
    signedInAgain();
    void readAgain();
  }

  async function onSignIn(event: FormEvent) {
    event.preventDefault();
    if (busy) return;

    setBusy(true);
    const answer = await callApi<{ missing?: MissingStep }>('post', routes.api.login, { email, password }).catch(
      (failure: Error) => failure,
    );
    setBusy(false);
    if (answer instanceof Error || answer.status !== 1) return setError(answer.message);

    const { missing } = answer.data;
    if (missing === 'enrolment')
      return setError('Your account needs a second factor now. Set it up on the login page.');
    if (missing === 'factor') return setIsHalfway(true);
    onSignedIn();
  }

  if (isHalfway) return <FactorForm onDone={onSignedIn} />;
  return (
    <form noValidate onSubmit={(event) => void onSignIn(event)} className="grid gap-4">
      <p className="text-ink-soft">{whyRefused} What you typed stays, and what you sent is sent now.</p>
      <Field
        id="again-email"
        name="email"
        label="Email ID"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <Field
        id="again-password"
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that the dialog asks for
        autoFocus
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
      <DialogFoot
        also={
          <a href={routes.login} className="rounded-xs text-accent hover:underline">
            Sign in as somebody else
          </a>
        }
      >
        <Button type="submit" tone="primary" busy={busy}>
          Sign in
        </Button>
      </DialogFoot>
    </form>
  );
}
