import { axisTimes } from '@/pages/statistics/overview/axis-time';
import { expect, test } from '@jest/globals';

test.each([
  [
    [0, 360, 720, 1080, 1440, 1800, 2160],
    ['0', '6 h', '12 h', '18 h', '24 h', '30 h', '36 h'],
  ],
  [
    [0, 30, 60, 90, 120],
    ['0', '30 min', '60 min', '90 min', '120 min'],
  ],
  [
    [0, 1440, 2880],
    ['0', '1 d', '2 d'],
  ],
  [[0], ['0']],
])('the times along an axis have a unit and differ: %j', (times, names) => {
  expect(axisTimes(times)).toEqual(names);
});
