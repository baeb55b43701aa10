import { describe, expect, test } from '@jest/globals';
import { readRange } from '../../src/documents/byte-range.js';

describe('readRange', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    [' Bytes=5-6 ', { start: 5, end: 6 }],
  ])('%s of 100 bytes', (header, range) => expect(readRange(header, 100)).toEqual(range));

  test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=6-5', 'bytes=0-1,5-6', 'lines=0-1', '0-1'])(
    '%s asks for the whole file',
    (header) => expect(readRange(header, 100)).toBeUndefined(),
  );

  test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '%s lies behind the end',
    (header) => expect(readRange(header, 100)).toBe('unsatisfiable'),
  );
});
