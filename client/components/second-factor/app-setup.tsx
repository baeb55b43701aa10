import { Button } from '@/components/button';
import { Field } from '@/components/field';
import type { BegunApp } from '@shared/answers/auth';
import { type FormEvent, useState } from 'react';

type Props = {
  app: BegunApp;
  busy: boolean;
  error: string | undefined;
  onCode: (code: string) => void;
  onCancel: () => void;
};

/** The picture that an authenticator app reads, and the field for its first code. */
export function AppSetup({ app: { qr, secret }, busy, error, onCode, onCancel }: Props) {
  const [code, setCode] = useState('');

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    onCode(code);
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <p>Scan this picture with an authenticator app, or type the secret into it. Then enter the code that it shows.</p>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
        alt="The secret as a QR code"
        className="size-48 rounded-md border border-line bg-white"
      />
      <p className="font-mono break-all select-all">{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</p>
      <Field
        name="app-code"
        label="Code of the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the next thing to do
        autoFocus
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
        className="max-w-xs"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" busy={busy}>
          Add the app
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
