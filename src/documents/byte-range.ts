import type { ByteRange } from '../platform/storage.js';

/**
 * The part of a file that a `Range` header asks for (RFC 9110, 14.2).
 * undefined means the whole file: no header, a malformed one, another unit, or several ranges at once. A server may
 * answer all of these with the whole file. 'unsatisfiable' is a range beyond the end: 416.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '') return last === '' ? undefined : lastBytes(Number(last), size);

  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
