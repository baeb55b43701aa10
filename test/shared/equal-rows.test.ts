import { expect, test } from '@jest/globals';
import type { AuditEntry } from '../../src/shared/answers/audit.js';
import { linesOf } from '../../src/shared/equal-rows.js';

let ids = 0;
const row = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ++ids,
  create_ts: '2026-03-04T01:02:03.000Z',
  actor: 'System',
  action: 'documents.erased',
  order_id: ids,
  encoded_id: String(ids),
  from: null,
  to: null,
  note: null,
  changes: null,
  ...more,
});
const rows = (count: number, more: Partial<AuditEntry> = {}) => Array.from({ length: count }, () => row(more));
const lengths = (all: AuditEntry[]) => linesOf(all).map(({ length }) => length);

test('three rows that say the same of other orders at other times are one line, in their order; two are not', () => {
  const all = [
    ...rows(2),
    ...rows(1, { create_ts: '2026-03-04T01:02:04.000Z' }),
    ...rows(2, { action: 'order.masked' }),
  ];
  expect(lengths(all)).toEqual([3, 1, 1]);
  expect(linesOf(all).flat()).toEqual(all);
  expect(linesOf([])).toEqual([]);
});

test('rows that differ in anything else, or in their day, or that follow others, are lines of their own', () => {
  const others: Partial<AuditEntry>[] = [
    { actor: 'Demo Admin' },
    { action: 'order.masked' },
    { from: 'New' },
    { to: 'New' },
    { note: 'erased' },
    { changes: { full_name: { from: 'A', to: 'B' } } },
    { create_ts: '2026-03-05T01:02:03.000Z' },
  ];
  for (const other of others) expect([other, lengths([...rows(3), ...rows(3, other)])]).toEqual([other, [3, 3]]);
  expect(lengths([...rows(2), row({ note: 'another' }), ...rows(2)])).toEqual([1, 1, 1, 1, 1]);
});
