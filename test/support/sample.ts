import { test } from '@jest/globals';

/** Whether all of it is tested (`npm run test:long`), or the gate's fixed sample. */
const isLong = process.env.TEST_ALL !== undefined;

/** How often something is repeated: in the gate, and in `npm run test:long`. */
export function times(gate: number, long: number): number {
  return isLong ? long : gate;
}

/** The cases of a test: in the gate those at these places alone. */
export function sampleOf<Case>(cases: readonly Case[], places: number[]): Case[] {
  return isLong ? [...cases] : places.map((place) => cases[place]!);
}

/** The cases of a test that go by names: in the gate those with these alone. */
export function named<Case extends readonly [name: string, ...rest: unknown[]]>(
  cases: readonly Case[],
  names: string[],
): Case[] {
  return cases.filter(([name]) => isLong || names.includes(name));
}

/** A test that the gate leaves out: of what ordinary changes don't touch, or what another test of the gate proves in part. */
export const longTest: Pick<typeof test, 'each'> &
  ((name: string, work: () => Promise<unknown>, limit?: number) => void) = isLong
  ? test
  : Object.assign(() => undefined, { each: () => () => undefined });
