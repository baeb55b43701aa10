import { describe, expect, test } from '@jest/globals';
import { distinctInitials } from '../../../client/components/avatar.js';

describe('the initials of members', () => {
  test('are the first letters of the first and the last word, and no two members have the same', () => {
    const names = [
      'Demo Team',
      'Demo Team Two',
      'Demo Telecaller',
      'Dora Tan',
      'Dan Tan',
      'Ann',
      'Amy',
      'demo team ten',
    ];
    const found = distinctInitials(names);
    expect(found.get('Demo Team')).toBe('DT');
    expect(found.get('Demo Team Two')).toBe('DTT');
    expect(found.get('Ann')).toBe('A');
    expect(new Set(found.values()).size).toBe(names.length);
    expect(distinctInitials(names)).toEqual(found);
  });

  test('of many with one name stay apart', () => {
    const names = Array.from({ length: 50 }, (_, n) => `Al Lee${' '.repeat(n)}`);
    expect(new Set(distinctInitials(names).values()).size).toBe(50);
  });
});
