import { Button } from '@/components/button';
import { AppSetup } from '@/components/second-factor/app-setup';
import { makePasskey, whyNoPasskeys } from '@/components/second-factor/passkeys';
import { RecoveryCodes } from '@/components/second-factor/recovery-codes';
import { callApi } from '@/hooks/call-api';
import { askForFactor } from '@/writes/fresh-factor';
import type { BegunApp, RecoveryCodes as Codes } from '@shared/answers/auth';
import { routes } from '@shared/routes';
import { useEffect, useState } from 'react';

type Step = { is: 'choice' } | { is: 'app'; app: BegunApp } | { is: 'codes'; codes: string[] };

/** Adds a second factor: an authenticator app or a passkey; the first one brings recovery codes. */
export function AddFactor({ passkeyHost, onDone }: { passkeyHost: string | null; onDone: () => void }) {
  const [step, setStep] = useState<Step>({ is: 'choice' });
  const { ask, busy, error } = useAsking();

  function end() {
    setStep({ is: 'choice' });
    onDone();
  }

  async function beginApp() {
    const app = await ask<BegunApp>(routes.api.beginApp, () => Promise.resolve({}));
    if (app) setStep({ is: 'app', app });
  }

  async function add(path: string, body: () => Promise<object>) {
    const added = await ask<Codes>(path, body);
    if (!added) return;
    if (added.recovery_codes.length > 0) setStep({ is: 'codes', codes: added.recovery_codes });
    else end();
  }

  if (step.is === 'codes') return <RecoveryCodes codes={step.codes} onKept={end} />;
  if (step.is === 'app') {
    return (
      <AppSetup
        app={step.app}
        busy={busy}
        error={error}
        onCode={(code) => void add(routes.api.confirmApp, () => Promise.resolve({ code }))}
        onCancel={() => setStep({ is: 'choice' })}
      />
    );
  }
  return (
    <Choice
      passkeyHost={passkeyHost}
      busy={busy}
      error={error}
      onApp={() => void beginApp()}
      onPasskey={() => void add(routes.api.addPasskey, async () => ({ passkey: await makePasskey() }))}
    />
  );
}

/** Sends one request at a time, and keeps why it failed. Asks for a fresh proof and tries again, when the server wants one. */
function useAsking() {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function ask<Data>(path: string, body: () => Promise<object>): Promise<Data | undefined> {
    if (busy) return undefined;
    setBusy(true);
    setError(undefined);
    try {
      let answer = await callApi<Data>('post', path, await body());
      if (answer.missing === 'fresh factor' && (await askForFactor()))
        answer = await callApi('post', path, await body());
      if (answer.status === 1) return answer.data;
      setError(answer.message);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
    return undefined;
  }

  return { ask, busy, error };
}

type ChoiceProps = {
  passkeyHost: string | null;
  busy: boolean;
  error: string | undefined;
  onApp: () => void;
  onPasskey: () => void;
};

function Choice({ passkeyHost, busy, error, onApp, onPasskey }: ChoiceProps) {
  const [noPasskeys, setNoPasskeys] = useState<string>();
  useEffect(() => {
    setNoPasskeys(whyNoPasskeys(passkeyHost));
  }, [passkeyHost]);
  return (
    <div className="grid gap-3">
      {error && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button tone="primary" busy={busy} onClick={onApp}>
          Set up an authenticator app
        </Button>
        <Button busy={busy} refused={noPasskeys} onClick={onPasskey}>
          Add a passkey
        </Button>
      </div>
      {noPasskeys && <p className="text-ink-faint">{noPasskeys}</p>}
    </div>
  );
}
