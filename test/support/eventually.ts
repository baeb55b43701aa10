import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats `look` until its result is truthy, and returns that result; fails after `seconds`. */
export async function eventually<Value>(look: () => Promise<Value | undefined | false>, seconds = 30): Promise<Value> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`Not seen within ${seconds} s: ${look.toString()}`);
    await sleep(50);
  }
}
