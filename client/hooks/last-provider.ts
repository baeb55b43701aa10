import { type MailProvider, mailProviders } from '@shared/mail-providers';
import { useSyncExternalStore } from 'react';

const item = 'mail-provider';
const listeners = new Set<() => void>();

/** The mail provider that was chosen last in this browser; the first one before anything was chosen. */
export function useLastProvider(): MailProvider {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    lastProvider,
    () => mailProviders[0],
  );
}

export function noteProvider(provider: MailProvider): void {
  try {
    localStorage.setItem(item, provider);
  } catch {
    // Without storage, the first provider stays the default.
  }
  for (const listener of listeners) listener();
}

function lastProvider(): MailProvider {
  try {
    const stored = localStorage.getItem(item);
    return mailProviders.find((provider) => provider === stored) ?? mailProviders[0];
  } catch {
    return mailProviders[0];
  }
}
