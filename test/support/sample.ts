/** Whether all of it is tested (`npm run test:long`), or the gate's fixed sample. */
const isLong = process.env.TEST_ALL !== undefined;

/** How often something is repeated: in the gate, and in `npm run test:long`. */
export function times(gate: number, long: number): number {
  return isLong ? long : gate;
}

/** The cases of a test: in the gate those at these places alone. */
export function sampleOf<Case>(cases: Case[], places: number[]): Case[] {
  return isLong ? cases : places.map((place) => cases[place]!);
}
