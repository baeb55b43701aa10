import { setTimeout as sleep } from 'node:timers/promises';
import { patience } from './patience.js';

/**
 * Repeats `look` until its result is truthy, and returns that result.
 * @param seconds the limit on a quiet machine
 * @throws Error when the result is not truthy within the limit for this machine
 */
export async function eventually<Value>(look: () => Promise<Value | undefined | false>, seconds = 60): Promise<Value> {
  const end = Date.now() + seconds * patience * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Not seen within ${Math.round(seconds * patience)} s: ${look.toString()}`);
    await sleep(50);
  }
}
