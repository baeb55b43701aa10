import { Store } from '@/writes/store';

/** When the server became unreachable, by `Date.now()`; undefined while it can be reached. */
export const connectionLost = new Store<number | undefined>(undefined);

export function noteLost(since: number): void {
  connectionLost.set(connectionLost.get() ?? since);
}

export function noteBack(): void {
  connectionLost.set(undefined);
}
