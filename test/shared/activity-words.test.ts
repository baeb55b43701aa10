import { describe, expect, test } from '@jest/globals';
import { activityWords } from '../../src/shared/activity-words.js';
import type { ChangedFields } from '../../src/shared/changed-fields.js';

const entry = { id: 1, create_ts: '2026-03-01T10:02:00.000Z', actor: 'Ann', note: null };
const say = (action: string, { actor = 'Ann', from = null, to = null }: Partial<Record<string, string | null>> = {}) =>
  activityWords({ ...entry, actor: actor!, action, from, to, changes: null });

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
    expect(say('payment.received', { to: 'T-1 · M' })).toBe('reported the payment T-1 · M');
    expect(say('payment.received')).toBe('reported the payment');
    expect(say('pack.made', { to: 'Defence Pack 1' })).toBe('made Defence Pack 1');
    expect(say('mail.sent', { from: 'queued', to: 'sent' })).toBe('sent the mail');
  });

  test('of the script: that it took the values, and what it filled', () => {
    const of = (action: string, note: string | null = null) =>
      activityWords({ ...entry, action, from: null, to: null, note, changes: null });
    expect(of('form.values-taken')).toBe('started the script on the authority’s form; it took the order’s values');
    expect(of('form.filled')).toBe('filled the authority’s form with the script');
    expect(of('form.refused', 'Please select Sex')).toBe('submitted the form, which refused Sex: Please select Sex');
    expect(of('form.refused', 'Try later.')).toBe('submitted the form, which refused it: Try later.');
    expect(of('form.filled', 'City')).toBe(
      'filled the authority’s form with the script, which left to the member: City',
    );
    expect(of('form.not-filled', 'changed')).toBe('found the authority’s form changed, and filled in nothing');
    expect(of('visit-pass.filled')).toBe('filled Check Visit Pass with the script');
  });

  test('of what was amended, and of the row of the form that was chosen', () => {
    const of = (action: string, changes: ChangedFields, status: Partial<Record<string, string>> = {}) =>
      activityWords({ ...entry, action, from: null, to: null, ...status, changes });
    const city = { from: null, to: 'Ipoh' };
    expect(of('order.amended', { city, doa: { from: '2026-03-01', to: '2026-05-01' } })).toBe(
      'amended the order: Date of Arrival: 2026-03-01 → 2026-05-01; City: – → Ipoh',
    );
    expect(of('order.amended', { city }, { actor: 'Customer', from: 'Awaiting', to: 'New' })).toBe(
      'corrected the order: City: – → Ipoh; it moved from Awaiting to New',
    );
    expect(of('order.amended', { city }, { from: 'New', to: 'Future' })).toBe(
      'amended the order: City: – → Ipoh; it moved from New to Future',
    );
    expect(of('order.row-chosen', { accommodationState: { from: 'Wilayah', to: 'WP LABUAN' } })).toBe(
      'chose WP LABUAN for State, which was sent as Wilayah',
    );
    expect(of('order.row-chosen', { pob: { from: null, to: 'GHANA' } })).toBe('chose GHANA for Place of Birth');
    expect(of('order.row-chosen', { pob: { from: 'GHANA', to: null } })).toBe(
      'took back the choice of GHANA for Place of Birth',
    );
  });

  test('nothing of what another history tells, and the name of what has no words', () => {
    expect(say('remark.added')).toBeNull();
    expect(say('order.sung')).toBe('order.sung');
  });
});
