import { sizeOf } from '@/components/size';
import { expect, test } from '@jest/globals';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [9.6 * 1024 * 1024, '9.6 MB'],
])('%d bytes are said as %s', (bytes, said) => expect(sizeOf(bytes)).toBe(said));
