import { expect, test } from '@jest/globals';

test.each([1, 2, 3, 4, 5, 6, 7, 8])('%i passes', (number) => {
  expect(number).toBeGreaterThan(0);
});

test('one fails with an error that refers to itself', () => {
  const error: Error & { self?: unknown; big?: bigint } = new Error('circular');
  error.self = error;
  error.big = 1n;
  throw error;
});
