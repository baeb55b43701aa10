import { Store } from '@/writes/store';

/** Whether the dialog that asks for the second factor is open. */
export const factorAsked = new Store(false);

let waiting: ((isProven: boolean) => void)[] = [];

/** Asks for a fresh proof of the second factor. Resolves to whether the member gave one. */
export function askForFactor(): Promise<boolean> {
  factorAsked.set(true);
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** @param isProven false when the dialog was closed */
export function answerFactor(isProven: boolean): void {
  const all = waiting;
  waiting = [];
  factorAsked.set(false);
  all.forEach((resolve) => resolve(isProven));
}
