import { expect, test } from '@jest/globals';
import { Gathered } from '../../src/platform/gathered.js';

test('calls at the same time are one, each with its own result', async () => {
  const batches: number[][] = [];
  const doubled = new Gathered((inputs: number[]) => {
    batches.push(inputs);
    return Promise.resolve(inputs.map((input) => 2 * input));
  });
  expect(await Promise.all([1, 2, 2].map((input) => doubled.run(input)))).toEqual([2, 4, 4]);
  expect(await doubled.run(4)).toBe(8);
  expect(batches).toEqual([[1, 2, 2], [4]]);
});

test('one that fails fails no other', async () => {
  const roots = new Gathered((inputs: number[]) => {
    if (inputs.some((input) => input < 0)) return Promise.reject(new Error('below zero'));
    return Promise.resolve(inputs.map(Math.sqrt));
  });
  const [four, below, nine] = await Promise.allSettled([4, -1, 9].map((input) => roots.run(input)));
  expect([four, nine]).toMatchObject([{ value: 2 }, { value: 3 }]);
  expect(below).toMatchObject({ reason: { message: 'below zero' } });
});
