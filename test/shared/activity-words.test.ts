import { describe, expect, test } from '@jest/globals';
import { activityWords } from '../../src/shared/activity-words.js';

const say = (action: string, { actor = 'Ann', from = null, to = null }: Partial<Record<string, string | null>> = {}) =>
  activityWords({ id: 1, create_ts: '2026-03-01T10:02:00.000Z', actor: actor!, action, from, to, note: null });

describe('what the timeline says after a name', () => {
  test('of who has the order', () => {
    expect(say('order.assigned', { to: 'Ann' })).toBe('took the order');
    expect(say('order.assigned', { from: 'Bob', to: 'Ann' })).toBe('took the order, which Bob held');
    expect(say('order.assigned', { to: 'Bob' })).toBe('gave the order to Bob');
    expect(say('order.released', { from: 'Ann' })).toBe('gave the order back');
    expect(say('order.released', { from: 'Bob' })).toBe('gave the order back, which Bob held');
    expect(say('order.undone', { from: 'Ann' })).toBe('took a change back, from Ann to nobody');
  });

  test('of where it went and what was made of it', () => {
    expect(say('order.received', { to: 'Priority' })).toBe('sent the order in; it went to Priority');
    expect(say('order.moved', { from: 'Priority', to: 'Completed' })).toBe(
      'moved the order from Priority to Completed',
    );
    expect(say('transaction.saved', { to: 'T-2 · M' })).toBe('saved the transaction details T-2 · M');
    expect(say('transaction.saved', { from: 'T-1', to: 'T-2' })).toBe(
      'saved the transaction details T-2 in place of T-1',
    );
    expect(say('pack.made', { to: 'Defence Pack 1' })).toBe('made Defence Pack 1');
    expect(say('mail.sent', { from: 'queued', to: 'sent' })).toBe('sent the mail');
  });

  test('nothing of what another history tells, and the name of what has no words', () => {
    expect(say('remark.added')).toBeNull();
    expect(say('order.sung')).toBe('order.sung');
  });
});
