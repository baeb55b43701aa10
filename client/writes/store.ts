import { useSyncExternalStore } from 'react';

/** A value that outlives the screens; components that use it render again when it changes. */
export class Store<Value> {
  private readonly listeners = new Set<() => void>();

  /** The value at the start of the document: the server rendered the page with it. */
  readonly first: () => Value;

  constructor(private value: Value) {
    this.first = () => value;
  }

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
  return useSyncExternalStore(store.subscribe, store.get, store.first);
}
