import { cpuTime } from './cpu.js';

/** How often each size is measured; what else the machine does can only make one dearer, so the cheapest counts. */
const runs = 3;
/** How often both sizes are measured again where the larger seems too dear: what grows by the square does so each time. */
const rounds = 3;
/** Four times the input takes four times as long where the time grows in proportion, and sixteen times where by its square. */
const step = 4;
/** Below so many milliseconds of processor time, a measurement is its own noise. */
const noise = 40;

/**
 * How many times as much processor time work takes for four times the input: about 4 in proportion, 16 by the square.
 * Compares the machine with itself, so that a slow or a busy one finds the same.
 * @param work does it for an input of so many letters or rows
 * @param size the larger of the two inputs
 */
export function growth(work: (size: number) => void, size: number): number {
  work(size / step / step);
  let [large, small] = [Infinity, Infinity];
  let grown = Infinity;
  for (let round = 0; round < rounds && grown >= proportional; round++) {
    large = Math.min(
      large,
      leastTime(() => work(size)),
    );
    small = Math.min(
      small,
      leastTime(() => work(size / step)),
    );
    grown = Math.max(noise, large) / Math.max(noise, small);
  }
  return grown;
}

/** What a test of `growth` allows: proportion with room for a collection of garbage, and well below the square. */
export const proportional = 9;

function leastTime(work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const began = cpuTime();
    work();
    return cpuTime() - began;
  });
  return Math.min(...times);
}
