import { acceptQuestion } from '@/pages/desk/order/disputes/dispute-steps';
import { Proofs } from '@/pages/desk/order/disputes/proofs';
import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DisputeProofEntry } from '../../../../../src/shared/answers/disputes.js';

test('the question before a dispute is accepted says how much is lost, or that nobody knows', () => {
  expect(acceptQuestion({ amount: '49.000', currency: 'USD' })).toBe(
    'Accept this dispute and leave USD 49.00 with the bank?',
  );
  expect(acceptQuestion({ amount: null, currency: null })).toBe(
    'Accept this dispute and leave the money with the bank? Its amount is not on record.',
  );
});

describe('the proofs of a dispute', () => {
  const proof = (label: string, needed: boolean): DisputeProofEntry => ({
    proof: label,
    label,
    needed,
    found: false,
    why: 'Not on record',
    mend: null,
    mend_at: null,
  });
  const linesOf = (proofs: DisputeProofEntry[]) =>
    renderToStaticMarkup(<Proofs proofs={proofs} />)
      .split(/<[^>]+>/)
      .filter((text) => text && !/^(?:Missing: |Not on record)$/.test(text));

  test('are in two groups: what the bank asks for, and what also helps', () => {
    const proofs = [proof('Asked', true), proof('Helps', false), proof('Asked too', true)];
    expect(linesOf(proofs)).toEqual(['The bank asks for', 'Asked', 'Asked too', 'Also helps', 'Helps']);
  });

  test('have no heading over an empty group', () => {
    expect(linesOf([proof('Asked', true)])).toEqual(['The bank asks for', 'Asked']);
    expect(linesOf([proof('Helps', false)])).toEqual(['Also helps', 'Helps']);
    expect(linesOf([])).toEqual([]);
  });
});
