import { useSyncExternalStore } from 'react';

/** A value that outlives the screens; components that use it render again when it changes. */
export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: Value) {}

  readonly get = (): Value => this.value;

  readonly set = (value: Value): void => {
    this.value = value;
    this.listeners.forEach((listener) => listener());
  };

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
