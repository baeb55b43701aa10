import { expect, test } from '@jest/globals';
import type { OrderWithHistories } from '../../src/shared/answers/desk.js';
import { journeyOf } from '../../src/shared/journey.js';

const paid_at = '2026-03-01T10:00:00.000Z';
const submitted = { at: '2026-03-02T10:00:00.000Z', by: 'Ann', fields: [] };
const card = { file1: 'b.pdf', create_ts: '2026-03-03T10:00:00.000Z', outdated: false };
const mail = { kind: 'approval', state: 'delivered', create_ts: '2026-03-03T10:00:00.000Z' };
const sent = { action: 'mail.sent', create_ts: '2026-03-03T10:00:09.000Z' };
const download = { actor: 'customer', complete: true, file1: 'b.pdf', create_ts: '2026-03-04T10:00:00.000Z' };

const steps = (more: object = {}) => {
  const blank = {
    process_status: 'New',
    paid_at,
    submitted: null,
    submit_again: false,
    uploadDoc: [],
    mailHistory: [],
  };
  const order = { ...blank, downloadHistory: [], activity: [], card_due: true, standing: 'waits', ...more };
  return journeyOf(order as unknown as OrderWithHistories);
};
const states = (more?: object) =>
  steps(more)
    .map(({ is }) => is[0])
    .join('');
const mailed = { process_status: 'Completed', submitted, uploadDoc: [card], mailHistory: [mail], activity: [sent] };

test('an order goes through five steps, each with its time on record', () => {
  expect(states({ process_status: 'Pending', paid_at: null })).toBe('noooo');
  expect(states()).toBe('dnooo');
  expect(states({ submitted })).toBe('ddnoo');
  expect(states(mailed)).toBe('ddddn');
  const done = steps({
    ...mailed,
    downloadHistory: [{ ...download, create_ts: '2026-03-05T10:00:00.000Z' }, download],
  });
  expect(done.map(({ is, at }) => [is, at])).toEqual([
    ['done', paid_at],
    ['done', submitted.at],
    ['done', card.create_ts],
    ['done', sent.create_ts],
    ['done', download.create_ts],
  ]);
  // a step that was left out is no step that is waited for
  expect(states({ ...mailed, submitted: null })).toBe('dpddn');
  expect(steps({ ...mailed, submitted: null })[1]).toEqual({
    name: 'Submitted',
    is: 'passed',
    at: null,
    note: 'not on record',
  });
});

test('what nobody told has no time, and what does not count is not done', () => {
  expect(steps({ paid_at: null })[0]).toEqual({ name: 'Paid', is: 'next', at: null });
  expect(steps({ ...mailed, paid_at: null })[0]).toEqual({ name: 'Paid', is: 'passed', at: null, note: 'not paid' });
  expect(states({ submitted, submit_again: true })).toBe('dnooo');
  expect(states({ ...mailed, uploadDoc: [{ ...card, outdated: true }] })).toBe('ddnoo');
  expect(states({ ...mailed, mailHistory: [{ ...mail, state: 'queued' }] })).toBe('dddno');
  for (const not of [{ actor: 'staff' }, { complete: false }, { file1: 'a.pdf' }])
    expect(states({ ...mailed, downloadHistory: [{ ...download, ...not }] })).toBe('ddddn');
});

test('a refunded or deleted order ends after the steps that were done', () => {
  for (const process_status of ['Refunds', 'Deleted']) expect(states({ submitted, process_status })).toBe('dde');
  expect(states({ paid_at: null, process_status: 'Deleted' })).toBe('e');
  const end = (more: object) => steps(more).at(-1);
  expect(end({ process_status: 'Deleted', refund_date: null })).toEqual({ name: 'Deleted', is: 'end', at: null });
  expect(end({ process_status: 'Refunds', refund_date: null })).toMatchObject({ name: 'To be refunded', at: null });
  const refund_date = '2026-03-06T10:00:00.000Z';
  expect(end({ process_status: 'Refunds', refund_date })).toEqual({ name: 'Refunded', is: 'end', at: refund_date });
});

test('the step that hangs is amber at risk, red once it is late or its mail did not arrive', () => {
  const next = (more: object) => steps(more).find(({ is }) => is === 'next')!;
  expect(next({}).alarm).toBeUndefined();
  expect(next({ standing: 'at risk' }).alarm).toBe('amber');
  expect(next({ standing: 'late' }).alarm).toBe('red');
  expect([next({}).note, next({ standing: 'at risk' }).note, next({ standing: 'late' }).note]).toEqual([
    undefined,
    'at risk',
    'late',
  ]);
  expect(next({ standing: 'late', card_due: false }).alarm).toBeUndefined();
  const bounced = { ...mailed, mailHistory: [{ ...mail, state: 'bounced' }] };
  expect(next(bounced)).toEqual({ name: 'Mailed', is: 'next', at: null, note: 'bounced', alarm: 'red' });
});
