import { Store } from '@/writes/store';

/** When the server became unreachable, by `Date.now()`; undefined while it can be reached. */
export const lineLost = new Store<number | undefined>(undefined);

export function noteLost(since: number): void {
  lineLost.set(lineLost.get() ?? since);
}

export function noteBack(): void {
  lineLost.set(undefined);
}
