/**
 * The names of the times along an axis, all in the largest unit that the steps are whole in, so that no two are the same.
 * @param times minutes, at equal steps
 */
export function axisTimes(times: number[]): string[] {
  const step = times.length > 1 ? times[1]! - times[0]! : 1;
  const [unit, length] = units.find(([, minutes]) => step % minutes === 0)!;
  return times.map((time) => (time === 0 ? '0' : `${(time / length).toLocaleString('en')} ${unit}`));
}

const units: [string, number][] = [
  ['d', 1440],
  ['h', 60],
  ['min', 1],
];
