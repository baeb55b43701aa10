import { describe, expect, test } from '@jest/globals';
import {
  byTime,
  decimal,
  detailsOf,
  nextState,
  type StripeDispute,
  stripeDispute,
  type StripeReport,
} from '../../src/stripe/stripe-dispute.js';
import type { DisputeState } from '../../src/shared/dispute-states.js';
import { disputeOf } from './stripe-events.js';

const told = (status: string, after: number): StripeReport => ({
  at: new Date((1_790_000_000 + after) * 1000),
  dispute: stripeDispute.parse({ ...disputeOf('ch_1'), status }),
});

/** The state after the reports came in this order, each read with all that came before. */
function follow(reports: StripeReport[], first?: DisputeState): DisputeState {
  let state = first;
  for (let count = 1; count <= reports.length; count++) state = nextState(state, byTime(reports.slice(0, count)));
  return state!;
}

function* shuffles<Item>(items: Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of shuffles(items.filter((_, at) => at !== index))) yield [item, ...rest];
  }
}

describe('the state that follows Stripe’s', () => {
  test.each([
    [['needs_response', 'under_review', 'won'], 'won'],
    [['needs_response', 'under_review', 'lost'], 'lost'],
    [['warning_needs_response', 'warning_under_review', 'warning_closed'], 'won'],
    [['warning_needs_response', 'warning_under_review', 'needs_response'], 'open'],
    [['warning_needs_response', 'needs_response', 'under_review', 'lost'], 'lost'],
    [['needs_response', 'prevented'], 'accepted'],
    [['needs_response', 'lost', 'appeal_needs_response'], 'lost'],
  ] as [string[], DisputeState][])('is the same in whatever order %j come: %s', (statuses, expected) => {
    const reports = statuses.map((status, index) => told(status, index * 60));
    for (const order of shuffles(reports)) {
      expect([order.map(({ dispute }) => dispute.status), follow(order)]).toEqual([expect.anything(), expected]);
    }
  });

  test('of two reports of one second the further one counts', () => {
    for (const order of shuffles([told('needs_response', 5), told('under_review', 5), told('won', 5)]))
      expect(follow(order)).toBe('won');
  });

  test('keeps what members did', () => {
    expect(follow([told('needs_response', 0)], 'submitted')).toBe('submitted');
    expect(follow([told('needs_response', 0)], 'accepted')).toBe('accepted');
    expect(follow([told('lost', 0)], 'accepted')).toBe('accepted');
    expect(follow([told('lost', 0)], 'won')).toBe('lost');
    expect(follow([told('an unknown word', 0)], 'submitted')).toBe('submitted');
  });
});

describe('the details', () => {
  test('are the bank’s', () => {
    const { created, ...sent } = disputeOf('ch_1');
    const read = stripeDispute.parse({ ...sent, created });
    expect(detailsOf(read)).toEqual({
      case_id: read.id,
      network: 'visa',
      reason_code: '10.4',
      arn: undefined,
      amount: '49.00',
      currency: 'USD',
      opened_at: new Date(created * 1000),
      reply_by: new Date(1_790_600_000_000),
      note: 'Stripe names the reason fraudulent.',
    });
  });

  test('of an expanded charge and a dispute without a due date', () => {
    const read: StripeDispute = stripeDispute.parse(
      disputeOf('', { charge: { id: 'ch_2', amount: 1 }, evidence_details: { due_by: 0 } }),
    );
    expect([read.charge, detailsOf(read).reply_by]).toEqual(['ch_2', undefined]);
  });

  test.each([
    [4900, 'usd', '49.00'],
    [8800, 'jpy', '8800'],
    [1234, 'kwd', '1.234'],
    [5, 'EUR', '0.05'],
  ])('amounts are in the currency’s smallest units: %i %s', (amount, currency, expected) => {
    expect(decimal(amount, currency)).toBe(expected);
  });
});
