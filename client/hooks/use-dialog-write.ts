import { write } from '@/writes/write';
import { useState } from 'react';

/**
 * Sends what a dialog holds, one write at a time. A write that is done closes the dialog; a refused one leaves the messages
 * of its fields in `errors`.
 */
export function useDialogWrite(onClose: () => void) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});

  async function send(method: 'post' | 'put', path: string, body: Record<string, unknown>) {
    if (busy) return;
    setBusy(true);
    const outcome = await write({ method, path, body }, { showsErrors: true });
    setBusy(false);
    setErrors(outcome.errors ?? {});
    if (outcome.done) onClose();
  }

  return { send, busy, errors, clearErrors: () => setErrors({}) };
}
