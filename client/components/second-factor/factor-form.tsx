import { Button } from '@/components/button';
import { DialogFoot } from '@/components/dialog-foot';
import { Field } from '@/components/field';
import { signWithPasskey } from '@/components/second-factor/passkeys';
import { callApi } from '@/hooks/call-api';
import { routes } from '@shared/routes';
import { type FormEvent, useState } from 'react';

/**
 * Proves the second factor, by a code or by a passkey, in a dialog, or `wide` on the login page. `onDone` is called when the
 * server has accepted it.
 */
export function FactorForm({ onDone, wide = false }: { onDone: () => void; wide?: boolean }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function prove(proof: () => Promise<object>) {
    if (busy) return;
    setBusy(true);
    const answer = await proof()
      .then((body) => callApi('post', routes.api.proveFactor, body))
      .catch((failure: Error) => failure);
    setBusy(false);
    if (answer instanceof Error || answer.status !== 1) setError(answer.message);
    else onDone();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (code.trim() === '') return setError('Please enter the code.');
    void prove(() => Promise.resolve({ code }));
  }

  const passkey = (
    <Button onClick={() => void prove(async () => ({ passkey: await signWithPasskey() }))}>Use a passkey</Button>
  );
  const confirm = (
    <Button type="submit" tone="primary" busy={busy}>
      Confirm
    </Button>
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field
        name="factor-code"
        label="Code"
        hint="Six digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing that is asked for
        autoFocus
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      {wide ? (
        <div className="grid gap-3">
          {confirm}
          {passkey}
        </div>
      ) : (
        <DialogFoot also={passkey}>{confirm}</DialogFoot>
      )}
    </form>
  );
}
