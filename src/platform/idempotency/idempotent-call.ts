import { AsyncLocalStorage } from 'node:async_hooks';

/** A request with an `Idempotency-Key` while its handler runs. */
export type IdempotentCall = {
  caller: string;
  key: string;
  /**
   * The number of this attempt at the request. A higher number in the table means that a later attempt has taken the key
   * over.
   */
  attempt: number;
  /** Whether a transaction of this attempt was committed. */
  wrote: boolean;
};

const calls = new AsyncLocalStorage<IdempotentCall>();

/** Runs a handler within this call; its transactions get the call from `currentCall`. */
export function runAs<Result>(call: IdempotentCall, work: () => Promise<Result>): Promise<Result> {
  return calls.run(call, work);
}

/** The call that is being handled, undefined for a request without a key and outside requests. */
export function currentCall(): IdempotentCall | undefined {
  return calls.getStore();
}
