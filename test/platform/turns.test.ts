import { expect, test } from '@jest/globals';
import { Turns } from '../../src/platform/turns.js';

test('so many work at once, the others in the order they came, also when one fails', async () => {
  const turns = new Turns(2);
  const began: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    turns
      .run(async () => {
        began.push(number);
        await new Promise<void>((done, fail) => (ends[number] = (failure) => (failure ? fail(failure) : done())));
        return number;
      })
      .catch((error: Error) => error.message),
  );
  const soon = () => new Promise((resolve) => setImmediate(resolve));
  await soon();
  expect(began).toEqual([0, 1]);
  ends[1]!(new Error('broken'));
  await soon();
  expect(began).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await soon();
  ends[3]!();
  expect(await Promise.all(all)).toEqual([0, 'broken', 2, 3]);
  expect(await turns.run(async () => 4)).toBe(4);
});
