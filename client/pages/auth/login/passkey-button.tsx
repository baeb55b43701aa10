import { Button } from '@/components/button';
import { signWithPasskey, whyNoPasskeys } from '@/components/second-factor/passkeys';
import { say } from '@/hooks/use-toasts';
import { router } from '@inertiajs/react';
import { routes } from '@shared/routes';
import { useEffect, useState } from 'react';

/** Signs in by a passkey alone. Not shown where the page can use none. */
export function PasskeyButton({ host, remember }: { host: string | null; remember: boolean }) {
  const [usable, setUsable] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setUsable(whyNoPasskeys(host) === undefined);
  }, [host]);
  if (!usable) return null;

  async function onPress() {
    if (busy) return;
    setBusy(true);
    try {
      const passkey = await signWithPasskey();
      await new Promise<void>((resolve) => {
        router.post(routes.api.passkeySignIn, { passkey, remember } as never, { onFinish: () => resolve() });
      });
    } catch (error) {
      void say({ type: 'error', message: (error as Error).message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button busy={busy} onClick={() => void onPress()} className="w-full">
      Sign in with a passkey
    </Button>
  );
}
